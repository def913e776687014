import { operations } from '@/lib/contract/operations';
import { compareEditions, discardEdition, getEdition, updateEdition } from '@/lib/domain/catalog-editions';
import {
  serializeEdition,
  serializeEditionDetails,
  withPresentEdition,
} from '@/lib/http/edition-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseIfMatch } from '@/lib/http/parse-request';
import { dataResponse, jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.getEdition, async ({ service, caller, params: { id }, query: { compare_to: from } }) => {
    const details = await (from === undefined
      ? getEdition(service, caller, id, { revenue: true })
      : compareEditions(service, caller, { from, to: id }));
    return jsonResponse(toEnvelope(serializeEditionDetails(details)), { ETag: `"${details.revision}"` });
  }),
  handle(operations.updateEdition, async ({ service, caller, params: { id }, body, headers }) => {
    const { note = null, ...change } = body;
    const ifMatch = parseIfMatch(headers.get('if-match'));
    const update = updateEdition(service, caller, id, { ...change, note, ifMatch });
    return dataResponse(serializeEdition(await withPresentEdition(update)));
  }),
  handle(operations.deleteEdition, async ({ service, caller, params: { id }, headers }) => {
    const ifMatch = parseIfMatch(headers.get('if-match'));
    await withPresentEdition(discardEdition(service, caller, id, { ifMatch }));
    return dataResponse({ id });
  }),
);
