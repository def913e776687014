import { config } from './config';
import { describeError } from './describe-error';
import type { Exchange } from './exchange';

type Fields = Record<string, string | number | null | object | undefined>;

/** One line of JSON on stdout, with the time; fields that are undefined are left out. */
export function log(level: 'info' | 'warn' | 'error', message: string, fields: Fields): void {
  if (!config.log) return;
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
  waiting += `${line}\n`;
  if (level !== 'info' || waiting.length > mostWaiting) flush();
  else flushing ??= setTimeout(flush, patienceMs);
}

/** A write costs as much as the answer it tells of, so what went well is told of together with what came soon after. */
const patienceMs = 20;
const mostWaiting = 64 * 1024;
let waiting = '';
let flushing: NodeJS.Timeout | undefined;

/** Writes what waits to be written. */
export function flush(): void {
  clearTimeout(flushing);
  flushing = undefined;
  if (waiting === '') return;
  process.stdout.write(waiting);
  waiting = '';
}

process.once('exit', flush);

/** How a request was answered. Neither its address nor its headers nor its body are in it: they can hold secrets. */
export function logRequest(
  { id, began, method, route, caller, failure, countFailure }: Exchange,
  { status, code }: { status: number; code?: string },
): void {
  const level = failure !== null ? 'error' : countFailure !== null ? 'warn' : 'info';
  log(level, 'request', {
    request_id: id,
    method,
    route,
    status,
    duration_ms: Math.round((performance.now() - began) * 10) / 10,
    caller: caller?.via,
    caller_id: caller?.actor?.id ?? undefined,
    app_id: caller?.app?.id,
    account_id: caller?.account?.id,
    code,
    error: failure === null ? undefined : describeError(failure),
    count_error: countFailure === null ? undefined : describeError(countFailure),
  });
}
