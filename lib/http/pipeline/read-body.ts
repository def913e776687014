import type { ZodType } from 'zod';
import { ApiError, type FieldError } from '@/lib/contract/errors';
import { ofrepBody } from '@/lib/contract/ofrep';
import { operations } from '@/lib/contract/operations';
import { fieldErrors, invalidParameter, type Operation } from '@/lib/contract/operations/operation';
import { setupBody } from '@/lib/contract/setup';
import { CpuBudgets } from '@/lib/server/process/cpu-budgets';
import { openThread, ThreadPool } from '@/lib/server/process/thread-pool';
import { mcpBody } from '../protocols/mcp-message';
import { parseFields, parseJson, readJsonBytes } from './parse-request';

// Bodies with price lists have megabytes. A thread parses large ones, so that other requests do not wait.

/** What a body can be. */
interface BodyType<T = unknown> {
  schema?: ZodType<T> | undefined;
  /** The default is `BODY_LIMIT_BYTES`. */
  maxBytes?: number | undefined;
}

/** The types of all bodies by name, such as the ID of an operation. */
const bodyTypes = new Map<string, BodyType>([
  ...Object.entries<Operation>(operations).flatMap(([id, { body }]) => (body ? [[id, body] as const] : [])),
  ['mcp', mcpBody],
  ['ofrep', ofrepBody],
  ['setup', setupBody],
]);

/** A body for the thread. */
interface BodyTask {
  /** Its name. */
  type: string;
  bytes: ArrayBuffer | Uint8Array;
}

/** The result of the thread. Errors of fields are reported after those of other parameters. */
export type ParsedBody = { value: unknown } | { errors: FieldError[]; moreErrors?: number | undefined };

/** A body of this size is parsed in less than a millisecond. */
const maxSmallBytes = 64 * 1024;
const maxLargeBodies = 2;
const timeoutMs = 10_000;

const pool = new ThreadPool({
  threads: 1,
  budgets: new CpuBudgets(),
  isLimited: true,
  open: () =>
    openThread('body-thread', {
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
    }),
});

/** Number of requests with a large body by app. */
const largeBodies = new Map<string, number>();

/**
 * Counts a request with a large body until the returned function is called, because the body is in memory until then.
 * Throws 429 if the app has as many as it may have.
 */
export function countLargeBody(headers: Headers, { maxBytes }: BodyType, appId: string): () => void {
  const size = headers.get('content-length') ?? Number.POSITIVE_INFINITY;
  if (maxBytes === undefined || Number(size) <= maxSmallBytes) return () => {};
  const count = largeBodies.get(appId) ?? 0;
  if (count >= maxLargeBodies) {
    const message = `The app has ${maxLargeBodies} requests with large bodies in progress. Try again.`;
    throw new ApiError('too_many_requests', message, { retryAfter: 1 });
  }
  largeBodies.set(appId, count + 1);
  return () => {
    const others = (largeBodies.get(appId) ?? 1) - 1;
    if (others > 0) largeBodies.set(appId, others);
    else largeBodies.delete(appId);
  };
}

/**
 * Reads a body, and throws as `readJsonBytes` and `parseJson`. The returned function returns the parsed body, or throws
 * as `parseFields`.
 */
export async function readBody<T>(request: Request, type: BodyType<T>, appId: string): Promise<() => T> {
  const bytes = await readJsonBytes(request, type.maxBytes);
  if (bytes.byteLength <= maxSmallBytes) {
    const value = parseJson(bytes);
    return () => parseValue(type, value);
  }
  const [name = ''] = [...bodyTypes].find(([, each]) => each === type) ?? [];
  const body = await pool.run<ParsedBody>(appId, { type: name, bytes } satisfies BodyTask, timeoutMs, () => ({
    errors: [invalidParameter('body', 'expected a body that takes less time and memory to parse')],
  }));
  return () => {
    if ('value' in body) return body.value as T;
    throw fieldErrors(body.errors, body.moreErrors);
  };
}

/** Parses a body in the thread. */
export async function parseBody({ type, bytes }: BodyTask): Promise<ParsedBody> {
  const value = parseJson(bytes);
  try {
    return { value: parseValue(bodyTypes.get(type) ?? {}, value) };
  } catch (error) {
    if (error instanceof ApiError && error.errors)
      return { errors: error.errors, moreErrors: error.moreErrors };
    throw error;
  }
}

function parseValue<T>({ schema }: BodyType<T>, value: unknown): T {
  return (schema && parseFields(schema, value)) as T;
}
