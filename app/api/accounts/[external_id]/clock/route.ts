import { operations } from '@/lib/contract/operations';
import { advanceClock } from '@/lib/domain/advance-clock';
import { serializeChange } from '@/lib/http/change-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.advanceClock, async ({ service, caller, params, body }) => {
    const changes = await advanceClock(service, caller, params.external_id, body.now * 1000);
    return dataResponse({ now: body.now, changes: changes.map(serializeChange) });
  }),
);
