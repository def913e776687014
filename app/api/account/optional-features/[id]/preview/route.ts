import { operations } from '@/lib/contract/operations';
import { previewAddOn } from '@/lib/domain/change-add-on';
import { serializeAddOnPreview } from '@/lib/http/add-on-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { contentLanguage, findLanguage } from '@/lib/http/find-language';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.previewOptionalFeature, async ({ service, caller, params, query, headers }) => {
    const { active = true, quantity, users } = query;
    const language = findLanguage(caller, query, headers);
    const requested = { addOnId: params.id, active, quantity };
    const preview = await previewAddOn(service, caller, requested, language);
    return jsonResponse(serializeAddOnPreview(preview, users), {
      ETag: `"${preview.revision}"`,
      ...contentLanguage(caller.app, language),
    });
  }),
);
