import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiError } from '@/lib/contract/errors';
import { defaultConnectionLimits } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { changeInput, createAccountCaller } from '@/tools/testing/callers';
import { openTestService } from '@/tools/testing/test-service';
import type { AccountCaller } from '../caller';
import { getHistoryAt, listHistory } from '../history/history';
import { toApiError } from '../to-api-error';
import { previewSwitch, type SwitchInput, switchVersion } from './switch-version';

const { owner, service, openServer } = await openTestService();
let app: BuiltApp;

beforeAll(async () => {
  app = await buildApp(owner, { versions: 3, features: 6 });
});

interface CallerSpec {
  role?: AccountCaller['role'];
  app?: BuiltApp;
  /** Versions of the account, oldest first. */
  history?: BuiltApp['versions'];
}

/** A caller with an account of its own, by default on the app's first version. */
async function createCaller(spec: CallerSpec = {}): Promise<AccountCaller> {
  const { role = 'owner', app: callerApp = app, history = callerApp.versions.slice(0, 1) } = spec;
  const account = await buildAccount(owner, callerApp, { history });
  return createAccountCaller(callerApp, account, { role });
}

const versionId = (number: number) => app.versions[number - 1]?.id ?? '';

/** A switch to a version of the app, by its 1-based number. */
const createInput = (number: number, fields: Partial<SwitchInput> = {}): SwitchInput => ({
  ...changeInput,
  versionId: versionId(number),
  ...fields,
});

/** The API error that `work` rejects with. */
async function catchApiError(work: Promise<unknown>): Promise<ApiError> {
  return work.then(
    () => {
      throw new Error('No error was thrown.');
    },
    (error) => toApiError(error),
  );
}

const readHistory = async (caller: AccountCaller) =>
  (await listHistory(service, caller, { limit: 1000, before: null })).entries;

describe('a switch', () => {
  test('adds one entry, which becomes the current version', async () => {
    const caller = await createCaller();
    const { entry, changed } = await switchVersion(service, caller, createInput(3, { reason: 'More room' }));
    expect(changed).toBe(true);
    const entries = await readHistory(caller);
    expect(entries.map(({ entry: { sequence, version } }) => [sequence, version.versionId])).toEqual([
      [2, versionId(3)],
      [1, versionId(1)],
    ]);
    expect(entries[0]).toMatchObject({
      entry: {
        id: entry.id,
        direction: 'upgrade',
        reason: 'More room',
        actor: { kind: 'key', name: app.title, channel: 'api' },
        previous: { versionId: versionId(1) },
      },
      deactivatedAt: null,
    });
    expect(entries[1]?.deactivatedAt).toEqual(entry.activatedAt);
    expect(entries[0]?.changes.gained).toHaveLength(4);
  });

  test('to the current version returns the existing entry and adds none', async () => {
    const caller = await createCaller();
    const [existing] = await readHistory(caller);
    const { entry, changed } = await switchVersion(service, caller, createInput(1));
    expect(changed).toBe(false);
    expect(entry.id).toBe(existing?.entry.id);
    expect(await readHistory(caller)).toHaveLength(1);
  });

  test('accepts a version id in any case and rejects an unknown one', async () => {
    const caller = await createCaller();
    await switchVersion(service, caller, createInput(2, { versionId: versionId(2).toUpperCase() }));
    for (const id of ['ver_unknown', 'invalid', '', versionId(2).slice(0, -1), '%00']) {
      const error = await catchApiError(switchVersion(service, caller, createInput(1, { versionId: id })));
      expect([id, error.code, error.message]).toEqual([id, 'version_not_found', 'Version not found.']);
    }
  });

  test('never records an earlier time than the previous switch, even if the clock is set back', async () => {
    const caller = await createCaller();
    const first = await switchVersion(service, caller, createInput(2));
    const serviceAnHourAgo = { ...service, recordTime: () => Date.now() - 3_600_000 };
    const second = await switchVersion(serviceAnHourAgo, caller, createInput(3));
    expect(second.entry.activatedAt).toEqual(first.entry.activatedAt);
    expect((await readHistory(caller)).map(({ entry }) => entry.sequence)).toEqual([3, 2, 1]);
  });

  test('fails with switch_conflict after waiting too long for another switch of the account', async () => {
    const caller = await createCaller();
    const impatient = openServer({
      limits: { ...defaultConnectionLimits, lockTimeoutMs: 300 },
    });
    const tenant = { appId: app.id, accountId: caller.account.id };
    const error = await withTenant(owner, tenant, async (queries) => {
      await queries.$queryRaw`SELECT 1 FROM accounts WHERE id = ${caller.account.id} FOR UPDATE`;
      return catchApiError(switchVersion(impatient, caller, createInput(2)));
    });
    expect(error).toMatchObject({ code: 'switch_conflict', retryAfter: 1 });
    expect(await readHistory(caller)).toHaveLength(1);
  });
});

