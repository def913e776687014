import { maxHistoryPageSize } from '@/lib/contract/history';
import { operations } from '@/lib/contract/operations';
import { listAddOnHistory } from '@/lib/domain/add-on-changes';
import { serializeAddOnHistory } from '@/lib/http/add-on-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(
    operations.listOptionHistory,
    async ({ service, caller, query: { limit = maxHistoryPageSize, cursor = null } }) =>
      jsonResponse(serializeAddOnHistory(await listAddOnHistory(service, caller, { limit, before: cursor }))),
  ),
);
