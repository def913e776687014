import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The request that is being handled, for the events that it causes and their webhooks: its `X-Request-Id` and its `traceparent`,
 * with a space between them, either of which can be empty. Not set if it has neither, and outside of requests.
 */
export const eventRequest = new AsyncLocalStorage<string>();

/** `traceparent` of a request in the same trace (https://www.w3.org/TR/trace-context/), with the ID of a new span. */
export function continueTrace(traceparent: string, spanId: string): string {
  const [, traceId, , flags] = traceparent.split('-');
  return ['00', traceId, spanId, flags].join('-');
}
