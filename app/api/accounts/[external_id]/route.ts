import { operations } from '@/lib/contract/operations';
import { upsertAccount } from '@/lib/domain/accounts';
import { endpoint, handle } from '@/lib/http/endpoint';
import { createdResponse, jsonResponse } from '@/lib/http/response';
import { serializeAccount } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.upsertAccount, async ({ service, caller, params, body }) => {
    const input = { externalId: params.external_id, title: body.title };
    const account = await upsertAccount(service, caller, input);
    return account.created
      ? createdResponse(serializeAccount(account))
      : jsonResponse(serializeAccount(account));
  }),
);
