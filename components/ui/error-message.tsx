'use client';

import { useText } from '@/components/i18n/text-provider';
import { ApiRequestError, classifyRequestError } from '@/lib/client/api-request';
import { LocalizedMessage } from './localized-message';

/**
 * Explains a failed request: the API's own error for a 4xx response, otherwise why no response arrived. `failed` says what
 * failed, before the reason.
 */
export function ErrorMessage({ error, failed }: { error: unknown; failed?: string }) {
  const { ui } = useText();
  if (failed) {
    return (
      <>
        {failed} <ErrorMessage error={error} />
      </>
    );
  }
  if (error instanceof ApiRequestError && error.status < 500) {
    return <LocalizedMessage code={error.code} message={error.message} />;
  }
  return ui.causes[classifyRequestError(error)];
}
