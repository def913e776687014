import { describeError } from './describe-error';
import { log } from './log';
import { readSessionCookie } from './session-cookie';

/** Tells the log when a page was asked for; the proxy sets it, over whatever was sent. */
export const beganHeader = 'X-Request-Began';

interface FailedPage {
  method: string;
  /** Pattern of its address. */
  route: string;
  /** As the proxy passed them on. */
  headers: Headers;
}

/** Logs a page that failed, as requests are logged. Who asked goes by what was sent: to look it up may have failed. */
export function logPageFailure(error: unknown, { method, route, headers }: FailedPage): void {
  log('error', 'page failed', {
    request_id: headers.get('x-request-id') ?? undefined,
    method,
    route,
    status: 500,
    duration_ms: Date.now() - Number(headers.get(beganHeader) ?? Number.NaN),
    caller: readSessionCookie(headers) === null ? 'visitor' : 'session',
    error: describeError(error),
  });
}
