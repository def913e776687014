import { operations } from '@/lib/contract/operations';
import { anonymizeAccount } from '@/lib/domain/personal-data';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.anonymizeAccount, async ({ service, caller, params }) => {
    const accountId = await anonymizeAccount(service, caller, params.external_id);
    return jsonResponse(toEnvelope({ account_id: accountId }, 'The account was anonymized.'));
  }),
);
