import type { Instrumentation } from 'next';

/** Reads the configuration before the first request, so that what is wrong with it is told at the start. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await import('@/lib/http/config');
}

/** A page that failed is a line of the log too; what the endpoints answer, they log themselves. */
export const onRequestError: Instrumentation.onRequestError = async (
  error,
  { method, headers },
  { routePath },
) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { logPageFailure } = await import('@/lib/http/log-page-failure');
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  logPageFailure(error, { method, route: routePath, headers: new Headers(sent) });
};
