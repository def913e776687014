import { ApiError } from '@/lib/contract/errors';
import { classifyDatabaseError } from '@/lib/db/connection/database-error';

/** The error to respond with for anything thrown. Its `cause` is for the log only. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  switch (classifyDatabaseError(error)) {
    case 'conflict':
      return new ApiError('switch_conflict', 'Another change is in progress. Try again.', {
        retryAfter: 1,
        cause: error,
      });
    case 'limit':
      return new ApiError('too_many_requests', 'Too many reads of this app are in progress. Try again.', {
        retryAfter: 1,
        cause: error,
      });
    case 'unavailable': {
      const message = 'The service is temporarily unavailable. Try again shortly.';
      return new ApiError('service_unavailable', message, { retryAfter: 2, cause: error });
    }
    default:
      return new ApiError('internal_error', 'Something went wrong on our side.', { cause: error });
  }
}
