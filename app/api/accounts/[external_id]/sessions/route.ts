import { operations } from '@/lib/contract/operations';
import { endSessionsOfAccount, listSessionsOfAccount } from '@/lib/domain/portal-sessions';
import { serializeSessions } from '@/lib/http/account-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { assertNamesPerson } from '@/lib/http/parse-request';
import { dataResponse, jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(
    operations.listAccountSessions,
    async ({ service, caller, params, query: { limit = 100, cursor } }) => {
      const sessions = await listSessionsOfAccount(service, caller, params.external_id);
      return jsonResponse(serializeSessions(sessions, { limit, cursor }));
    },
  ),
  handle(operations.endAccountSessions, async ({ service, caller, params }) => {
    assertNamesPerson(caller);
    return dataResponse({ ended: await endSessionsOfAccount(service, caller, params.external_id) });
  }),
);
