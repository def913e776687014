import { config } from './config';
import { describeError } from './describe-error';
import type { Exchange } from './exchange';

type Fields = Record<string, string | number | null | object | undefined>;

/** One line of JSON on stdout, with the time; fields that are undefined are left out. */
export function log(level: 'info' | 'warn' | 'error', message: string, fields: Fields): void {
  if (!config.log) return;
  waiting.push({ at: Date.now(), level, message, fields });
  if (level !== 'info' || waiting.length >= mostWaiting) flush();
  else flushing ??= setTimeout(flush, patienceMs);
}

interface Entry {
  /** Unix milliseconds. */
  at: number;
  level: string;
  message: string;
  fields: Fields;
}

/**
 * To write a line costs as much as the answer it tells of, and so does to put one into words between two answers. So what
 * went well is told of together with what came soon after.
 */
const patienceMs = 20;
const mostWaiting = 200;
let waiting: Entry[] = [];
let flushing: NodeJS.Timeout | undefined;

/** Writes what waits to be written. */
export function flush(): void {
  clearTimeout(flushing);
  flushing = undefined;
  if (waiting.length === 0) return;
  const entries = waiting;
  waiting = [];
  process.stdout.write(entries.map(toLine).join(''));
}

/** How the lines of one moment begin that tell of the same, which under load are dozens. */
let begun = { at: 0, level: '', message: '', text: '' };

function toLine({ at, level, message, fields }: Entry): string {
  if (begun.at !== at || begun.level !== level || begun.message !== message) {
    const text = JSON.stringify({ time: new Date(at).toISOString(), level, message }).slice(0, -1);
    begun = { at, level, message, text };
  }
  // Put together as text: to copy the fields into one object takes longer than to write them.
  return `${begun.text},${JSON.stringify(fields).slice(1)}\n`;
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
