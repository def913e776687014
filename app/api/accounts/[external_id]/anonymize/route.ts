import { operations } from '@/lib/contract/operations';
import { anonymizeAccount } from '@/lib/domain/personal-data';
import { endpoint, handle } from '@/lib/http/endpoint';
import { assertNamesPerson } from '@/lib/http/parse-request';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.anonymizeAccount, async ({ service, caller, params }) => {
    assertNamesPerson(caller);
    const accountId = await anonymizeAccount(service, caller, params.external_id);
    return dataResponse({ account_id: accountId }, 'The account was anonymized.');
  }),
);
