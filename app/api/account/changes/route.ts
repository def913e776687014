import { operations } from '@/lib/contract/operations';
import { createChange, listChanges } from '@/lib/domain/waiting-changes';
import { respondWithChange, serializeChanges } from '@/lib/http/change-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseChangeRequest } from '@/lib/http/parse-request';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(
    operations.listChanges,
    async ({ service, caller, query: { state, limit = 100, cursor = null } }) => {
      const isOpen = state === undefined ? null : state === 'open';
      return jsonResponse(
        serializeChanges(await listChanges(service, caller, { before: cursor, isOpen, limit })),
      );
    },
  ),
  handle(operations.createChange, async ({ service, caller, body, headers }) => {
    const result = await createChange(service, caller, parseChangeRequest(caller, body, headers));
    return respondWithChange(result, { isNew: result.changed });
  }),
);
