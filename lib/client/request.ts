import type { ProblemBody } from '@/lib/contract/problem';
import { NoAnswer, Refusal, StrangeAnswer } from './failures';

/** Longer than the service ever waits for a lock or a database, so that its own refusal comes first. */
const patience = 15_000;

interface Order {
  method?: 'GET' | 'POST';
  body?: unknown;
  headers?: Record<string, string | undefined>;
  signal?: AbortSignal | undefined;
}

/** Asks this origin's own service. Resolves with the body, or throws one of the three failures. */
export async function request<Answer>(path: string, order: Order = {}): Promise<Answer> {
  const response = await send(path, order);
  const body = await readJson(response, order.signal);
  if (response.ok && body !== undefined) return body as Answer;
  if (isProblem(body)) throw new Refusal(body, secondsToWait(response));
  throw new StrangeAnswer(response.status);
}

async function send(path: string, { method = 'GET', body, headers, signal }: Order): Promise<Response> {
  const timeout = AbortSignal.timeout(patience);
  try {
    return await fetch(path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...withoutGaps(headers),
      },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    // A query that nobody waits for any more is not a failure; React Query knows the reason it gave.
    if (signal?.aborted) throw error;
    throw new NoAnswer('The service did not answer', { cause: error });
  }
}

async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NoAnswer('The answer broke off', { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(body: unknown): body is ProblemBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    'message' in body &&
    typeof body.message === 'string'
  );
}

function secondsToWait(response: Response): number | null {
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? null : seconds;
}

function withoutGaps(headers: Record<string, string | undefined> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => !!entry[1]));
}
