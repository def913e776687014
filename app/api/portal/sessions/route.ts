import { operations } from '@/lib/contract/operations';
import { createPortalLink, endSessionsOfUser } from '@/lib/domain/portal-sessions';
import { publicOrigin } from '@/lib/http/authenticate';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse, jsonResponse } from '@/lib/http/response';
import { serializePortalSession } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.createPortalSession, async ({ service, caller, body, headers }) => {
    const { account_id, role, name, user_id, return_url, path, locale } = body;
    const user = { accountId: account_id ?? null, role, name, id: user_id ?? null };
    const start = { returnUrl: return_url ?? null, path: path ?? null, locale: locale ?? null };
    const link = await createPortalLink(service, caller, user, start);
    return jsonResponse(serializePortalSession(link, publicOrigin(headers)));
  }),
  handle(operations.endPortalSessions, async ({ service, caller, query }) =>
    dataResponse({ ended: await endSessionsOfUser(service, caller, query.user_id) }),
  ),
);
