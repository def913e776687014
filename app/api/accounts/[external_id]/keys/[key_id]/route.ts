import { operations } from '@/lib/contract/operations';
import { revokeAccountKey } from '@/lib/domain/account-keys';
import { serializeKey } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.revokeAccountKey, async ({ service, caller, params }) =>
    dataResponse(serializeKey(await revokeAccountKey(service, caller, params.external_id, params.key_id))),
  ),
);
