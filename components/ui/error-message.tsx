'use client';

import { useText } from '@/components/i18n/text-provider';
import { ApiRequestError, classifyRequestError } from '@/lib/client/api-request';
import { LocalizedMessage } from './localized-message';

interface ErrorMessageProps {
  error: unknown;
  /** What failed, before the reason. */
  failed?: string | undefined;
  /** Texts of the page for errors of the API, by code. */
  messages?: Partial<Record<string, string>>;
  /** Says that the request may have been processed, instead of why no response arrived. */
  unknown?: string | undefined;
}

/** Explains a failed request: the API's own error for a 4xx response, otherwise why no response arrived. */
export function ErrorMessage({ error, failed, messages = {}, unknown }: ErrorMessageProps) {
  const { ui } = useText();
  if (failed) {
    return (
      <>
        {failed} <ErrorMessage error={error} />
      </>
    );
  }
  if (error instanceof ApiRequestError && error.status < 500) {
    return messages[error.code] ?? <LocalizedMessage code={error.code} message={error.message} />;
  }
  return unknown ?? ui.causes[classifyRequestError(error)];
}
