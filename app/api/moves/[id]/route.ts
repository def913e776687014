import { operations } from '@/lib/contract/operations';
import { cancelMove, getMove } from '@/lib/domain/moves';
import { serializeMove } from '@/lib/http/change-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.getMove, async ({ service, caller, params: { id } }) =>
    dataResponse(serializeMove(await getMove(service, caller, id))),
  ),
  handle(operations.cancelMove, async ({ service, caller, params: { id } }) =>
    dataResponse(serializeMove(await cancelMove(service, caller, id))),
  ),
);
