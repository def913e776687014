import { operations } from '@/lib/contract/operations';
import { listGrants } from '@/lib/domain/version-grants';
import { serializeGrants } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listGrants, async ({ service, caller, params, query: { limit = 100, cursor } }) => {
    const grants = await listGrants(service, caller, params.external_id);
    return jsonResponse(serializeGrants(grants, { limit, cursor }));
  }),
);
