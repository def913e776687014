import { maxHistoryPageSize } from '@/lib/contract/history';
import { operations } from '@/lib/contract/operations';
import { endpoint, handle } from '@/lib/http/endpoint';
import { contentLanguage, findLanguage } from '@/lib/http/find-language';
import { readAddOnHistory } from '@/lib/http/history-queries';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listOptionHistory, async ({ service, caller, query, headers }) => {
    const { limit = maxHistoryPageSize, cursor = null } = query;
    const language = findLanguage(caller, query, headers);
    const history = await readAddOnHistory(service, caller, { language, limit, before: cursor });
    return jsonResponse(history, contentLanguage(caller.app, language));
  }),
);
