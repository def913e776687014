import { operations } from '@/lib/contract/operations';
import { createPortalToken } from '@/lib/domain/portal-sessions';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { serializeCredentialUser, serializePortalToken } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.createPortalToken, async ({ service, caller, body }) => {
    const { account_id: accountId, role, name, user_id: id = null, origin } = body;
    return jsonResponse(
      serializePortalToken(await createPortalToken(service, caller, { accountId, role, name, id }, origin)),
    );
  }),
  handle(operations.getCredentialUser, async ({ caller }) => jsonResponse(serializeCredentialUser(caller))),
);
