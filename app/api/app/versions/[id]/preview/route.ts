import { operations } from '@/lib/contract/operations';
import { previewSwitch } from '@/lib/domain/switch-version';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { serializeSwitchPreview } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.previewSwitch, async ({ service, caller, params: { id }, query }) => {
    const { billing_period: billingPeriod, trial_ends_at: endsAt, ...options } = query;
    const trialEndsAt = endsAt === undefined ? undefined : endsAt * 1000;
    const preview = await previewSwitch(service, caller, id, { billingPeriod, trialEndsAt, ...options });
    return jsonResponse(serializeSwitchPreview(preview), { ETag: `"${preview.revision}"` });
  }),
);
