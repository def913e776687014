import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import { endTerms, getTerms, setTerms } from '@/lib/domain/accounts/account-terms';
import {
  getAccount,
  getOwnAccount,
  listAccounts,
  updateAccount,
  upsertAccount,
} from '@/lib/domain/accounts/accounts';
import { advanceClock } from '@/lib/domain/accounts/advance-clock';
import {
  anonymizeAccount,
  changeRemoval,
  deleteAccount,
  restoreAccount,
} from '@/lib/domain/accounts/personal-data';
import { grantVersion, listGrants, revokeGrant } from '@/lib/domain/accounts/version-grants';
import { listChangedAccounts } from '@/lib/domain/notices/changed-accounts';
import { assertNamesPerson, parseReason } from '../pipeline/parse-request';
import { dataResponse, jsonResponse } from '../pipeline/response';
import { createExportResponse } from '../serializers/account-export';
import {
  parseAccountCursor,
  serializeAccount,
  serializeAccounts,
  serializeAgreedTerms,
  serializeGrant,
  serializeGrants,
  serializeOwnAccount,
  serializeSetTerms,
  serializeUpsertedAccount,
} from '../serializers/account-serializers';
import { serializeChange } from '../serializers/change-serializers';
import type { OperationHandlers } from './operation-handlers';

/** A time of a request body, in Unix seconds, or undefined if it is left out. */
function toDate<T extends null | undefined>(seconds: number | T): Date | T {
  return typeof seconds === 'number' ? new Date(seconds * 1000) : seconds;
}

const toGrant = (
  caller: Parameters<typeof parseReason>[0],
  params: { external_id: string; version_id: string },
  { reason }: { reason?: string | undefined },
) => ({
  account: params.external_id,
  versionId: params.version_id,
  reason: parseReason(caller, reason),
});

export const accountsHandlers = {
  getOwnAccount: async ({ service, caller }) =>
    dataResponse(serializeOwnAccount(await getOwnAccount(service, caller))),
  listAccounts: async ({ service, caller, query }) => {
    const { search = null, version_id: versionId = null, changed_by: editionId, limit = 100, cursor } = query;
    const after = cursor === undefined ? null : parseAccountCursor(cursor, { search });
    if (editionId !== undefined && (search !== null || versionId !== null)) {
      throw fieldError(invalidParameter('changed_by', 'expected neither search nor version_id beside it'));
    }
    const { accounts, next } =
      editionId === undefined
        ? await listAccounts(service, caller, { search, versionId, after, limit })
        : await listChangedAccounts(service, caller, editionId, { after, limit });
    return jsonResponse(serializeAccounts(accounts, next));
  },
  getAccount: async ({ service, caller, params }) =>
    dataResponse(serializeAccount(await getAccount(service, caller, params.external_id))),
  upsertAccount: async ({ service, caller, params, body }) => {
    const account = await upsertAccount(service, caller, {
      externalId: params.external_id,
      title: body.title,
      email: body.email,
      periodEndsAt: toDate(body.period_ends_at),
      users: body.users,
      versionId: body.version_id,
      tag: body.tag,
      billingPeriod: body.billing_period,
      activatedAt: toDate(body.activated_at),
    });
    const response = serializeUpsertedAccount(account);
    return { ...jsonResponse(response), status: account.created ? 201 : 200 };
  },
  updateAccount: async ({ service, caller, params, body }) => {
    const changes = {
      title: body.title,
      email: body.email,
      periodEndsAt: toDate(body.period_ends_at),
      users: body.users,
    };
    const account = await updateAccount(service, caller, params.external_id, changes);
    return dataResponse(serializeAccount(account));
  },
  deleteAccount: async ({ service, caller, params, query }) => {
    const { confirm, immediately = false } = query;
    const input = { account: params.external_id, confirm, immediately };
    return dataResponse(serializeAccount(await deleteAccount(service, caller, input)));
  },
  restoreAccount: async ({ service, caller, params }) =>
    dataResponse(serializeAccount(await restoreAccount(service, caller, params.external_id))),
  anonymizeAccount: async ({ service, caller, params }) => {
    assertNamesPerson(caller);
    const accountId = await anonymizeAccount(service, caller, params.external_id);
    return dataResponse({ account_id: accountId }, 'The account was anonymized.');
  },
  requestRemoval: async ({ service, caller, params, query }) => {
    const input = { account: params.external_id, reason: parseReason(caller, query.reason) };
    const accountId = await changeRemoval(service, caller, { ...input, type: 'account.removal_requested' });
    return dataResponse({ account_id: accountId });
  },
  withdrawRemoval: async ({ service, caller, params, query }) => {
    const input = { account: params.external_id, reason: parseReason(caller, query.reason) };
    const accountId = await changeRemoval(service, caller, { ...input, type: 'account.removal_withdrawn' });
    return dataResponse({ account_id: accountId });
  },
  exportAccount: ({ service, caller, params, query }) =>
    createExportResponse(service, caller, params.external_id, parseReason(caller, query.reason)),
  advanceClock: async ({ service, caller, params, body }) => {
    const changes = await advanceClock(service, caller, params.external_id, body.now * 1000);
    return dataResponse({ now: body.now, changes: changes.map(serializeChange) });
  },
  listGrants: async ({ service, caller, params, query: { limit = 100, cursor } }) => {
    const grants = await listGrants(service, caller, params.external_id);
    return jsonResponse(serializeGrants(grants, { limit, cursor }));
  },
  grantVersion: async ({ service, caller, params, query }) => {
    const name = toGrant(caller, params, query);
    const grant = await grantVersion(service, caller, name);
    const message = `${grant.version.title} is available to ${grant.accountTitle}.`;
    return dataResponse(serializeGrant(grant), message);
  },
  revokeGrant: async ({ service, caller, params, query }) => {
    const name = toGrant(caller, params, query);
    await revokeGrant(service, caller, name);
    return dataResponse({ version_id: params.version_id });
  },
  getTerms: async ({ service, caller, params }) => {
    const agreed = await getTerms(service, caller, params.external_id);
    return dataResponse({ terms: agreed && serializeAgreedTerms(agreed) });
  },
  setTerms: async ({ service, caller, params, body }) =>
    dataResponse(serializeSetTerms(await setTerms(service, caller, params.external_id, body))),
  endTerms: async ({ service, caller, params, query }) => {
    const ended = await endTerms(service, caller, params.external_id, query.reason || null);
    return dataResponse(serializeSetTerms(ended));
  },
} satisfies Partial<OperationHandlers>;
