import type { Instrumentation } from 'next';

/** Validates the configuration at start, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { getConfig } = await import('@/lib/server/process/config');
  getConfig();
}

/** Logs errors of pages. Endpoints log their own. */
export const onRequestError: Instrumentation.onRequestError = async (
  error,
  { method, headers },
  { routePath },
) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { logPageError } = await import('@/lib/server/process/log');
  const { parseSessionCookie } = await import('@/lib/http/pipeline/authenticate');
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const requestHeaders = new Headers(entries);
  const hasSession = parseSessionCookie(requestHeaders.get('cookie')) !== null;
  logPageError(error, { method, route: routePath, headers: requestHeaders, hasSession });
};
