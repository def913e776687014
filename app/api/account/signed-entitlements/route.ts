import { operations } from '@/lib/contract/operations';
import { getCatalogView } from '@/lib/domain/catalog-view';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';
import { signEntitlements } from '@/lib/http/signed-entitlements';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.getSignedEntitlements, async ({ service, caller, headers }) => {
    const view = await getCatalogView(service, caller);
    return dataResponse(await signEntitlements(service, caller, view, headers));
  }),
);
