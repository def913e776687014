import { ApiError } from '@/lib/contract/errors';
import {
  type AccountKey,
  deleteGrant,
  hasVersion,
  insertGrant,
  listGrants as listStoredGrants,
  lockAccount,
  type VersionGrant,
} from '@/lib/db/accounts';
import type { Queries } from '@/lib/db/connection/client';
import { readTenant, withTenant } from '@/lib/db/connection/tenant';
import { recordAudit } from '../audit/audit';
import type { AppKeyCaller } from '../caller';
import { enterAccount } from '../find-account';
import type { Service } from '../service';

export type { VersionGrant };

interface GrantInput {
  /** ID or external ID. */
  account: string;
  versionId: string;
  /** The audit gets it. */
  reason: string | null;
}

/** The versions that are granted to an account. Throws 404 for an unknown account. */
export function listGrants({ db }: Service, { app }: AppKeyCaller, account: string): Promise<VersionGrant[]> {
  return readTenant(db, { appId: app.id }, async (queries) => {
    const { key } = await enterAccount(queries, app.id, account);
    return listStoredGrants(queries, key);
  });
}

/** Grants a version to an account. Throws 404 for an unknown account or version. */
export function grantVersion(
  service: Service,
  caller: AppKeyCaller,
  input: GrantInput,
): Promise<VersionGrant & { accountTitle: string }> {
  return changeGrant(service, caller, input, async (queries, key, accountTitle) => {
    const { isNew, ...grant } = await insertGrant(queries, key);
    if (isNew)
      await recordAudit(queries, service, caller, { type: 'grant.created', ...toAudited(key, input) });
    return { ...grant, accountTitle };
  });
}

/** Removes what `grantVersion` granted. Throws as that, and 422 if the price list grants the version. */
export function revokeGrant(service: Service, caller: AppKeyCaller, input: GrantInput): Promise<void> {
  return changeGrant(service, caller, input, async (queries, key) => {
    const outcome = await deleteGrant(queries, key);
    if (outcome === 'removed')
      await recordAudit(queries, service, caller, { type: 'grant.removed', ...toAudited(key, input) });
    if (outcome !== 'in_price_list') return;
    const message =
      'The price list grants this version. Remove the account from granted_to and apply the price list.';
    throw new ApiError('grant_in_price_list', message);
  });
}

const toAudited = ({ accountId }: AccountKey, { versionId, reason }: GrantInput) => ({
  accountId,
  targetId: versionId,
  data: { reason },
});

function changeGrant<T>(
  { db }: Service,
  { app }: AppKeyCaller,
  { account, versionId }: GrantInput,
  change: (queries: Queries, key: AccountKey & { versionId: string }, accountTitle: string) => Promise<T>,
): Promise<T> {
  return withTenant(db, { appId: app.id }, async (queries) => {
    const { key, title } = await enterAccount(queries, app.id, account);
    if (!(await hasVersion(queries, app.id, versionId))) {
      throw new ApiError('version_not_found', 'Version not found.');
    }
    await lockAccount(queries, key);
    return change(queries, { ...key, versionId }, title);
  });
}
