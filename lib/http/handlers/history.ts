import { maxHistoryPageSize } from '@/lib/contract/history';
import { contentLanguage, findLanguage } from '../pipeline/find-language';
import { jsonResponse } from '../pipeline/response';
import { readAddOnHistory } from '../serializers/history-queries';
import { createHistoryResponse } from '../serializers/history-response';
import type { OperationHandlers } from './operation-handlers';

export const historyHandlers = {
  listVersionHistory: ({ service, caller, query, headers }) =>
    createHistoryResponse(service, caller, query, headers),
  listOptionHistory: async ({ service, caller, query, headers }) => {
    const { limit = maxHistoryPageSize, cursor = null } = query;
    const language = findLanguage(caller, query, headers);
    const history = await readAddOnHistory(service, caller, { language, limit, before: cursor });
    return jsonResponse(history, contentLanguage(caller.app, language));
  },
} satisfies Partial<OperationHandlers>;
