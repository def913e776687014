'use client';

import { useText } from '@/components/i18n/text-provider';
import { ApiRequestError, classifyRequestError } from '@/lib/client/api-request';

/** Explains a failed request: the API's own error for a 4xx response, otherwise why no response arrived. */
export function ErrorMessage({ error }: { error: unknown }) {
  const { ui } = useText();
  if (error instanceof ApiRequestError && error.status < 500) {
    return <LocalizedMessage code={error.code} message={error.message} />;
  }
  return ui.causes[classifyRequestError(error)];
}

/**
 * The message of an error or a blocker, translated by its code. A code without a translation shows `message`, whose text
 * direction may differ from the page's.
 */
export function LocalizedMessage({ code, message }: { code: string; message: string }) {
  const { errors }: { errors: Record<string, string> } = useText();
  return errors[code] ?? <bdi>{message}</bdi>;
}
