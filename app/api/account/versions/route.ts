import { historyQuerySchema } from '@/lib/contract/history';
import { answerHistory } from '@/lib/http/answer-history';
import { endpoint, handle } from '@/lib/http/endpoint';
import { requireAccount } from '@/lib/versions/caller';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/account/versions', {
  GET: handle({
    allow: requireAccount,
    query: historyQuerySchema,
    answer: ({ service, caller, query, headers }) => answerHistory(service, caller, query, headers),
  }),
});
