import { operations } from '@/lib/contract/operations';
import { previewAddOn } from '@/lib/domain/change-add-on';
import { serializeAddOnPreview } from '@/lib/http/add-on-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.previewOptionalFeature, async ({ service, caller, params, query }) => {
    const { active = true, quantity, users } = query;
    const preview = await previewAddOn(service, caller, { addOnId: params.id, active, quantity });
    return jsonResponse(serializeAddOnPreview(preview, users), { ETag: `"${preview.revision}"` });
  }),
);
