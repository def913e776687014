import { operations } from '@/lib/contract/operations';
import { previewSwitch } from '@/lib/domain/switch-version';
import { endpoint, handle } from '@/lib/http/endpoint';
import { contentLanguage, findLanguage } from '@/lib/http/find-language';
import { jsonResponse } from '@/lib/http/response';
import { serializeSwitchPreview } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.previewSwitch, async ({ service, caller, params: { id }, query, headers }) => {
    const { billing_period: billingPeriod, trial_ends_at: endsAt, language: _, ...options } = query;
    const trialEndsAt = endsAt === undefined ? undefined : endsAt * 1000;
    const language = findLanguage(caller, query, headers);
    const input = { billingPeriod, trialEndsAt, ...options };
    const preview = await previewSwitch(service, caller, id, input, language);
    return jsonResponse(serializeSwitchPreview(preview), {
      ETag: `"${preview.revision}"`,
      ...contentLanguage(caller.app, language),
    });
  }),
);
