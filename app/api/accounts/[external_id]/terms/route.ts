import { operations } from '@/lib/contract/operations';
import { endTerms, getTerms, setTerms } from '@/lib/domain/account-terms';
import { serializeAgreedTerms, serializeSetTerms } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.getTerms, async ({ service, caller, params }) => {
    const agreed = await getTerms(service, caller, params.external_id);
    return dataResponse({ terms: agreed && serializeAgreedTerms(agreed) });
  }),
  handle(operations.setTerms, async ({ service, caller, params, body }) =>
    dataResponse(serializeSetTerms(await setTerms(service, caller, params.external_id, body))),
  ),
  handle(operations.endTerms, async ({ service, caller, params, query }) => {
    const ended = await endTerms(service, caller, params.external_id, query.reason || null);
    return dataResponse(serializeSetTerms(ended));
  }),
);
