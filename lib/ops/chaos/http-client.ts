import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { HistoryRecord } from './account-run';
import type { SeededRandom } from './seeded-random';

/** How long one attempt may take, and all attempts of one request together. */
const attemptMs = 20_000;
const requestMs = 180_000;

/** An answer, or null where the connection broke before there was one. */
export type Answer = { status: number; replayed: boolean; body: unknown } | null;

export interface Client {
  random: SeededRandom;
  /** Origins of the servers; each attempt goes to any of them. */
  origins: string[];
  appKey: string;
  /** Hears of every answer, for the report. */
  onAnswer(answer: Answer, milliseconds: number): void;
}

interface Request {
  account: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Sends a request once, to any of the servers. */
export async function attempt(client: Client, request: Request): Promise<Answer> {
  const began = performance.now();
  const answer = await send(client, request).catch(() => null);
  client.onAnswer(answer, performance.now() - began);
  return answer;
}

/** Sends a request until it is answered for good: neither silence, nor a conflict, nor a service that is away. */
export async function attemptUntilAnswered(
  client: Client,
  request: Request,
): Promise<{ answer: Answer; attempts: number }> {
  const until = performance.now() + requestMs;
  for (let attempts = 1; ; attempts += 1) {
    const answer = await attempt(client, request);
    const open = answer === null || answer.status === 409 || answer.status >= 500;
    if (!open || performance.now() > until) return { answer, attempts };
    await sleep(20 + 200 * client.random.next());
  }
}

async function send(
  { random, origins, appKey }: Client,
  { account, path, headers, body }: Request,
): Promise<Answer> {
  const response = await fetch(`${random.pick(origins)}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    signal: AbortSignal.timeout(attemptMs),
    headers: {
      Authorization: `Bearer ${appKey}`,
      'X-Account-Id': account,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  return { status: response.status, replayed, body: await response.json() };
}

/** What of an answer's body the checks go by. */
export const switchBody = z.object({
  message: z.string(),
  data: z.object({ history_id: z.string(), version_id: z.string() }),
});
export const problemBody = z.object({ code: z.string() });
export const previewBody = z.object({ data: z.object({ revision: z.string() }) });
export const historyBody = z.object({
  payload: z.array(z.custom<HistoryRecord>((entry) => typeof entry === 'object' && entry !== null)),
  next_cursor: z.string().optional(),
});
