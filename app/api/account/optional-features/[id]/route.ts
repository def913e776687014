import { operations } from '@/lib/contract/operations';
import { changeAddOn } from '@/lib/domain/change-add-on';
import { serializeAddOnChange } from '@/lib/http/add-on-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseAddOnInput } from '@/lib/http/parse-request';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.changeOptionalFeature, async ({ service, caller, params, body, headers }) => {
    const input = parseAddOnInput(caller, params.id, body, headers);
    const outcome = await changeAddOn(service, caller, input);
    return jsonResponse(
      serializeAddOnChange(outcome),
      outcome.replayed ? { 'Idempotent-Replayed': 'true' } : {},
    );
  }),
);
