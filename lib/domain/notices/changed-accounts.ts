import { getCachedCatalog, getCachedSnapshots } from '@/lib/cache/cached-queries';
import { billingPeriods } from '@/lib/contract/enums';
import { ApiError } from '@/lib/contract/errors';
import type { BillingPeriod } from '@/lib/contract/fields';
import { type AccountPosition, type HostAccount, readHostAccounts } from '@/lib/db/accounts';
import type { AppCatalog } from '@/lib/db/catalog';
import { listVersionAccounts, readAnnouncements } from '@/lib/db/catalog-announcements';
import { findEdition } from '@/lib/db/catalog-editions';
import { limitReads } from '@/lib/db/connection/limit-connections';
import { readTenant, withAllAccounts } from '@/lib/db/connection/tenant';
import { findDigestAt, readDigests } from '@/lib/db/history';
import { type ConcernedAccounts, readChangedAccounts, readPublishedChanges } from '@/lib/db/notices';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import type { AppCaller } from '../caller';
import type { Service } from '../service';
import { isAddOnChanged } from './add-on-notices';
import { createAnnouncedChangeFinder } from './announcements';
import { isPlanChanged } from './plan-notices';

/**
 * A page of the accounts that an edition concerns, newest first: what they had has changed or was replaced, also if they keep
 * it, or a scheduled edition changes what they have. It can have fewer accounts than `limit` and a next page. Throws 404 for an
 * unknown edition.
 */
export async function listChangedAccounts(
  service: Service,
  { app }: Pick<AppCaller, 'app'>,
  editionId: string,
  { after, limit }: { after: AccountPosition | null; limit: number },
): Promise<{ accounts: HostAccount[]; next: AccountPosition | null }> {
  const concerned = await findConcerned(service, app, editionId);
  if (!concerned)
    return listAnnouncedAccounts(service, app, editionId, { before: after?.[2] ?? null, limit });
  const { accounts, next } = await limitReads(service.pool, app.id, () =>
    readChangedAccounts(service.pool, app.id, concerned, { after: after?.[2] ?? null, limit }),
  );
  return { accounts, next: next === null ? null : [0, '', next] };
}

/** Accounts to compare for a page at most. */
const maxCompared = 1000;

/** Lists the accounts that a scheduled edition concerns, with what they have now. */
async function listAnnouncedAccounts(
  service: Service,
  app: AppCaller['app'],
  editionId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<{ accounts: HostAccount[]; next: AccountPosition | null }> {
  const catalog = await getCachedCatalog(service, app);
  return readTenant(service.db, { appId: app.id }, async (queries) => {
    const contents = await readAnnouncements(queries, app.id, editionId);
    const page = { versionIds: [...contents.keys()], before, limit: maxCompared };
    const compared = await listVersionAccounts(queries, app.id, page);
    const find = createAnnouncedChangeFinder(catalog);
    const found = compared
      .filter((account) => find(contents.get(account.versionId)!, account))
      .slice(0, limit);
    const isFull = found.length === limit;
    const last = isFull ? found.at(-1) : compared.at(-1);
    const hasNext = isFull
      ? last !== compared.at(-1) || compared.length === maxCompared
      : compared.length === maxCompared;
    const ids = found.map(({ accountId }) => accountId);
    const accounts = await withAllAccounts(queries, () => readHostAccounts(queries, app.id, ids));
    return { accounts, next: last && hasNext ? [0, '', last.accountId] : null };
  });
}

/** It is null for an edition that is not published. */
async function findConcerned(
  service: Service,
  app: AppCaller['app'],
  editionId: string,
): Promise<ConcernedAccounts | null> {
  const found = await readTenant(service.db, { appId: app.id }, async (queries) => {
    const edition = await findEdition(queries, app.id, editionId);
    if (!edition) throw new ApiError('edition_not_found', 'Edition not found.');
    const { publishedAt } = edition;
    if (!publishedAt) return null;
    const published = await readPublishedChanges(queries, app.id, publishedAt);
    return { publishedAt, published, digests: await readDigests(queries, app.id) };
  });
  if (!found) return null;
  const { publishedAt, published, digests } = found;
  const catalog = await getCachedCatalog(service, app);
  const findContent = (id: string) => findDigestAt(digests.get(id) ?? [], publishedAt);
  const known = published.versions.flatMap(({ versionId, digest, previousDigest }) => [
    ...[digest, previousDigest ?? digest],
    ...listEarlier(catalog, versionId).flatMap(({ id }) => findContent(id) ?? []),
  ]);
  const getSnapshot = await getCachedSnapshots(service, app.id, new Set(known));
  const versions: ConcernedAccounts['versions'] = {};
  const concern = (id: string, before: VersionSnapshot, after: VersionSnapshot) => {
    const periods = listPeriods(catalog, (billingPeriod) =>
      isPlanChanged(catalog, { version: before, billingPeriod }, { version: after, billingPeriod }),
    );
    if (periods.length > 0) versions[id] = periods;
  };
  for (const { versionId, digest, previousDigest } of published.versions) {
    const after = getSnapshot(digest);
    if (previousDigest !== null) concern(versionId, getSnapshot(previousDigest), after);
    // The first known content of a version is recorded with the one that follows it.
    if (published.versions.some((each) => each.versionId === versionId && each.previousDigest === digest))
      continue;
    if (previousDigest !== null && !versions[versionId]) continue;
    for (const earlier of listEarlier(catalog, versionId)) {
      const content = findContent(earlier.id);
      concern(earlier.id, content ? getSnapshot(content) : snapshotVersion(catalog, earlier), after);
    }
  }
  const addOns: ConcernedAccounts['addOns'] = {};
  for (const { addOnId, versionId, before, after } of published.addOns) {
    const periods = listPeriods(catalog, (billed) =>
      isAddOnChanged(before, after, { app: catalog.app.billingPeriod, billed }),
    );
    if (periods.length > 0) addOns[versionId] = { ...addOns[versionId], [addOnId]: periods };
  }
  const ids = new Set([...Object.keys(versions), ...Object.keys(addOns)]);
  const candidates = catalog.versions.flatMap(({ id, replacedBy }) =>
    ids.has(id) ? [id, replacedBy ?? id] : [],
  );
  return { changedAt: publishedAt, candidates: [...new Set(candidates)], versions, addOns };
}

/** The earlier generations of a version. IDs sort by time. */
function listEarlier({ versions }: AppCatalog, id: string) {
  const place = versions.find((version) => version.id === id)?.replacedBy ?? id;
  return versions.filter((version) => version.id < id && version.replacedBy === place);
}

const listPeriods = ({ app }: AppCatalog, isConcerned: (period: BillingPeriod) => boolean) =>
  (app.billingPeriod === 'year' ? (['year'] as const) : billingPeriods).filter(isConcerned);
