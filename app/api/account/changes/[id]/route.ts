import { operations } from '@/lib/contract/operations';
import { cancelChange, getChange } from '@/lib/domain/waiting-changes';
import { respondWithChange, serializeChange } from '@/lib/http/change-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseChangeDecision, parseReason } from '@/lib/http/parse-request';
import { dataResponse } from '@/lib/http/response';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.getChange, async ({ service, caller, params }) =>
    dataResponse(serializeChange(await getChange(service, caller, params.id))),
  ),
  handle(operations.cancelChange, async ({ service, caller, params, query, headers }) => {
    const reason = parseReason(caller, query.reason);
    const input = parseChangeDecision(caller, ['cancel', params.id, reason], headers);
    return respondWithChange(await cancelChange(service, caller, params.id, { ...input, reason }));
  }),
);
