import { compareByTag } from '@/lib/contract/tag';
import type { MatrixFeature, VersionEntry, VersionList } from '@/lib/contract/version-list';
import type { PeerCatalog, PeerFeature, PeerVersion } from './catalog';
import { decideSwitch } from './decide';
import type { Caller } from './sign-in';

/** Whether the caller may know of the version. */
export function isVisible(version: PeerVersion, { role, granted, currentVersionId }: Caller): boolean {
  return (
    version.public || role === 'product' || version.id === currentVersionId || granted.includes(version.id)
  );
}

export function presentList(
  { versions, features }: PeerCatalog,
  caller: Caller,
  { matrix }: { matrix: boolean },
): VersionList {
  const { app, currentVersionId, accountId } = caller;
  const listed = versions
    .filter((version) => (version.active || version.id === currentVersionId) && isVisible(version, caller))
    .sort(compareByTag);
  const current = listed.find(({ id }) => id === currentVersionId) ?? null;
  const hidden = new Set(versions.filter((version) => !isVisible(version, caller)).map(({ id }) => id));
  const mayAdd = new Set(accountId === null ? listed.map(({ id }) => id) : current ? [current.id] : []);
  return {
    success: true,
    message: '',
    data: {
      versions: listed.map((version) => presentEntry(version, current, caller)),
      ...(matrix && {
        matrix: {
          versions: listed.map(({ title }) => title),
          features: presentFeatures(features, listed, hidden),
        },
      }),
      optional_features_available: features.some(({ cells }) =>
        cells.some(([id, kind]) => kind === 'optional' && mayAdd.has(id)),
      ),
      app: {
        title: app.title,
        currency: app.currency,
        billing_period: app.billingPeriod,
        contact_url: app.contactUrl,
      },
    },
  };
}

function presentEntry(version: PeerVersion, current: PeerVersion | null, caller: Caller): VersionEntry {
  return {
    id: version.id,
    title: version.title,
    description: version.description,
    more_info: version.more_info,
    active: version.active,
    fee: version.fee,
    user_fee: version.user_fee,
    tag: version.tag,
    public: version.public,
    current: version === current,
    switch: caller.accountId === null ? null : decideSwitch(caller.role, current, version),
  };
}

/** One row a feature; those that only hidden versions have, and retired ones that no listed version has, are left out. */
function presentFeatures(
  features: PeerFeature[],
  listed: PeerVersion[],
  hidden: Set<string>,
): MatrixFeature[] {
  const isListed = new Set(listed.map(({ id }) => id));
  const rows: MatrixFeature[] = [];
  for (const { human_id, title, description, group, active, cells } of features) {
    const inListed = cells.some(([id]) => isListed.has(id));
    if (!inListed && (!active || cells.some(([id]) => hidden.has(id)))) continue;
    const row: MatrixFeature = {
      id: human_id,
      title,
      description,
      versions: {},
      group,
      values: {},
      offers: {},
    };
    for (const { id } of listed) {
      const cell = cells.find(([versionId]) => versionId === id);
      row.versions[id] = cell?.[1] === 'included';
      if (!cell) continue;
      const [, kind, value, fee, user_fee, offer] = cell;
      if (kind === 'optional') row.offers[id] = { title: offer, fee, user_fee };
      else if (value !== null) row.values[id] = value;
    }
    rows.push(row);
  }
  return rows;
}
