import { toApiError } from '@/lib/domain/to-api-error';

/** Returns the code of the API error that the work rejects with, or `done`. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (thrown) => toApiError(thrown).code,
  );
