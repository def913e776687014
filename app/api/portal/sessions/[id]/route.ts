import { operations } from '@/lib/contract/operations';
import { endSessionById } from '@/lib/domain/portal-sessions';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.endPortalSession, async ({ service, caller, params: { id } }) => {
    await endSessionById(service, caller, id);
    return jsonResponse(toEnvelope({ session_id: id }));
  }),
);
