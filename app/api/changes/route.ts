import { operations } from '@/lib/contract/operations';
import { listRequests } from '@/lib/domain/waiting-changes';
import { serializeRequests } from '@/lib/http/change-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listRequests, async ({ service, caller, query }) => {
    const { waits_for: waitsFor = null, limit = 100, cursor: before = null } = query;
    return jsonResponse(serializeRequests(await listRequests(service, caller, { before, waitsFor, limit })));
  }),
);
