import type { Caller } from '@/lib/domain/caller';
import type { ListenerEvent } from '@/lib/domain/service';
import { getConfig } from './config';
import type { RequestContext } from './request-context';

type Fields = Record<string, string | number | number[] | LoggedError | undefined>;
type Level = 'info' | 'warn' | 'error';

// Lines are written together: a write per line costs as much as a cached response. `warn` and `error` are written at once.
const flushIntervalMs = 20;
const maxPending = 200;
let pendingLines = '';
let pendingCount = 0;
let flushTimer: NodeJS.Timeout | undefined;

/** Writes a line to stdout, unless the log is off. Fields that are undefined are left out. */
function log(level: Level, message: string, fields: Fields): void {
  const { log: format } = getConfig();
  if (format === 'json')
    append(level, `${JSON.stringify({ time: new Date(), level, message, ...fields })}\n`);
  else if (format === 'text') append(level, formatText(level, message, fields));
}

/** A line for people: `2026-11-24T10:24:48Z warn cache invalidation disconnected retry_ms=100 error=Error: …`. */
function formatText(level: Level, message: string, fields: Fields): string {
  const time = `${new Date().toISOString().slice(0, 19)}Z`;
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return `${name}=${typeof value === 'object' && 'name' in value ? formatError(value) : value}`;
  });
  return `${[time, level, message, ...parts].join(' ').replace(/\p{Cc}/gu, ' ')}\n`;
}

/** An error with where it was thrown, and its causes. */
function formatError({ name, message, stack, cause }: LoggedError): string {
  const place = stack?.[0] ? ` ${stack[0]}` : '';
  return `${name}: ${message}${place}${cause ? `, caused by ${formatError(cause)}` : ''}`;
}

/** Writes `line`, which ends with a newline. */
function append(level: Level, line: string): void {
  pendingLines += line;
  pendingCount += 1;
  if (level !== 'info' || pendingCount >= maxPending) flush();
  else flushTimer ??= setTimeout(flush, flushIntervalMs);
}

export function flush(): void {
  clearTimeout(flushTimer);
  flushTimer = undefined;
  if (pendingCount === 0) return;
  const lines = pendingLines;
  pendingLines = '';
  pendingCount = 0;
  writeLines(lines);
}

/** A page worker sends its lines to the server process: its output can contain text of requests. */
function writeLines(lines: string): void {
  const { appVersionsWriteLog: write } = globalThis as { appVersionsWriteLog?: (lines: string) => void };
  if (write) write(lines);
  else process.stdout.write(lines);
}

process.once('exit', flush);

/** The start of the last request's line. Under load, dozens of lines have the same time and level. */
let lastPrefix = { at: 0, level: '', text: '' };

function formatPrefix(at: number, level: Level): string {
  if (lastPrefix.at !== at || lastPrefix.level !== level) {
    const text = JSON.stringify({ time: new Date(at), level, message: 'request' }).slice(0, -1);
    lastPrefix = { at, level, text };
  }
  return lastPrefix.text;
}

/** A response, for the metrics. */
interface ObservedRequest {
  method: string;
  route: string;
  status: number;
  /** Only an error has it. */
  code?: string;
  seconds: number;
}

let observeRequest: ((request: ObservedRequest) => void) | null = null;

/** Calls `observe` with each request from now on, whether the log is on or not. */
export function setRequestObserver(observe: (request: ObservedRequest) => void): void {
  observeRequest = observe;
}

/** Logs a response. Path, headers and body are left out: they can contain secrets. */
export function logRequest(
  {
    id,
    startedAt,
    method,
    route,
    tool,
    caller,
    error,
    rateLimitError,
    senderRequestId,
    traceparent,
  }: RequestContext,
  { status, code }: { status: number; code?: string },
): void {
  const durationMs = performance.now() - startedAt;
  observeRequest?.({ method, route, status, code, seconds: durationMs / 1000 });
  const { log: format } = getConfig();
  if (format === 'off') return;
  const handledLevel = rateLimitError !== null ? 'warn' : 'info';
  const level = error !== null ? 'error' : handledLevel;
  const duration = Math.round(durationMs * 10) / 10;
  if (format === 'text') {
    const fields = {
      tool,
      request_id: level === 'info' ? undefined : id,
      code,
      error: error === null ? undefined : serializeErrorForLog(error),
      rate_limit_error: rateLimitError === null ? undefined : serializeErrorForLog(rateLimitError),
    };
    append(level, formatText(level, `${method} ${route} ${status} ${duration} ms`, fields));
    return;
  }
  // Concatenated, because converting an object takes twice as long. IDs and codes have no characters to escape.
  let json = `${formatPrefix(Date.now(), level)},"request_id":"${id}","method":${JSON.stringify(method)}`;
  if (senderRequestId !== undefined) json += `,"sender_request_id":"${senderRequestId}"`;
  if (traceparent !== undefined) json += `,"trace_id":"${traceparent.split('-')[1]}"`;
  json += `,"route":${JSON.stringify(route)},"status":${status}`;
  if (tool !== undefined) json += `,"tool":"${tool}"`;
  json += `,"duration_ms":${duration}${caller ? callerJson(caller) : ''}`;
  if (code !== undefined) json += `,"code":"${code}"`;
  if (error !== null) json += `,"error":${JSON.stringify(serializeErrorForLog(error))}`;
  if (rateLimitError !== null) {
    json += `,"rate_limit_error":${JSON.stringify(serializeErrorForLog(rateLimitError))}`;
  }
  append(level, `${json}}\n`);
}

