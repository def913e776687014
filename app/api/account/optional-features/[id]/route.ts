import { operations } from '@/lib/contract/operations';
import { changeOption } from '@/lib/domain/change-option';
import { endpoint, handle } from '@/lib/http/endpoint';
import { serializeOptionChange } from '@/lib/http/option-serializers';
import { parseOptionInput } from '@/lib/http/parse-request';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.changeOptionalFeature, async ({ service, caller, params, body, headers }) => {
    const input = parseOptionInput(caller, params.id, body, headers);
    const outcome = await changeOption(service, caller, input);
    return jsonResponse(
      serializeOptionChange(outcome),
      outcome.replayed ? { 'Idempotent-Replayed': 'true' } : {},
    );
  }),
);
