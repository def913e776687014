import { maxHistoryPageSize } from '@/lib/contract/history';
import { optionHistoryQuerySchema } from '@/lib/contract/optional-features';
import { requireAccount } from '@/lib/domain/caller';
import { listOptionHistory } from '@/lib/domain/option-changes';
import { endpoint, handle } from '@/lib/http/endpoint';
import { serializeOptionHistory } from '@/lib/http/option-serializers';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/account/optional-features', {
  GET: handle({
    allow: requireAccount,
    query: optionHistoryQuerySchema,
    respond: async ({ service, caller, query: { limit = maxHistoryPageSize, cursor = null } }) =>
      jsonResponse(
        serializeOptionHistory(await listOptionHistory(service, caller, { limit, before: cursor })),
      ),
  }),
});
