import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { ApiError } from '@/lib/contract/errors';
import { withOpenTransaction } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import {
  completeResponse,
  findResponse,
  type IdempotentResponse,
  insertResponse,
} from '@/lib/db/idempotent-responses';
import type { AppCaller } from '../caller';
import type { Service } from '../service';

/** How long a response is repeated. */
const responseTtlMs = 24 * 60 * 60 * 1000;

/** A request with an `Idempotency-Key`. */
export interface IdempotentRequest {
  key: string;
  requestHash: string;
  /** The caller's API key or session secret. Responses contain secrets, so they are encrypted with it. */
  secret: string;
  /** Whether it waits for another server, which no transaction does. Concurrent requests can then be executed twice. */
  isSlow: boolean;
}

/** A successful response. */
export interface Response {
  status: number;
  body: string;
}

/**
 * Executes a request once for each `Idempotency-Key` of a credential. What `work` changes through its service and the response
 * are one transaction. An error stores nothing. Throws 422 for a key of another request.
 */
export async function executeOnce(
  service: Service,
  { app, actor }: Pick<AppCaller, 'app' | 'actor'>,
  request: IdempotentRequest,
  work: (service: Service) => Promise<Response>,
): Promise<Response & { replayed: boolean }> {
  const tenant = { appId: app.id };
  const key = { ...tenant, credentialId: actor?.id ?? '', key: request.key };
  const now = service.now();
  const record = {
    requestHash: request.requestHash,
    now,
    expiresAt: new Date(now.getTime() + responseTtlMs),
  };
  if (request.isSlow) {
    const stored = await withTenant(service.db, tenant, (queries) => findResponse(queries, key, now));
    if (stored) return replay(stored, request);
    const response = await work(service);
    const encrypted = encrypt(response, request);
    await withTenant(service.db, tenant, (queries) =>
      insertResponse(queries, key, { ...record, ...encrypted }),
    );
    return { ...response, replayed: false };
  }
  let hasEvent = false;
  const onEvent = () => {
    hasEvent = true;
  };
  const outcome = await withTenant(service.db, tenant, async (queries) => {
    const isNew = await insertResponse(queries, key, { ...record, status: 0, body: new Uint8Array() });
    const stored = isNew ? null : await findResponse(queries, key, now);
    if (stored) return replay(stored, request);
    const response = await work({ ...service, db: withOpenTransaction(service.db, queries), onEvent });
    await completeResponse(queries, key, encrypt(response, request));
    return { ...response, replayed: false };
  });
  if (hasEvent) service.onEvent();
  return outcome;
}

function replay(stored: IdempotentResponse, request: IdempotentRequest): Response & { replayed: boolean } {
  if (stored.requestHash !== request.requestHash) {
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was already used with a different request.',
    );
  }
  return { status: stored.status, body: decrypt(stored.body, request), replayed: true };
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

function deriveKey({ secret, key }: IdempotentRequest): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, key, 'idempotent response', 32));
}

function encrypt({ status, body }: Response, request: IdempotentRequest) {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, deriveKey(request), iv);
  const text = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]);
  return { status, body: new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), text])) };
}

function decrypt(stored: Uint8Array, request: IdempotentRequest): string {
  const iv = stored.subarray(0, ivBytes);
  const decipher = createDecipheriv(algorithm, deriveKey(request), iv);
  decipher.setAuthTag(stored.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(stored.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  );
}
