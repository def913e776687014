import { operations } from '@/lib/contract/operations';
import { cancelEditionSchedule, publishEdition } from '@/lib/domain/catalog-editions';
import { serializeEdition, withPresentEdition } from '@/lib/http/edition-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseIfMatch } from '@/lib/http/parse-request';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.publishEdition, async ({ service, caller, params: { id }, body, headers }) => {
    const { at, existing = {}, note = null, ends_at: endsAt, ends_existing: endsExisting = 'keep' } = body;
    const publish = publishEdition(service, caller, id, {
      at: at === undefined ? null : new Date(at * 1000),
      existing,
      note,
      end: endsAt === undefined ? null : { endsAt: new Date(endsAt * 1000), endsExisting },
      ifMatch: parseIfMatch(headers.get('if-match')),
    });
    return dataResponse(serializeEdition(await withPresentEdition(publish)));
  }),
  handle(operations.cancelSchedule, async ({ service, caller, params: { id }, headers }) => {
    const ifMatch = parseIfMatch(headers.get('if-match'));
    const cancel = cancelEditionSchedule(service, caller, id, { ifMatch });
    return dataResponse(serializeEdition(await withPresentEdition(cancel)));
  }),
);
