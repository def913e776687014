import { operations } from '@/lib/contract/operations';
import { getVersion } from '@/lib/domain/list-versions';
import { endpoint } from '@/lib/http/endpoint';
import { handleCached } from '@/lib/http/fast-path';
import { getCachedResponse, responseNames } from '@/lib/http/response-cache';
import { serializeVersion } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handleCached(operations.getVersion, (view, caller, { params: { id } }) =>
    getCachedResponse(view, caller, responseNames.version(id), () =>
      serializeVersion(getVersion(view, caller, id)),
    ),
  ),
);
