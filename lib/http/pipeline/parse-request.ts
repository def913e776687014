import { createHash } from 'node:crypto';
import type { ZodError, ZodObject, ZodType } from 'zod';
import type { ChangeRequestBody } from '@/lib/contract/account-changes';
import type { AddOnChangeRequest } from '@/lib/contract/add-ons';
import { isStaff } from '@/lib/contract/current-user';
import { ApiError, type FieldError, maxFieldErrors } from '@/lib/contract/errors';
import { isStorableText, notStorableMessage } from '@/lib/contract/fields';
import {
  fieldError,
  fieldErrors,
  invalidParameter,
  missingParameter,
  unknownParameter,
} from '@/lib/contract/operations/operation';
import type { SwitchRequest } from '@/lib/contract/switch';
import { type Caller, getChannel } from '@/lib/domain/caller';
import type { AddOnInput } from '@/lib/domain/changes/change-add-on';
import type { SwitchInput, UndoInput } from '@/lib/domain/changes/switch-version';
import type { ChangeRequest } from '@/lib/domain/changes/waiting-changes';
import type { MoveRequest } from '@/lib/domain/moves/moves';
import type { UsageAmounts } from '@/lib/domain/usage/usage';
import type { EventPage } from '@/lib/domain/webhooks/events';
import { getConfig } from '@/lib/server/process/config';

/** Parses fields by a schema. Throws 400 with the errors of all. */
export function parseFields<T>(schema: ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { errors, more } = toFieldErrors(parsed.error);
  throw fieldErrors(errors, more);
}

/** The result of each schema for an empty query, which most requests have. */
const emptyQueries = new WeakMap<ZodType, unknown>();

/**
 * Parses the query parameters of a URL. Throws 400, also for a parameter that occurs twice, and for text that Postgres
 * rejects. Only those of the schema are looked up: a query can have thousands of others.
 */
export function parseQuery<T>(schema: ZodType<T> & Pick<ZodObject, 'shape'>, url: string): T {
  if (!url.includes('?')) {
    if (!emptyQueries.has(schema)) emptyQueries.set(schema, parseFields(schema, {}));
    return emptyQueries.get(schema) as T;
  }
  const query = new URL(url).searchParams;
  const texts: Record<string, string | string[] | undefined> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = query.getAll(name);
    if (values.length > 0) texts[name] = values.length === 1 ? values[0] : values;
  }
  const invalid = Object.keys(texts).filter((name) => ![texts[name] ?? ''].flat().every(isStorableText));
  if (invalid.length > 0) {
    throw fieldErrors(invalid.map((name) => invalidParameter(name, formatExpected(notStorableMessage))));
  }
  return parseFields(schema, texts);
}

/** The errors of fields, and the number of unknown fields that are not among them. */
function toFieldErrors(error: ZodError): { errors: FieldError[]; more: number } {
  let more = 0;
  const errors = error.issues.flatMap((issue) => {
    const field = issue.path.join('.') || 'body';
    if (issue.code === 'unrecognized_keys') {
      const keys = issue.keys.slice(0, maxFieldErrors);
      more += issue.keys.length - keys.length;
      return keys.map((key) => unknownParameter([...issue.path, key].join('.')));
    }
    if (issue.input === undefined && issue.path.length > 0) return [missingParameter(field)];
    return [invalidParameter(field, formatIssue(issue))];
  });
  return { errors, more };
}

/** What was expected: zod's message without its prefix, and in other words for a size. */
function formatIssue(issue: ZodError['issues'][number]): string {
  const { code, message } = issue;
  if (code === 'too_small' && issue.origin === 'string') return 'expected text that is not blank';
  if (code === 'too_small') return `expected at least ${issue.minimum}`;
  if (code === 'too_big') return `expected at most ${issue.maximum}${sizeUnits[issue.origin] ?? ''}`;
  return formatExpected(message.replace(/^Invalid (input|option): /, ''));
}

