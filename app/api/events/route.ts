import { operations } from '@/lib/contract/operations';
import { listEvents } from '@/lib/domain/events';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseEventCursor } from '@/lib/http/parse-request';
import { jsonTextResponse } from '@/lib/http/response';
import { stringifyEvents } from '@/lib/http/webhook-serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listEvents, async ({ service, caller, query }) => {
    const filter = { accountId: query.account_id ?? null, types: query.types?.split(',') ?? null };
    const page = { after: parseEventCursor(query.cursor), limit: query.limit ?? 100 };
    return jsonTextResponse(stringifyEvents(await listEvents(service, caller, filter, page)));
  }),
);
