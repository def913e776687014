import { maxPreviewedAccounts } from '@/lib/contract/moves';
import { operations } from '@/lib/contract/operations';
import { previewMove } from '@/lib/domain/moves';
import { serializeMovePreview } from '@/lib/http/change-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseMove } from '@/lib/http/parse-request';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.previewMove, async ({ service, caller, query }) => {
    const { limit = maxPreviewedAccounts, cursor = null } = query;
    const preview = await previewMove(service, caller, { ...parseMove(query), limit, after: cursor });
    return dataResponse(serializeMovePreview(preview));
  }),
);
