import { operations } from '@/lib/contract/operations';
import { listAudit } from '@/lib/domain/audit';
import { serializeAudit } from '@/lib/http/audit-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listAudit, async ({ service, caller, query }) => {
    const { type = null, account_id: account = null, limit = 100, cursor: before = null } = query;
    const { entries, next } = await listAudit(service, caller, { type, account }, { before, limit });
    return jsonResponse(serializeAudit(entries, next));
  }),
);