describe('concurrent switches of one account', () => {
  test('with one idempotency key add one entry and return one outcome', async () => {
    const caller = await createCaller();
    const idempotency = { key: 'once', requestHash: 'a' };
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => switchVersion(service, caller, createInput(2, { idempotency }))),
    );
    expect(new Set(outcomes.map(({ entry }) => entry.id)).size).toBe(1);
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await readHistory(caller)).toHaveLength(2);
  });
});

describe('an idempotency key', () => {
  test('replays the first outcome, also after another switch', async () => {
    const caller = await createCaller();
    const idempotency = { key: 'k', requestHash: 'a' };
    const first = await switchVersion(service, caller, createInput(2, { idempotency }));
    await switchVersion(service, caller, createInput(3));
    const repeated = await switchVersion(service, caller, createInput(2, { idempotency }));
    expect(repeated).toEqual({ entry: first.entry, changed: true, replayed: true });
    expect(await readHistory(caller)).toHaveLength(3);
  });

  test('cannot be reused with a different request, except by another account', async () => {
    const caller = await createCaller();
    await switchVersion(service, caller, createInput(2, { idempotency: { key: 'k', requestHash: 'a' } }));
    const other = createInput(3, { idempotency: { key: 'k', requestHash: 'b' } });
    expect((await catchApiError(switchVersion(service, caller, other))).code).toBe('idempotency_key_reused');
    expect((await switchVersion(service, await createCaller(), other)).changed).toBe(true);
  });

  test('expires after 24 hours', async () => {
    const caller = await createCaller();
    const idempotency = { key: 'k', requestHash: 'a' };
    await switchVersion(service, caller, createInput(2, { idempotency }));
    const serviceTomorrow = { ...service, recordTime: () => Date.now() + 24 * 3_600_000 + 1000 };
    const repeated = await switchVersion(
      serviceTomorrow,
      caller,
      createInput(3, { idempotency: { key: 'k', requestHash: 'b' } }),
    );
    expect(repeated).toMatchObject({ changed: true, replayed: false });
  });

  test('is not used up by a rejected switch of another role', async () => {
    const caller = await createCaller({ role: 'member' });
    const idempotency = { key: 'k', requestHash: 'a' };
    expect((await catchApiError(switchVersion(service, caller, createInput(2, { idempotency })))).code).toBe(
      'forbidden',
    );
    const ownerCaller = { ...caller, role: 'owner' } as const;
    expect((await switchVersion(service, ownerCaller, createInput(2, { idempotency }))).replayed).toBe(false);
  });
});

describe('the revision of a preview', () => {
  test('is accepted while it is current and rejected as stale after another switch', async () => {
    const caller = await createCaller();
    const { revision: staleRevision } = await previewSwitch(service, caller, versionId(2));
    await switchVersion(service, caller, createInput(3));
    expect(
      (await catchApiError(switchVersion(service, caller, createInput(2, { ifMatch: staleRevision })))).code,
    ).toBe('preview_stale');
    const { revision } = await previewSwitch(service, caller, versionId(2));
    expect((await switchVersion(service, caller, createInput(2, { ifMatch: revision }))).changed).toBe(true);
  });
});

describe('history', () => {
  test('returns the entry in force at a given time', async () => {
    const ownApp = await buildApp(owner, { versions: 2, features: 2 });
    const caller = await createCaller({ app: ownApp, history: ownApp.versions });
    const [second, first] = await readHistory(caller);
    const findEntryAt = async (time: number) =>
      (await getHistoryAt(service, caller, new Date(time))).entries[0];
    const firstTime = first?.entry.activatedAt.getTime() ?? 0;
    expect(await findEntryAt(firstTime - 1)).toBeUndefined();
    expect(await findEntryAt(firstTime)).toEqual(first);
    expect(await findEntryAt((second?.entry.activatedAt.getTime() ?? 0) - 1)).toEqual(first);
    expect(await findEntryAt(Date.now())).toEqual(second);
  });
});
