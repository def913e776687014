import { maxHistoryPageSize } from '@/lib/contract/history';
import { operations } from '@/lib/contract/operations';
import { listAddOnHistory } from '@/lib/domain/add-on-changes';
import { localizeAddOnHistory } from '@/lib/domain/localize-history';
import { serializeAddOnHistory } from '@/lib/http/add-on-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { contentLanguage, findLanguage } from '@/lib/http/find-language';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listOptionHistory, async ({ service, caller, query, headers }) => {
    const { limit = maxHistoryPageSize, cursor = null } = query;
    const language = findLanguage(caller, query, headers);
    const page = await listAddOnHistory(service, caller, { limit, before: cursor });
    return jsonResponse(
      serializeAddOnHistory(await localizeAddOnHistory(service, caller.app.id, language, page)),
      contentLanguage(caller.app, language),
    );
  }),
);
