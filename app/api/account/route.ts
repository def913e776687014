import { operations } from '@/lib/contract/operations';
import { getOwnAccount } from '@/lib/domain/accounts';
import { serializeAccount } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.getOwnAccount, async ({ service, caller }) =>
    jsonResponse(toEnvelope(serializeAccount(await getOwnAccount(service, caller)))),
  ),
);
