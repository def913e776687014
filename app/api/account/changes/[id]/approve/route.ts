import { operations } from '@/lib/contract/operations';
import { approveChange } from '@/lib/domain/waiting-changes';
import { respondWithChange } from '@/lib/http/change-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseChangeDecision } from '@/lib/http/parse-request';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.approveChange, async ({ service, caller, params, headers }) =>
    respondWithChange(
      await approveChange(
        service,
        caller,
        params.id,
        parseChangeDecision(caller, ['approve', params.id], headers),
      ),
    ),
  ),
);
