import { operations } from '@/lib/contract/operations';
import { getOwnAccount } from '@/lib/domain/accounts';
import { serializeOwnAccount } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.getOwnAccount, async ({ service, caller }) =>
    dataResponse(serializeOwnAccount(await getOwnAccount(service, caller))),
  ),
);
