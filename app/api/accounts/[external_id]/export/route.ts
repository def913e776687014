import { operations } from '@/lib/contract/operations';
import { createExportResponse } from '@/lib/http/account-export';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseReason } from '@/lib/http/parse-request';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.exportAccount, ({ service, caller, params, query }) =>
    createExportResponse(service, caller, params.external_id, parseReason(caller, query.reason)),
  ),
);
