import { operations } from '@/lib/contract/operations';
import { dismissNotice } from '@/lib/domain/notices';
import { endpoint, handle } from '@/lib/http/endpoint';
import { serializeDismissal } from '@/lib/http/notice-serializers';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.dismissNotice, async ({ service, caller, params }) =>
    dataResponse(serializeDismissal(await dismissNotice(service, caller, params.id))),
  ),
);
