import { operations } from '@/lib/contract/operations';
import { createEdition, listEditions } from '@/lib/domain/catalog-editions';
import { serializeEdition, serializeEditions } from '@/lib/http/edition-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { createdResponse, jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listEditions, async ({ service, caller, query: { limit = 100, cursor = null } }) => {
    return jsonResponse(serializeEditions(await listEditions(service, caller, { limit, cursor })));
  }),
  handle(operations.createEdition, async ({ service, caller, body }) => {
    const { source, extension = null, existing = null, note = '', base_id: baseId = null } = body;
    const text = source === undefined ? null : { source, extension };
    return createdResponse(
      toEnvelope(serializeEdition(await createEdition(service, caller, { baseId, text, existing, note }))),
    );
  }),
);
