import { operations } from '@/lib/contract/operations';
import { declineChange } from '@/lib/domain/waiting-changes';
import { respondWithChange } from '@/lib/http/change-serializers';
import { endpoint, handle } from '@/lib/http/endpoint';
import { parseChangeDecision } from '@/lib/http/parse-request';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  handle(operations.declineChange, async ({ service, caller, params, body, headers }) => {
    const message = body.message || null;
    const input = parseChangeDecision(caller, ['decline', params.id, message], headers);
    return respondWithChange(
      await declineChange(service, caller, params.id, { ...input, ifMatch: null, message }),
    );
  }),
);
