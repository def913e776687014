import { operations } from '@/lib/contract/operations';
import { publishEdition } from '@/lib/domain/catalog-editions';
import { serializeEdition, withPresentEdition } from '@/lib/http/edition-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseIfMatch } from '@/lib/http/parse-request';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.publishEdition, async ({ service, caller, params: { id }, body, headers }) => {
    const { at, existing = {}, note = null } = body;
    const publish = publishEdition(service, caller, id, {
      at: at === undefined ? null : new Date(at * 1000),
      existing,
      note,
      ifMatch: parseIfMatch(headers.get('if-match')),
    });
    return dataResponse(serializeEdition(await withPresentEdition(publish)));
  }),
);
