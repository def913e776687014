import { operations } from '@/lib/contract/operations';
import { endpoint, handle } from '@/lib/http/endpoint';
import { createHistoryResponse } from '@/lib/http/history-response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listVersionHistory, ({ service, caller, query, headers }) =>
    createHistoryResponse(service, caller, query, headers),
  ),
);
