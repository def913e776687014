import { operations } from '@/lib/contract/operations';
import { listEvents } from '@/lib/domain/events';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseEventCursor } from '@/lib/http/parse-request';
import { jsonResponse } from '@/lib/http/response';
import { serializeEvents } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listEvents, async ({ service, caller, query }) => {
    const filter = { accountId: query.account_id ?? null, types: query.types?.split(',') ?? null };
    const page = { after: parseEventCursor(query.cursor), limit: query.limit ?? 100 };
    return jsonResponse(serializeEvents(await listEvents(service, caller, filter, page)));
  }),
);
