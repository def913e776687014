import { operations } from '@/lib/contract/operations';
import { listAccounts } from '@/lib/domain/accounts';
import { parseAccountCursor, serializeAccounts } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listAccounts, async ({ service, caller, query }) => {
    const { search = null, version_id: versionId = null, limit = 100, cursor } = query;
    const after = cursor === undefined ? null : parseAccountCursor(cursor, { search });
    const { accounts, next } = await listAccounts(service, caller, { search, versionId, after, limit });
    return jsonResponse(serializeAccounts(accounts, next));
  }),
);
