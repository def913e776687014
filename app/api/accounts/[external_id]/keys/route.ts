import { operations } from '@/lib/contract/operations';
import { listKeysOfAccount } from '@/lib/domain/portal-sessions';
import { serializeKeys } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listAccountKeys, async ({ service, caller, params, query: { limit = 100, cursor } }) => {
    const keys = await listKeysOfAccount(service, caller, params.external_id);
    return jsonResponse(serializeKeys(keys, { limit, cursor }));
  }),
);
