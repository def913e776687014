import { operations } from '@/lib/contract/operations';
import { createPortalLink } from '@/lib/domain/portal-sessions';
import { publicOrigin } from '@/lib/http/authenticate';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { serializePortalSession } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.createPortalSession, async ({ service, caller, body, headers }) => {
    const { account_id, role, name, user_id } = body;
    const user = { accountId: account_id ?? null, role, name, id: user_id ?? null };
    const link = await createPortalLink(service, caller, user);
    return jsonResponse(serializePortalSession(link, publicOrigin(headers)));
  }),
);
