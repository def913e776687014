import { operations } from '@/lib/contract/operations';
import { createExportResponse } from '@/lib/http/account-export';
import { endpoint, handle } from '@/lib/http/endpoint';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.exportAccount, ({ service, caller, params }) =>
    createExportResponse(service, caller, params.external_id),
  ),
);
