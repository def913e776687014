import { operations } from '@/lib/contract/operations';
import { checkCatalog } from '@/lib/domain/catalog-editions';
import { serializeCheck } from '@/lib/http/edition-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(
    operations.checkCatalog,
    async ({ service, caller, body: { source, extension = null, existing = {}, revenue, texts } }) => {
      const check = await checkCatalog(service, caller, { source, extension, existing, revenue, texts });
      return dataResponse({ ...serializeCheck(check), texts: check.texts });
    },
  ),
);
