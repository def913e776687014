import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ObservedAddOn, ToggleOperation } from './check-add-ons';
import type { HistoryRead, ObservedEntry, SwitchOperation, VersionRead, Violation } from './check-history';
import type { SeededRandom } from './seeded-random';

const attemptTimeoutMs = 20_000;
/** Limit for all attempts of one request. */
const requestTimeoutMs = 180_000;

/** The value is null if the connection broke before a response arrived. */
export type ReceivedResponse = {
  status: number;
  replayed: boolean;
  /** The header Retry-After. */
  retryAfter: string | null;
  body: unknown;
} | null;

export interface ChaosClient {
  random: SeededRandom;
  /** Origins of the servers. Each attempt goes to a random one. */
  origins: string[];
  appKey: string;
  /** Called after every attempt, for the report. */
  onResponse?(response: ReceivedResponse, durationMs: number): void;
}

interface ClientRequest {
  /** The value is null for requests that concern the app. */
  accountId: string | null;
  path: string;
  /** The default is GET without a body, POST with one. */
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Sends a request once to a random server. */
export async function sendOnce(client: ChaosClient, request: ClientRequest): Promise<ReceivedResponse> {
  const startedAt = performance.now();
  const response = await sendRequest(client, request).catch(() => null);
  client.onResponse?.(response, performance.now() - startedAt);
  return response;
}

/** Retries a request while the connection breaks or the status is 409 or 5xx. */
export async function sendWithRetries(
  client: ChaosClient,
  request: ClientRequest,
): Promise<{ response: ReceivedResponse; attempts: number }> {
  const deadline = performance.now() + requestTimeoutMs;
  for (let attempts = 1; ; attempts += 1) {
    const response = await sendOnce(client, request);
    const isRetryable = response === null || response.status === 409 || response.status >= 500;
    if (!isRetryable || performance.now() > deadline) return { response, attempts };
    await sleep(20 + 200 * client.random.next());
  }
}

async function sendRequest(
  { random, origins, appKey }: ChaosClient,
  { accountId, path, method, headers, body }: ClientRequest,
): Promise<ReceivedResponse> {
  const response = await fetch(`${random.pick(origins)}/api${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    signal: AbortSignal.timeout(attemptTimeoutMs),
    headers: {
      Authorization: `Bearer ${appKey}`,
      ...(accountId !== null && { 'X-Account-Id': accountId }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, replayed, retryAfter, body: await response.json() };
}

// The parts of response bodies that the checks use.
export const switchResponseSchema = z.object({
  data: z.object({ history_id: z.string(), version_id: z.string(), timestamp: z.number() }),
});
export const errorResponseSchema = z.object({ code: z.string() });
const previewResponseSchema = z.object({ data: z.object({ revision: z.string() }) });
const toggleResponseSchema = z.object({ data: z.object({ history_id: z.string().nullable() }) });
export const addOnHistoryResponseSchema = z.object({
  payload: z.array(z.custom<ObservedAddOn>((entry) => typeof entry === 'object' && entry !== null)),
  next_cursor: z.string().optional(),
});
const versionListSchema = z.object({
  data: z.object({ versions: z.array(z.object({ id: z.string(), current: z.boolean() })) }),
});
export const historyResponseSchema = z.object({
  payload: z.array(z.custom<ObservedEntry>((entry) => typeof entry === 'object' && entry !== null)),
  next_cursor: z.string().optional(),
});

export interface ChaosSwitch {
  id: string;
  accountId: string;
  versionId: string;
  /**
   * `idempotent`: retried with one Idempotency-Key until there is a final response. `single`: sent once, without a key.
   * `conditional`: like `idempotent`, with the revision of a preview in If-Match.
   */
  mode: 'idempotent' | 'single' | 'conditional';
}

export interface ChaosToggle {
  id: string;
  accountId: string;
  addOnId: string;
  active: boolean;
}

export interface ChaosResult<Operation> {
  operation: Operation;
  attempts: number;
  /** Whether a retry returned the stored response of an earlier attempt. */
  recovered: boolean;
  violations: Omit<Violation, 'accountId'>[];
}

/** Sends a switch and retries it if the mode allows. */
export async function sendSwitch(
  client: ChaosClient,
  input: ChaosSwitch,
): Promise<ChaosResult<SwitchOperation>> {
  const { id, accountId, versionId, mode } = input;
  const revision = mode === 'conditional' ? await readRevision(client, accountId, versionId) : null;
  const request = {
    accountId,
    path: '/app/versions',
    headers: {
      ...(mode !== 'single' && { 'Idempotency-Key': id }),
      ...(revision !== null && { 'If-Match': `"${revision}"` }),
    },
    body: { version_id: versionId, reason: id },
  };
  const invokedAt = performance.now();
  const { response, attempts } =
    mode === 'single'
      ? { response: await sendOnce(client, request), attempts: 1 }
      : await sendWithRetries(client, request);
  const outcome = parseOutcome(response, attempts, parseSwitch);
  const completedAt = outcome.kind === 'unknown' ? Number.POSITIVE_INFINITY : performance.now();
  const violations = findUnexpectedStatus(response, revision === null ? [200] : [200, 412]);
  if (mode === 'idempotent' && outcome.kind === 'acknowledged' && client.random.chance(0.05)) {
    const repeated = await sendWithRetries(client, request);
    if (!isReplay(response, repeated.response)) {
      const [before, after] = [response, repeated.response].map(describeResponse);
      const message = `${id} returned ${before}, and later for the same key ${after}`;
      violations.push({ invariant: 'replay repeats the response', message });
    }
  }
  const operation = { id, versionId, invokedAt, completedAt, outcome };
  return { operation, attempts, recovered: response?.replayed ?? false, violations };
}

/** Turns an add-on on or off, and retries with one Idempotency-Key until there is a final response. */
export async function sendToggle(
  client: ChaosClient,
  input: ChaosToggle,
): Promise<ChaosResult<ToggleOperation>> {
  const { id, accountId, addOnId, active } = input;
  const invokedAt = performance.now();
  const { response, attempts } = await sendWithRetries(client, {
    accountId,
    path: `/account/optional-features/${addOnId}`,
    headers: { 'Idempotency-Key': id },
    body: { active, reason: id },
  });
  const outcome = parseOutcome(response, attempts, (body) => ({
    historyId: toggleResponseSchema.parse(body).data.history_id ?? '',
  }));
  const completedAt = outcome.kind === 'unknown' ? Number.POSITIVE_INFINITY : performance.now();
  const operation: ToggleOperation = { id, addOnId, active, invokedAt, completedAt, outcome };
  // 422: the current version may include the add-on, or lack it.
  const violations = findUnexpectedStatus(response, [200, 422]);
  return { operation, attempts, recovered: response?.replayed ?? false, violations };
}

/** Reads the newest entries of an account's history. Returns null if there was no 200 response. */
export async function readLatestEntries(
  client: ChaosClient,
  accountId: string,
  limit: number,
): Promise<HistoryRead | null> {
  const invokedAt = performance.now();
  const response = await sendOnce(client, { accountId, path: `/account/versions?limit=${limit}` });
  if (response?.status !== 200) return null;
  const { payload } = historyResponseSchema.parse(response.body);
  return { invokedAt, completedAt: performance.now(), limit, entries: payload };
}

/** The version of the account in the version list of a random server. It is null without a response. */
export async function readVersion(client: ChaosClient, accountId: string): Promise<VersionRead | null> {
  const invokedAt = performance.now();
  const response = await sendOnce(client, { accountId, path: '/app/versions?exclude_matrix=true' });
  if (response?.status !== 200) return null;
  const { versions } = versionListSchema.parse(response.body).data;
  const current = versions.find((version) => version.current);
  return current ? { invokedAt, versionId: current.id } : null;
}

async function readRevision(
  client: ChaosClient,
  accountId: string,
  versionId: string,
): Promise<string | null> {
  const path = `/app/versions/${versionId}/preview`;
  const { response } = await sendWithRetries(client, { accountId, path });
  return response?.status === 200 ? previewResponseSchema.parse(response.body).data.revision : null;
}

/**
 * `parse` reads the body of a success. After a retry, an error only concerns the last attempt: an earlier one may have
 * been applied.
 */
export function parseOutcome<Fields>(
  response: ReceivedResponse,
  attempts: number,
  parse: (body: unknown) => Fields,
) {
  if (response && response.status < 300) return { kind: 'acknowledged' as const, ...parse(response.body) };
  if (response && response.status < 500 && attempts === 1) {
    return { kind: 'rejected' as const, code: errorResponseSchema.parse(response.body).code };
  }
  return { kind: 'unknown' as const };
}

function parseSwitch(body: unknown) {
  const { history_id: historyId, version_id: versionId, timestamp } = switchResponseSchema.parse(body).data;
  return { historyId, versionId, timestamp };
}

/** A client must handle 409 and 503 besides the `expected` statuses. Any other one is a violation. */
export function findUnexpectedStatus(
  response: ReceivedResponse,
  expected: number[],
): ChaosResult<unknown>['violations'] {
  if (response === null || [...expected, 409, 503].includes(response.status)) return [];
  return [{ invariant: 'expected status', message: `a change returned ${describeResponse(response)}` }];
}

function isReplay(first: ReceivedResponse, repeated: ReceivedResponse): boolean {
  // Without a final response before the timeout there is nothing to compare.
  if (repeated === null || repeated.status === 409 || repeated.status >= 500) return true;
  return repeated.replayed && JSON.stringify(repeated.body) === JSON.stringify(first?.body);
}

function describeResponse(response: ReceivedResponse): string {
  return response === null ? 'no response' : `${response.status} ${JSON.stringify(response.body)}`;
}
