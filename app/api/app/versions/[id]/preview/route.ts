import { operations } from '@/lib/contract/operations';
import { previewSwitch } from '@/lib/domain/evaluate-switch';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { serializeSwitchPreview } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.previewSwitch, async ({ service, caller, params, query: { billing_period, users } }) => {
    const options = { billingPeriod: billing_period ?? null, users: users ?? 1 };
    const preview = await previewSwitch(service, caller, params.id, options);
    return jsonResponse(serializeSwitchPreview(preview), { ETag: `"${preview.revision}"` });
  }),
);
