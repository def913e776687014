import { operations } from '@/lib/contract/operations';
import { addEditionNote, listEditionNotes } from '@/lib/domain/edition-notes';
import {
  serializeEditionNote,
  serializeEditionNotes,
  withPresentEdition,
} from '@/lib/http/edition-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseIfMatch } from '@/lib/http/parse-request';
import { createdResponse, jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listEditionNotes, async ({ service, caller, params: { id }, query }) => {
    const { limit = 100, cursor = null } = query;
    const before = cursor === null ? null : Number(cursor);
    return jsonResponse(
      serializeEditionNotes(await listEditionNotes(service, caller, id, { before, limit })),
    );
  }),
  handle(operations.addEditionNote, async ({ service, caller, params: { id }, body, headers }) => {
    const { kind = 'comment', text = '', reviewer } = body;
    const note = addEditionNote(service, caller, id, {
      ...{ kind, text, ifMatch: parseIfMatch(headers.get('if-match')) },
      reviewer: reviewer ? { name: reviewer.name, userId: reviewer.user_id ?? null } : null,
    });
    return createdResponse(toEnvelope(serializeEditionNote(await withPresentEdition(note))));
  }),
);
