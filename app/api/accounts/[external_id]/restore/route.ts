import { operations } from '@/lib/contract/operations';
import { restoreAccount } from '@/lib/domain/personal-data';
import { serializeAccount } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.restoreAccount, async ({ service, caller, params }) =>
    dataResponse(serializeAccount(await restoreAccount(service, caller, params.external_id))),
  ),
);