/** The key is the caller: the fast path has the same object for equal requests. */
const callerJsonCache = new WeakMap<Caller, string>();

function callerJson(caller: Caller): string {
  let json = callerJsonCache.get(caller);
  if (json === undefined) {
    const { via, actor, app, account } = caller;
    const fields = {
      caller: via,
      caller_id: actor?.id ?? undefined,
      app_id: app?.id,
      account_id: account?.id,
    };
    json = `,${JSON.stringify(fields).slice(1, -1)}`;
    callerJsonCache.set(caller, json);
  }
  return json;
}

/** Logs an error while a body was sent. Its response was logged as successful when it began. */
export function logBodyError({ id, method, route }: RequestContext, error: unknown): void {
  log('error', 'response aborted', {
    request_id: id,
    method,
    route,
    error: serializeErrorForLog(error),
  });
}

/** Request header with the time at which a page was requested, in Unix milliseconds. Set by the proxy. */
export const startedAtHeader = 'X-Request-Started-At';

interface PageRequest {
  method: string;
  /** Pattern of the path. */
  route: string;
  status?: number;
  headers: Headers;
  hasSession: boolean;
}

/** Logs an error while rendering a page, and a page that can't be rendered without the database. */
export function logPageError(
  error: unknown,
  { method, route, status = 500, headers, hasSession }: PageRequest,
): void {
  log('error', 'page error', {
    request_id: headers.get('x-request-id') ?? undefined,
    method,
    route,
    status,
    duration_ms: Date.now() - Number(headers.get(startedAtHeader) ?? Number.NaN),
    caller: hasSession ? 'session' : 'visitor',
    error: serializeErrorForLog(error),
  });
}

/** Logs an error of the worker. What failed is tried again. */
export function logWorkerError(error: unknown): void {
  log('warn', 'worker error', { error: serializeErrorForLog(error) });
}

/** Logs the bug for which a move has skipped an account. */
export function logSkippedAccount(error: unknown): void {
  log('error', 'account skipped', { error: serializeErrorForLog(error) });
}

export function logPageWorkerEnd(reason: string): void {
  log('warn', 'page worker ended', { reason });
}

/** Logs a line that a page worker wrote, such as an error that Next prints. It can contain text of requests. */
export function logPageWorkerOutput(line: string): void {
  const output = redactSecrets(line)
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  if (getConfig().log !== 'off') log('warn', 'page worker output', { output: shorten(output) });
  else process.stderr.write(`${output}\n`);
}

/** Logs events of the cache invalidation listener. Without a connection, the server reads from the database only. */
export function logListenerEvent(event: ListenerEvent): void {
  switch (event.type) {
    case 'connected':
      log('info', 'cache invalidation connected', { after_ms: event.afterMs });
      return;
    case 'disconnected':
      log('warn', 'cache invalidation disconnected', {
        retry_ms: event.retryMs,
        error: serializeErrorForLog(event.error),
      });
      return;
    case 'lease_expired':
      log('warn', 'cache lease expired', {});
      return;
    case 'ack_timeout':
      log('warn', 'cache invalidation not acknowledged', {
        listeners: event.listeners,
        timeout_ms: event.timeoutMs,
      });
  }
}

interface LoggedError {
  name: string;
  message: string;
  code?: string;
  stack?: string[];
  cause?: LoggedError;
}

/**
 * An error for the log: the last line of its message, and its stack. The lines before are left out because Prisma repeats
 * the query there, with the values that were sent.
 */
export function serializeErrorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) {
    return { name: typeof error, message: redactSecrets(lastLine(String(error))) };
  }
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name,
    message: redactSecrets(lastLine(message)),
    ...(code !== null && { code }),
    ...(frames.length > 0 && { stack: frames.slice(0, 20).map((line) => redactSecrets(line.trim())) }),
    ...(cause !== undefined && depth < 3 && { cause: serializeErrorForLog(cause, depth + 1) }),
  };
}

/** Redacts keys, links, sessions, tokens, also JSON Web Tokens, and webhook secrets, and passwords in URLs. */
export function redactSecrets(text: string): string {
  return text
    .replace(/(av[dklst])(_|%5f)[0-9a-z]+/gi, '$1_…')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, 'eyJ…')
    .replace(/whsec_[0-9A-Za-z+/=]+/g, 'whsec_…')
    .replace(/(:\/\/[^\s/:@]*:)[^\s/@]+@/g, '$1…@');
}

function lastLine(message: string): string {
  return shorten(message.trim().split('\n').at(-1)?.trim() ?? '');
}

function shorten(line: string): string {
  return line.length > 500 ? `${line.slice(0, 500)}…` : line;
}
