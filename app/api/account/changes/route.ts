import { operations } from '@/lib/contract/operations';
import { createChange, listChanges } from '@/lib/domain/waiting-changes';
import { respondWithChange, serializeChanges } from '@/lib/http/change-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { contentLanguage, findLanguage } from '@/lib/http/find-language';
import { parseChangeRequest } from '@/lib/http/parse-request';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listChanges, async ({ service, caller, query, headers }) => {
    const { state, limit = 100, cursor = null } = query;
    const isOpen = state === undefined ? null : state === 'open';
    const language = findLanguage(caller, query, headers);
    const page = await listChanges(service, caller, { before: cursor, isOpen, limit }, language);
    return jsonResponse(serializeChanges(page), contentLanguage(caller.app, language));
  }),
  handle(operations.createChange, async ({ service, caller, body, headers }) => {
    const result = await createChange(service, caller, parseChangeRequest(caller, body, headers));
    return respondWithChange(result, { isNew: result.changed });
  }),
);
