import { operations } from '@/lib/contract/operations';
import { checkCatalog } from '@/lib/domain/catalog-editions';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(
    operations.checkCatalog,
    async ({ service, caller, body: { source, extension = null, existing = {} } }) => {
      const { problems, difference } = await checkCatalog(service, caller, { source, extension, existing });
      return jsonResponse(toEnvelope({ problems, difference }));
    },
  ),
);
