import { ApiError, type FieldError } from '@/lib/contract/errors';
import { mcpMessageSchema } from '@/lib/contract/mcp-tools';
import { type OperationId, operations } from '@/lib/contract/operations';
import { fieldErrors, invalidParameter, type Operation } from '@/lib/contract/operations/operation';
import { CpuBudgets } from '@/lib/server/cpu-budgets';
import { openThread, ThreadPool } from '@/lib/server/thread-pool';
import { parseFields, parseJson, readJsonBytes } from './parse-request';

// Operations with price lists take bodies of megabytes. A thread parses large ones, so that other requests do not wait.

/** A body for the thread. */
export interface BodyTask {
  /** Null for a message of the Model Context Protocol. */
  operationId: OperationId | null;
  bytes: ArrayBuffer | Uint8Array;
}

/** The result of the thread. Errors of fields are reported after those of other parameters. */
export type ParsedBody = { value: unknown } | { errors: FieldError[]; moreErrors?: number | undefined };

type BodyOf = NonNullable<Operation['body']>;

/** A body of this size is parsed in less than a millisecond. */
const maxSmallBytes = 64 * 1024;
const maxLargeBodies = 2;
const timeoutMs = 10_000;

const pool = new ThreadPool({
  threads: 1,
  budgets: new CpuBudgets(),
  isLimited: true,
  open: () =>
    openThread({
      source: 'lib/http/body-thread.ts',
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
    }),
});

/** Number of requests with a large body by app. */
const largeBodies = new Map<string, number>();

/**
 * Counts a request with a large body until the returned function is called, because the body is in memory until then.
 * Throws 429 if the app has as many as it may have.
 */
export function countLargeBody(
  headers: Headers,
  { maxBytes }: Pick<BodyOf, 'maxBytes'>,
  appId: string,
): () => void {
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
export async function readBody(
  request: Request,
  operation: object | null,
  { schema, maxBytes }: Pick<BodyOf, 'schema' | 'maxBytes'>,
  appId: string,
): Promise<() => unknown> {
  const bytes = await readJsonBytes(request, maxBytes);
  if (bytes.byteLength <= maxSmallBytes) {
    const value = parseJson(bytes);
    return () => schema && parseFields(schema, value);
  }
  const [operationId = null] = Object.entries(operations).find(([, each]) => each === operation) ?? [];
  const body = await pool.run<ParsedBody>(appId, { operationId, bytes }, timeoutMs, () => ({
    errors: [invalidParameter('body', 'expected a body that takes less time and memory to parse')],
  }));
  return () => {
    if ('value' in body) return body.value;
    throw fieldErrors(body.errors, body.moreErrors);
  };
}

/** Parses a body in the thread. */
export async function parseBody({ operationId, bytes }: BodyTask): Promise<ParsedBody> {
  const operation: Operation | null = operationId && operations[operationId];
  const schema = operation ? operation.body?.schema : mcpMessageSchema;
  const value = parseJson(bytes);
  try {
    return { value: schema && parseFields(schema, value) };
  } catch (error) {
    if (error instanceof ApiError && error.errors)
      return { errors: error.errors, moreErrors: error.moreErrors };
    throw error;
  }
}
