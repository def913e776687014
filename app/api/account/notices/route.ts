import { operations } from '@/lib/contract/operations';
import { listNotices } from '@/lib/domain/notices';
import { endpoint, handle } from '@/lib/http/endpoint';
import { serializeNotices } from '@/lib/http/notice-serializers';
import { jsonResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.listNotices, async ({ service, caller, query }) =>
    jsonResponse(serializeNotices(caller, await listNotices(service, caller), query)),
  ),
);
