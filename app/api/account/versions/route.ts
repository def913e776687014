import { historyQuerySchema } from '@/lib/contract/history';
import { requireAccount } from '@/lib/domain/caller';
import { endpoint, handle } from '@/lib/http/endpoint';
import { createHistoryResponse } from '@/lib/http/history-response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/account/versions', {
  GET: handle({
    allow: requireAccount,
    query: historyQuerySchema,
    respond: ({ service, caller, query, headers }) => createHistoryResponse(service, caller, query, headers),
  }),
});
