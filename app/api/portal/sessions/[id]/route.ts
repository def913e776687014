import { operations } from '@/lib/contract/operations';
import { endSessionById } from '@/lib/domain/portal-sessions';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.endPortalSession, async ({ service, caller, params: { id } }) => {
    await endSessionById(service, caller, id);
    return dataResponse({ session_id: id });
  }),
);
