import { operations } from '@/lib/contract/operations';
import { endpoint } from '@/lib/http/endpoint';
import { handleCached } from '@/lib/http/fast-path';
import { getFeatureResponse } from '@/lib/http/feature-responses';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handleCached(operations.getAccountFeature, (view, caller, { params }) =>
    getFeatureResponse(view, caller, params.human_id),
  ),
);
