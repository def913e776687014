import { listAudit } from '@/lib/domain/audit/audit';
import { jsonResponse } from '../pipeline/response';
import { serializeAudit } from '../serializers/audit-serializers';
import type { OperationHandlers } from './operation-handlers';

export const auditHandlers = {
  listAudit: async ({ service, caller, query }) => {
    const { type = null, account_id: account = null, limit = 100, cursor: before = null } = query;
    const { actor = null, search = null, since, until, sign_in_links: signInLinks = false } = query;
    const times = {
      since: since === undefined ? null : since * 1000,
      until: until === undefined ? null : until * 1000,
    };
    const filter = { type, account, actor, search, signInLinks, ...times };
    const { entries, next } = await listAudit(service, caller, filter, { before, limit });
    return jsonResponse(serializeAudit(entries, next));
  },
} satisfies Partial<OperationHandlers>;
