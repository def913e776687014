import type { AccountKey } from './accounts';
import type { Queries } from './connection/client';
import type { GrantSource } from './generated/enums';

/** A grant with its version as it is in the catalog. */
export interface VersionGrant {
  version: { id: string; title: string; tag: string };
  source: GrantSource;
  createdAt: Date;
}

const select = {
  version: { select: { id: true, title: true, tag: true } },
  source: true,
  createdAt: true,
} as const;

/** The grants of an account, by the ID of the version. */
export function listGrants(queries: Queries, where: AccountKey): Promise<VersionGrant[]> {
  return queries.versionGrant.findMany({ where, select, orderBy: { versionId: 'asc' } });
}

/** Whether the app has a version, public or not. */
export async function hasVersion(queries: Queries, appId: string, id: string): Promise<boolean> {
  return (await queries.version.count({ where: { appId, id } })) > 0;
}

/** Grants a version by the API. `isNew` is false if the API had granted it. */
export async function insertGrant(
  queries: Queries,
  { appId, accountId, versionId }: AccountKey & { versionId: string },
): Promise<VersionGrant & { isNew: boolean }> {
  const changed = await queries.$executeRaw`
    INSERT INTO version_grants AS g (app_id, account_id, version_id, source) VALUES (${appId}, ${accountId}, ${versionId}, 'api')
    ON CONFLICT (app_id, account_id, version_id) DO UPDATE SET source = 'both' WHERE g.source = 'price_list'`;
  const key = { appId, accountId, versionId };
  const grant = await queries.versionGrant.findUniqueOrThrow({
    where: { appId_accountId_versionId: key },
    select,
  });
  return { ...grant, isNew: changed > 0 };
}

/** Removes a grant of the API, if there is one, unless the price list grants the version. */
export async function deleteGrant(
  queries: Queries,
  key: AccountKey & { versionId: string },
): Promise<'removed' | 'none' | 'in_price_list'> {
  const { count } = await queries.versionGrant.deleteMany({ where: { ...key, source: 'api' } });
  if (count > 0) return 'removed';
  return (await queries.versionGrant.count({ where: key })) === 0 ? 'none' : 'in_price_list';
}
