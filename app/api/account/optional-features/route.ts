import { maxHistoryPageSize } from '@/lib/contract/history';
import { operations } from '@/lib/contract/operations';
import { listOptionHistory } from '@/lib/domain/option-changes';
import { endpoint, handle } from '@/lib/http/endpoint';
import { serializeOptionHistory } from '@/lib/http/option-serializers';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(
    operations.listOptionHistory,
    async ({ service, caller, query: { limit = maxHistoryPageSize, cursor = null } }) =>
      jsonResponse(
        serializeOptionHistory(await listOptionHistory(service, caller, { limit, before: cursor })),
      ),
  ),
);
