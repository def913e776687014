import { operations } from '@/lib/contract/operations';
import { createAccountKey, listKeysOfAccount } from '@/lib/domain/account-keys';
import { serializeCreatedKey, serializeKeys } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { createdResponse, jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listAccountKeys, async ({ service, caller, params, query: { limit = 100, cursor } }) => {
    const keys = await listKeysOfAccount(service, caller, params.external_id);
    return jsonResponse(serializeKeys(keys, { limit, cursor }));
  }),
  handle(operations.createAccountKey, async ({ service, caller, params, body }) => {
    const { role, name = null, read_only = false, expires_at } = body;
    const expiresAt = expires_at === undefined ? null : new Date(expires_at * 1000);
    const options = { role, name, readOnly: read_only, expiresAt };
    const key = await createAccountKey(service, caller, params.external_id, options);
    return createdResponse(toEnvelope(serializeCreatedKey(key)));
  }),
);