function formatExpected(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

const sizeUnits: Record<string, string> = { string: ' characters', array: ' items' };

/** Reads the bytes of a JSON body. Throws 415 for another media type or a compressed body, and as `readBytesInTime`. */
export async function readJsonBytes(request: Request, maxBytes?: number): Promise<Bytes> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new ApiError('unsupported_media_type', 'Content-Type must be application/json.');
  }
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() || 'identity';
  if (coding !== 'identity') {
    throw new ApiError('unsupported_media_type', 'Content-Encoding is not supported for request bodies.');
  }
  return readBytesInTime(request, maxBytes);
}

/** Throws 400 for bad JSON. */
export function parseJson(bytes: Bytes): unknown {
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid_json', 'The request body is not valid JSON.', { cause });
  }
}

/** Reads a body of UTF-8. Throws 400 if it is none, and as `readBytesInTime`. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return decode(await readBytesInTime(request, maxBytes));
}

type Bytes = ArrayBuffer | Uint8Array;

/** Reads a body. Throws 413 over the size limit, of which no more is kept in memory, and 408 for a body that takes too long. */
async function readBytesInTime(request: Request, maxBytes = getConfig().maxBodyBytes): Promise<Bytes> {
  const { bodyTimeoutMs } = getConfig();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const message = `The request body was not received within ${bodyTimeoutMs / 1000} seconds.`;
    timer = setTimeout(() => reject(new ApiError('request_timeout', message)), bodyTimeoutMs);
  });
  try {
    return await Promise.race([readBytes(request, maxBytes), timeout]);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    // The client closed the connection. This is not a server error.
    throw new ApiError('invalid_json', 'The request body is incomplete.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function readBytes(request: Request, maxBytes: number): Promise<Bytes> {
  const contentLength = request.headers.get('content-length');
  if (Number(contentLength ?? 0) > maxBytes) throw tooLarge(maxBytes);
  // Node's parser passes no more than Content-Length on.
  if (contentLength !== null) return request.arrayBuffer();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let next = await reader?.read(); reader && next && !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    // The rest is not read: lib/server/process/connections.mjs closes the connection.
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(next.value);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ApiError('invalid_json', 'The request body is not valid UTF-8.', { cause });
  }
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('body_too_large', `The request body exceeds ${maxBytes / 1024} KiB.`);
}

/**
 * The input of a switch from its body and headers. Throws 400 for an invalid `Idempotency-Key`, and for support without
 * a reason.
 */
export function parseSwitchInput(
  caller: Pick<Caller, 'via' | 'role' | 'actor'>,
  { version_id: versionId = '', reason: text, restore, ...body }: SwitchRequest,
  headers: Headers,
): SwitchInput | UndoInput {
  const reason = parseReason(caller, text);
  if (restore !== undefined) {
    return { restore, reason, ...parseChange(caller, headers, ['restore', restore, reason]) };
  }
  const { billing_period: billingPeriod = null, users = null, quantity = null, trial, trial_ends_at } = body;
  const trialEndsAt = trial_ends_at === undefined ? undefined : trial_ends_at * 1000;
  const hashed = [versionId, reason, billingPeriod, users, quantity, trial, trialEndsAt];
  return {
    versionId,
    billingPeriod,
    users,
    quantity,
    trial,
    trialEndsAt,
    reason,
    ...parseChange(caller, headers, hashed),
  };
}

/** The reason for a change, or null. Throws 400 for staff without one, and for `assertNamesPerson`. */
export function parseReason(
  caller: Pick<Caller, 'via' | 'role' | 'actor'>,
  text: string | undefined,
): string | null {
  const reason = text || null;
  if (isStaff(caller.role) && reason === null) throw fieldError(missingParameter('reason'));
  assertNamesPerson(caller);
  return reason;
}

/** Throws 400 for a key of the role support without `X-Actor`: support changes accounts of others. A session names its user. */
export function assertNamesPerson({ via, role, actor }: Pick<Caller, 'via' | 'role' | 'actor'>): void {
  const isNamed = via === 'session' || (actor?.userId ?? null) !== null;
  if (role === 'support' && !isNamed) throw fieldError(missingParameter('X-Actor'));
}

