import { operations } from '@/lib/contract/operations';
import { checkCatalog } from '@/lib/domain/catalog-editions';
import { serializeCheck } from '@/lib/http/edition-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { jsonResponse } from '@/lib/http/response';
import { toEnvelope } from '@/lib/http/serializers';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(
    operations.checkCatalog,
    async ({ service, caller, body: { source, extension = null, existing = {} } }) => {
      const check = await checkCatalog(service, caller, { source, extension, existing });
      return jsonResponse(toEnvelope(serializeCheck(check)));
    },
  ),
);
