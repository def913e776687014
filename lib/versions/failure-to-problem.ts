import { Problem } from '@/lib/contract/errors';
import { classifyFailure } from '@/lib/data/failure';

/** Turns whatever was thrown into a refusal fit for a caller; the cause is kept for the log alone. */
export function failureToProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  switch (classifyFailure(error)) {
    case 'conflict':
      return new Problem('switch_conflict', 'Another switch of this account is under way. Try again.', {
        retryAfter: 1,
        cause: error,
      });
    case 'unavailable':
      return new Problem('service_unavailable', 'We can’t reach our records right now. Try again shortly.', {
        retryAfter: 2,
        cause: error,
      });
    default:
      return new Problem('internal_error', 'Something went wrong on our side.', { cause: error });
  }
}
