import { operations } from '@/lib/contract/operations';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import { listAccounts } from '@/lib/domain/accounts';
import { listChangedAccounts } from '@/lib/domain/changed-accounts';
import { parseAccountCursor, serializeAccounts } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listAccounts, async ({ service, caller, query }) => {
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
  }),
);