/** The input of a change of an add-on, as `parseSwitchInput`. */
export function parseAddOnInput(
  caller: Pick<Caller, 'via' | 'role' | 'actor'>,
  addOnId: string,
  { active, quantity: requestedQuantity, reason: text }: AddOnChangeRequest,
  headers: Headers,
): AddOnInput {
  const reason = parseReason(caller, text);
  const quantity = requestedQuantity ?? null;
  const hashed = ['optional-feature', addOnId, active, reason, quantity];
  return { addOnId, active, quantity, reason, ...parseChange(caller, headers, hashed) };
}

/** The versions and the time of a move, of a body or a query. */
export function parseMove({
  from_version_id: fromVersionId,
  to_version_id: toVersionId,
  effective,
}: {
  from_version_id: string;
  to_version_id: string;
  effective: string | number;
}): MoveRequest {
  if (effective === 'now' || effective === 'period_end') return { fromVersionId, toVersionId, effective };
  return { fromVersionId, toVersionId, effective: Number(effective) * 1000 };
}

/** The input of a change that waits, as `parseSwitchInput`. */
export function parseChangeRequest(
  caller: Pick<Caller, 'via' | 'role' | 'actor'>,
  body: ChangeRequestBody,
  headers: Headers,
): ChangeRequest {
  const { effective = 'now', optional_feature_id: addOnId } = body;
  const reason = parseReason(caller, body.reason);
  const command =
    addOnId === undefined
      ? {
          versionId: body.version_id ?? '',
          billingPeriod: body.billing_period ?? null,
          users: body.users ?? null,
          quantity: body.quantity ?? null,
          trial: body.trial,
        }
      : { addOnId, quantity: body.quantity ?? null };
  return {
    ...command,
    effective: typeof effective === 'number' ? effective * 1000 : effective,
    reason,
    ...parseChange(caller, headers, ['change', ...Object.values(command), effective, reason]),
  };
}

/** A report of usage. */
export function parseUsage({
  amounts,
  reported_at,
}: {
  amounts: UsageAmounts;
  reported_at?: number | undefined;
}) {
  return { amounts, reportedAt: reported_at === undefined ? null : reported_at * 1000 };
}

/** The input of a decision about a change that waits. `hashed` is what has to be equal in requests with the same key. */
export function parseChangeDecision(
  caller: Pick<Caller, 'via' | 'role'>,
  hashed: unknown[],
  headers: Headers,
) {
  return { reason: null, ...parseChange(caller, headers, hashed) };
}

function parseChange(caller: Pick<Caller, 'via' | 'role'>, headers: Headers, hashed: unknown[]) {
  return {
    channel: getChannel(caller),
    ifMatch: parseIfMatch(headers.get('if-match')),
    idempotency: parseIdempotency(headers, hashed),
  };
}

/**
 * It is null without an `Idempotency-Key`. Throws 400 for an invalid one. `hashed` is what has to be equal in requests with
 * the same.
 */
export function parseIdempotency(headers: Headers, hashed: unknown[]) {
  const key = headers.get('idempotency-key');
  if (key === null) return null;
  if (key.length < 1 || key.length > 255) {
    const message = 'Idempotency-Key must have 1 to 255 characters.';
    throw fieldError({ field: 'Idempotency-Key', code: 'parameter_invalid', message });
  }
  return { key, requestHash: createHash('sha256').update(JSON.stringify(hashed)).digest('hex') };
}

/** The position of a cursor of `GET /events`, which the schema has validated, or null without one. */
export function parseEventCursor(cursor: string | undefined): EventPage['next'] | null {
  if (cursor === undefined) return null;
  const [, xid = '', id = ''] = /^(-?\d+)(?:-(.*))?$/.exec(cursor) ?? [];
  if (BigInt(xid) <= maxBigint && BigInt(xid) >= -maxBigint) return { xid, id };
  throw fieldError(invalidParameter('cursor', 'expected the next_cursor of a response'));
}

/** The largest `bigint` that Postgres has. */
const maxBigint = 2n ** 63n - 1n;

/** The revision of an `If-Match` header, with or without quotes. It is null for `*`, which matches any. */
export function parseIfMatch(header: string | null): string | null {
  if (header === null || header.trim() === '*') return null;
  return header.trim().replace(/^"(.*)"$/, '$1');
}
