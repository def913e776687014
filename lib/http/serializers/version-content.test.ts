import { expect, test } from 'vitest';
import { toCamelCase } from '@/lib/contract/field-names';
import { type VersionContent, versionContent } from '@/lib/contract/versions';
import { snapshotVersion } from '@/lib/db/version-snapshot';
import { noCallerState } from '@/lib/domain/caller';
import { compareSnapshots } from '@/lib/domain/catalog/compare-features';
import { getVersion, listVersions } from '@/lib/domain/subscription/list-versions';
import { createApp, createVersion } from '@/tools/testing/catalog-fixtures';
import { serializeHistoryEntry } from './history-serializers';
import { serializeVersion, serializeVersionList } from './serializers';

const serialize = (fields: Record<string, number>) => {
  const version = createVersion('ver_1', fields);
  const catalog = { app: createApp(), versions: [version], features: [], addOns: [] };
  const view = { catalog, state: noCallerState };
  const caller = { role: null, account: null };
  const snapshot = snapshotVersion(catalog, version);
  const entry = serializeHistoryEntry({
    entry: {
      id: 'avh_1',
      sequence: 1,
      activatedAt: new Date(0),
      direction: 'none',
      pays: 'same',
      version: snapshot,
      previous: null,
      actor: { kind: 'operator', name: '', channel: '' },
      reason: null,
      billingPeriod: 'month',
      users: 1,
      quantity: null,
      terms: null,
      trialEndsAt: null,
      kind: 'switch',
      addOns: [],
      undo: false,
      isLocked: false,
      historySequence: 1,
    },
    changes: compareSnapshots(null, snapshot),
    planSince: new Date(0),
    deactivatedAt: null,
    undoUntil: null,
    followsAt: null,
    recordedAt: 0,
    catalogChanges: [],
  });
  const { versions } = serializeVersionList(listVersions(view, caller), { matrix: false }).data;
  const objects = [...versions, serializeVersion(getVersion(view, caller, 'ver_1')), entry];
  return { objects: objects as VersionContent[], digest: snapshot.digest };
};

test.each(Object.keys(versionContent) as (keyof VersionContent)[])(
  '%s is part of the list, the single version, the history and the digest of a snapshot',
  (name) => {
    const { objects, digest } = serialize({ [toCamelCase(name)]: 7 });
    expect(objects.map((object) => object[name])).toEqual([7, 7, 7]);
    expect(digest).not.toBe(serialize({}).digest);
  },
);
