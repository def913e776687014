import { operations } from '@/lib/contract/operations';
import { changeRemoval } from '@/lib/domain/personal-data';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseReason } from '@/lib/http/parse-request';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.requestRemoval, async ({ service, caller, params, query }) => {
    const input = { account: params.external_id, reason: parseReason(caller, query.reason) };
    const accountId = await changeRemoval(service, caller, { ...input, type: 'account.removal_requested' });
    return dataResponse({ account_id: accountId });
  }),
  handle(operations.withdrawRemoval, async ({ service, caller, params, query }) => {
    const input = { account: params.external_id, reason: parseReason(caller, query.reason) };
    const accountId = await changeRemoval(service, caller, { ...input, type: 'account.removal_withdrawn' });
    return dataResponse({ account_id: accountId });
  }),
);
