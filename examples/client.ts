// A client of the API for back ends. Copy this file and generated/api-types.ts: they need Node.js 20 or later and no package.
//
//   const appVersions = new AppVersions('https://plans.example.com', process.env.APP_KEY ?? '');
//   if (await appVersions.hasFeature('customer-7', 'audit-log')) showAuditLog();
//   const { body } = await appVersions.call('getAccount', { path: { external_id: 'customer-7' } });
//
// `account` is the ID that your application gave the account, or its `acc_…` ID.
//
// A read takes at most 4.5 seconds, or 2 with a last known answer, and a write 20. Versions, optional features and features of
// accounts are kept with their ETag. When App Versions does not answer, the last known ones are, with `stale`, for 24 hours,
// and for ten seconds it is not asked again. An error is `AppVersionsError`.

import { createHmac, createPublicKey, randomUUID, timingSafeEqual, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AccountChange,
  type AccountFeature,
  type AccountRequest,
  type AccountResponse,
  type Event,
  type HeaderOptions,
  type Operations,
  operations,
  type PortalSessionRequest,
  type PortalTokenRequest,
  type SwitchPreview as SwitchPreviewResponse,
  type VersionEntry,
} from './generated/api-types.js';

export type Account = AccountResponse['data'];
export type Version = VersionEntry;
export type Feature = AccountFeature;
export type SwitchPreview = SwitchPreviewResponse['data'];
/** See `GET /account/changes/:id`. */
export type Change = AccountChange;

/** The API rejected the request, or did not answer. `message` can be shown to users if there is a `code`. */
export class AppVersionsError extends Error {
  constructor(
    message: string,
    /** Status of the response. It is 0 without one. */
    readonly status: number,
    /** Code such as `preview_stale`. It is null if the response is not from the API. */
    readonly code: string | null,
    /** Seconds after which to try again, or null. */
    readonly retryAfter: number | null = null,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** The ID of an operation of the API reference, such as `listVersions`. */
export type OperationId = keyof Operations;

/** The operations that return a list in pages. */
export type ListId = {
  [Id in OperationId]: (typeof operations)[Id] extends { isList: true } ? Id : never;
}[OperationId];

export type CallParameters<Id extends OperationId> = Operations[Id]['parameters'] & {
  /**
   * Milliseconds of an attempt. The default is 2,000 for a read, 15,000 for a write. All attempts of a read take at most twice as
   * long and 500 milliseconds, those of a write 5 seconds more than one.
   */
  timeoutMs?: number;
};

/** May be left out if nothing in them is required. */
type Arguments<Id extends OperationId> =
  object extends CallParameters<Id> ? [parameters?: CallParameters<Id>] : [parameters: CallParameters<Id>];

type Body<Id extends OperationId> = Operations[Id]['response'];

type Item<List> = List extends { payload: (infer Each)[] } | { data: (infer Each)[] } ? Each : never;

export interface Result<Body> {
  body: Body;
  /** Whether App Versions does not answer, so that this is the last known answer. */
  stale: boolean;
  /** When App Versions sent or confirmed it, in Unix seconds. */
  readAt: number;
  /** Identifies the state. Sent as `revision` with what confirms it. */
  etag: string | null;
}

/** A user of your application. The history and the events name the user. */
export interface User {
  id: string;
  name: string;
}

export interface Switch {
  versionId: string;
  /** Revision of the preview that the user confirmed. */
  revision?: string;
  user?: User;
  reason?: string;
  /** Store it before the request if your application may repeat the switch after a restart. */
  idempotencyKey?: string;
}

/** The features and limits of an account. */
export interface Entitlements {
  features: Feature[];
  /** Whether App Versions does not answer, so that these are the last known ones. */
  stale: boolean;
  /** When the token was issued, in Unix seconds. */
  issuedAt: number;
}

export interface Options {
  /** The slug of the app. `getEntitlements` needs it. */
  app?: string;
  /** The origin in the tokens, if App Versions has another one for its users than `baseUrl`. */
  issuer?: string;
  /** Called when a last known answer is used. `account` is null for one without an account, and `readAt` in Unix seconds. */
  onStale?: (account: string | null, error: AppVersionsError, readAt: number) => void;
  /** Characters of the answers that are kept. The default is 50 million. */
  maxCacheSize?: number;
}

/** The parameters of any operation. */
interface AnyParameters extends HeaderOptions {
  path?: object;
  query?: object;
  body?: object;
  timeoutMs?: number;
}

interface HttpRequest {
  method: string;
  path: string;
  headers?: Record<string, string | undefined>;
  body?: object | undefined;
  timeoutMs?: number | undefined;
  maxAttempts?: number;
  /** Parses the response. The default is `JSON.parse`. */
  parse?: (text: string) => unknown;
}

interface HttpResponse {
  status: number;
  etag: string | null;
  text: string;
  body: unknown;
  /** Unix milliseconds. */
  readAt: number;
}

interface CachedResponse {
  etag: string;
  text: string;
  /** Unix milliseconds. */
  readAt: number;
}

const maxAttempts = 3;
const readTimeoutMs = 2000;
const writeTimeoutMs = 15_000;
/** For all attempts of a read, beyond twice the time of one, and of a write beyond once. */
const extraReadMs = 500;
const extraWriteMs = 5000;
/** No attempt is made with less time. */
const minTimeoutMs = 500;
/** Then the last known answers are used without a request. */
const pauseMs = 10_000;
const maxStaleMs = 24 * 60 * 60 * 1000;
const maxCachedTokens = 10_000;

export class AppVersions {
  /** By account and URL, oldest use first. */
  private readonly responses = new Map<string, CachedResponse>();
  private cacheSize = 0;
  /** By account, oldest use first. */
  private readonly entitlements = new Map<string, { claims: EntitlementsClaims; refreshAt: number }>();
  private keys: JsonWebKeySet = { keys: [] };
  /** Unix milliseconds. */
  private pausedUntil = 0;
  private readonly baseUrl: string;

  /** `appKey` acts as owner of every account of the app: it never leaves the back end. */
  constructor(
    baseUrl: string,
    private readonly appKey: string,
    private readonly options: Options = {},
  ) {
    this.baseUrl = baseUrl.replace(/\/+$/, '');
  }

  /** Calls an operation of the reference. A write is sent again with the same `Idempotency-Key` if that may succeed. */
  async call<Id extends OperationId>(id: Id, ...[parameters]: Arguments<Id>): Promise<Result<Body<Id>>> {
    return (await this.request(id, parameters ?? {})) as Result<Body<Id>>;
  }

  /** Requests the pages of a list one after another, and returns their items: `for await (const account of …)`. */
  async *listAll<Id extends ListId>(id: Id, ...[parameters]: Arguments<Id>): AsyncGenerator<Item<Body<Id>>> {
    const { query, ...others }: AnyParameters = parameters ?? {};
    let cursor: object = {};
    for (;;) {
      const { body } = await this.request(id, { ...others, query: { ...query, ...cursor } });
      const page = body as {
        payload?: unknown[];
        data?: unknown[];
        has_more: boolean;
        next_cursor?: unknown;
      };
      yield* (page.payload ?? page.data ?? []) as Item<Body<Id>>[];
      if (!page.has_more) return;
      cursor = { cursor: page.next_cursor };
    }
  }

  /** Creates the account, or updates its title. `externalId` is your ID of the customer. */
  async putAccount(externalId: string, body: AccountRequest): Promise<Account> {
    return (await this.call('upsertAccount', { path: { external_id: externalId }, body })).body.data;
  }

  /** The versions that the account can see. */
  async listVersions(account: string): Promise<Version[]> {
    return (await this.call('listVersions', { account })).body.data.versions;
  }

  /** The features and limits of a version. */
  async listVersionFeatures(
    account: string,
    versionId: string,
  ): Promise<Pick<Feature, 'id' | 'title' | 'value' | 'amount' | 'unlimited'>[]> {
    const { body } = await this.call('getVersion', { account, path: { id: versionId } });
    return body.features.map(({ human_id: id, ...feature }) => ({ ...feature, id }));
  }

  /** Sets the number of users, which prices per user are multiplied by. */
  async setUsers(externalId: string, users: number): Promise<void> {
    await this.call('updateAccount', { path: { external_id: externalId }, body: { users } });
  }

  /** Reports what the account uses now, all numbers by the IDs of limits. */
  async reportUsage(externalId: string, amounts: Record<string, number>): Promise<void> {
    await this.call('setUsage', { path: { external_id: externalId }, body: { amounts } });
  }

  /** What a switch would change. */
  async previewSwitch(account: string, versionId: string): Promise<SwitchPreview> {
    return (await this.call('previewSwitch', { account, path: { id: versionId } })).body.data;
  }

  /** Switches the account, once, however often the request is repeated. Returns the ID of the history entry. */
  async switchVersion(account: string, { versionId, user, reason, ...options }: Switch): Promise<string> {
    const body = { version_id: versionId, ...(reason && { reason }) };
    const actor = user && { actor: { user_id: user.id, name: user.name } };
    const result = await this.call('switchVersion', { account, body, ...actor, ...options });
    return result.body.data.history_id;
  }

  /** The change that your `checkout_url` was opened with. */
  async getChange(account: string, id: string): Promise<Change> {
    return (await this.call('getChange', { account, path: { id } })).body.data;
  }

  /** Makes the switch. Fails with status 412 or 422 if the price has changed or the change has ended. */
  async approveChange(account: string, id: string): Promise<void> {
    await this.call('approveChange', { account, path: { id } });
  }

  /** Refuses the switch. The owner reads the message. */
  async declineChange(account: string, id: string, message: string): Promise<void> {
    await this.call('declineChange', { account, path: { id }, body: { message } });
  }

  /** The history of the account as CSV. `timeoutMs` is that of an attempt. */
  async exportHistory(account: string, timeoutMs = 15_000): Promise<string> {
    const parameters = { account, query: { format: 'csv' }, timeoutMs };
    return (await this.request('listVersionHistory', parameters, (text) => text)).body as string;
  }

  /** The features and limits of the account. If they have not changed, the response is 304 and small. */
  async listFeatures(account: string): Promise<Feature[]> {
    return (await this.call('listAccountFeatures', { account, query: { limit: 1000 } })).body.payload;
  }

  /** Throws if the API does not answer and has not for 24 hours: decide whether users then keep what they had. */
  async hasFeature(account: string, id: string): Promise<boolean> {
    return (await this.listFeatures(account)).some((feature) => feature.id === id);
  }

  /**
   * The features and limits of the account, of a signed token that is at most five minutes old. If App Versions does not answer,
   * those of the last token, with `stale`, for 24 hours. Throws `AppVersionsError` without one, and if the request is rejected.
   * With a new signing key there are two reads.
   */
  async getEntitlements(account: string): Promise<Entitlements> {
    const known = this.entitlements.get(account);
    if (known && Date.now() < known.refreshAt) return toEntitlements(known.claims, false);
    const isUsable = known && Date.now() < known.claims.max_stale * 1000;
    try {
      const claims = await this.requestEntitlements(account, isUsable ? 1 : maxAttempts);
      this.entitlements.delete(account);
      this.entitlements.set(account, { claims, refreshAt: claims.exp * 1000 });
      const [oldest] = this.entitlements.keys();
      if (this.entitlements.size > maxCachedTokens && oldest !== undefined) this.entitlements.delete(oldest);
      return toEntitlements(claims, false);
    } catch (error) {
      if (!(error instanceof AppVersionsError && isAway(error) && isUsable)) throw error;
      this.options.onStale?.(account, error, known.claims.iat);
      return toEntitlements(known.claims, true);
    }
  }

  /** Requests the entitlements of the account with the next use. Call it after an event about the account. */
  refreshEntitlements(account: string): void {
    const known = this.entitlements.get(account);
    if (known) known.refreshAt = 0;
    this.pausedUntil = 0;
  }

  private async requestEntitlements(account: string, attempts: number): Promise<EntitlementsClaims> {
    const { app, issuer = new URL(this.baseUrl).origin } = this.options;
    if (app === undefined) throw new Error('Pass the slug of the app to the constructor.');
    const { method, path } = operations.getSignedEntitlements;
    const headers = this.createHeaders({ account });
    const read = async (request: HttpRequest) =>
      (await this.read({ ...request, maxAttempts: attempts })).body as unknown;
    const { data } = (await read({ method, path, headers })) as Body<'getSignedEntitlements'>;
    const { kid } = readTokenPart<TokenHeader>(data.token, 0);
    if (!this.keys.keys.some((key) => key.kid === kid)) {
      this.keys = (await read({ method, path: '/.well-known/jwks.json' })) as JsonWebKeySet;
    }
    return verifyEntitlements(data.token, this.keys, { issuer, app, account });
  }

  /** Returns a link that signs the user in to the pages, once, within five minutes. */
  async createPortalLink(body: PortalSessionRequest): Promise<string> {
    return (await this.call('createPortalSession', { body })).body.data.url;
  }

  /** Returns a token for the element in a page of `origin`, for 15 minutes. */
  async createPortalToken(body: PortalTokenRequest): Promise<string> {
    return (await this.call('createPortalToken', { body })).body.data.token;
  }

  private async request(
    id: OperationId,
    parameters: AnyParameters,
    parse?: HttpRequest['parse'],
  ): Promise<Result<unknown>> {
    const operation: Operation = operations[id];
    const { method } = operation;
    const path = createPath(operation.path, parameters);
    const { account = null, body, timeoutMs, revision } = parameters;
    const headers = this.createHeaders(parameters);
    const request = { method, path, headers, body, timeoutMs, ...(parse && { parse }) };
    if (method !== 'GET') {
      if (operation.isIdempotent) headers['Idempotency-Key'] = parameters.idempotencyKey ?? randomUUID();
      // After an attempt that has succeeded without an answer, another one would be rejected.
      const isRepeatable = operation.isIdempotent || revision === undefined;
      return toResult(await this.send({ ...request, maxAttempts: isRepeatable ? maxAttempts : 1 }));
    }
    if (!operation.isCacheable) return toResult(await this.read(request));

    const key = JSON.stringify([account, path]);
    const known = this.findCached(key);
    if (known) headers['If-None-Match'] = known.etag;
    try {
      const response = await this.read({ ...request, maxAttempts: known ? 1 : maxAttempts });
      const { etag, text } = response.status === 304 && known ? known : response;
      const { readAt } = response;
      this.removeCached(key);
      if (etag !== null) this.addCached(key, { etag, text, readAt });
      return toResult({ etag, readAt, body: response.status === 304 ? JSON.parse(text) : response.body });
    } catch (error) {
      if (!(error instanceof AppVersionsError)) throw error;
      if (!isAway(error) && !isTemporary(error)) this.removeCached(key);
      if (!isAway(error) || !known) throw error;
      this.options.onStale?.(account, error, known.readAt / 1000);
      return { body: JSON.parse(known.text), stale: true, readAt: known.readAt / 1000, etag: known.etag };
    }
  }

  private createHeaders(parameters: HeaderOptions): Record<string, string | undefined> {
    const { account, actor, revision, embeddingOrigin } = parameters;
    return {
      Authorization: `Bearer ${this.appKey}`,
      'X-Account-Id': account && encodeURIComponent(account),
      'X-Actor': actor && toAsciiJson(actor),
      'X-Embedding-Origin': embeddingOrigin,
      'If-Match': revision && `"${revision.replace(/^"|"$/g, '')}"`,
    };
  }

  private findCached(key: string): CachedResponse | null {
    const known = this.responses.get(key);
    if (known && Date.now() - known.readAt < maxStaleMs) return known;
    this.removeCached(key);
    return null;
  }

  private addCached(key: string, response: CachedResponse): void {
    this.responses.set(key, response);
    this.cacheSize += response.text.length;
    const { maxCacheSize = 50_000_000 } = this.options;
    for (const oldest of this.responses.keys()) {
      if (this.cacheSize <= maxCacheSize) return;
      this.removeCached(oldest);
    }
  }

  private removeCached(key: string): void {
    this.cacheSize -= this.responses.get(key)?.text.length ?? 0;
    this.responses.delete(key);
  }

  /** Throws at once, without a request, for some time after App Versions did not answer. */
  private async read(request: HttpRequest): Promise<HttpResponse> {
    if (Date.now() < this.pausedUntil) throw failure(noAnswer);
    try {
      const response = await this.send(request);
      this.pausedUntil = 0;
      return response;
    } catch (error) {
      // 500 is an error of one operation, and not of App Versions as a whole.
      const isDown = error instanceof AppVersionsError && isAway(error) && error.status !== 500;
      if (isDown) this.pausedUntil = Date.now() + pauseMs;
      throw error;
    }
  }

  /** Sends a request that is safe to repeat, and repeats it if it may succeed then. */
  private async send(request: HttpRequest): Promise<HttpResponse> {
    const isRead = request.method === 'GET';
    const timeoutMs = request.timeoutMs ?? (isRead ? readTimeoutMs : writeTimeoutMs);
    const deadline = performance.now() + (isRead ? 2 * timeoutMs + extraReadMs : timeoutMs + extraWriteMs);
    for (let attempt = 1; ; attempt++) {
      try {
        const remainingMs = deadline - performance.now();
        return await this.sendOnce(request, Math.ceil(Math.min(timeoutMs, remainingMs)));
      } catch (error) {
        if (!(error instanceof AppVersionsError) || attempt >= (request.maxAttempts ?? maxAttempts))
          throw error;
        const delayMs = error.retryAfter === null ? 200 * attempt : error.retryAfter * 1000;
        const isTooLate = performance.now() + delayMs + minTimeoutMs > deadline;
        if (isTooLate || !(isAway(error) || isTemporary(error))) throw error;
        await sleep(delayMs);
      }
    }
  }

  /** `timeoutMs` includes the body. */
  private async sendOnce(request: HttpRequest, timeoutMs: number): Promise<HttpResponse> {
    const { method, path, headers = {}, body, parse = JSON.parse } = request;
    const allHeaders = { ...headers, 'Content-Type': body && 'application/json' };
    const sent = Object.entries(allHeaders).filter((entry): entry is [string, string] => !!entry[1]);
    try {
      const response = await fetch(`${this.baseUrl}${path}`, {
        method,
        headers: sent,
        body: body ? JSON.stringify(body) : null,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { status, ok } = response;
      const text = await response.text();
      if (!ok && status !== 304) throw toError(response, text);
      const etag = response.headers.get('ETag');
      return { status, text, etag, body: ok ? parse(text) : null, readAt: Date.now() };
    } catch (error) {
      if (error instanceof AppVersionsError) throw error;
      throw failure(noAnswer, error);
    }
  }
}

/** A row of the table of operations. */
interface Operation {
  method: string;
  path: string;
  isCacheable?: boolean;
  isIdempotent?: boolean;
}

const noAnswer = 'App Versions did not answer.';

/** Whether App Versions does not answer, or could not. 501 is the answer of an operation that is not configured. */
const isAway = ({ status }: AppVersionsError) => status === 0 || (status >= 500 && status !== 501);

/** Whether the same request may succeed later. */
const isTemporary = ({ status, retryAfter }: AppVersionsError) =>
  status === 429 || (status === 409 && retryAfter !== null);

const failure = (message: string, cause?: unknown) => new AppVersionsError(message, 0, null, null, cause);

const toResult = (response: Omit<HttpResponse, 'status' | 'text'>): Result<unknown> => ({
  body: response.body,
  stale: false,
  readAt: response.readAt / 1000,
  etag: response.etag,
});

function createPath(template: string, { path = {}, query = {} }: AnyParameters): string {
  const values = new Map<string, unknown>(Object.entries(path));
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values.get(name) ?? '');
    // Even encoded, dots would change the path.
    if (['', '.', '..'].includes(value)) throw failure(`"${value}" can’t be ${name}.`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length > 0 ? `${filled}?${new URLSearchParams(given)}` : filled;
}

function toError({ status, headers }: Response, text: string): AppVersionsError {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  try {
    const { code, message } = JSON.parse(text);
    return new AppVersionsError(message, status, code, retryAfter);
  } catch (error) {
    return new AppVersionsError(
      `Unexpected response with status ${status}.`,
      status,
      null,
      retryAfter,
      error,
    );
  }
}

/** A header is ASCII. */
function toAsciiJson(value: object): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

interface TokenHeader {
  alg: string;
  kid: string;
  typ: string;
}

/** The payload of a token. Times are Unix seconds. */
export interface EntitlementsClaims {
  iss: string;
  aud: string;
  sub: string;
  external_id: string | null;
  iat: number;
  exp: number;
  max_stale: number;
  features: Feature[];
}

/** The response of `/.well-known/jwks.json`. */
export interface JsonWebKeySet {
  keys: { kty: string; crv: string; x: string; kid: string }[];
}

/** By how much the clocks of both systems may differ. */
const clockToleranceSeconds = 60;

/**
 * Returns the payload of a token of `GET /account/signed-entitlements`. `account` is the ID that your application gave the
 * account, or its `acc_…` ID. Throws `AppVersionsError` with status 0 unless one of the keys has signed the token, for this app
 * and account, and it has not expired.
 */
export function verifyEntitlements(
  token: string,
  { keys }: JsonWebKeySet,
  { issuer, app, account }: { issuer: string; app: string; account: string },
  now = Date.now() / 1000,
): EntitlementsClaims {
  const { alg, kid, typ } = readTokenPart<TokenHeader>(token, 0);
  const key = keys.find((each) => each.kid === kid && each.kty === 'OKP' && each.crv === 'Ed25519');
  // The header is not trusted: only one algorithm is accepted.
  if (alg !== 'EdDSA' || typ !== 'entitlements+jwt' || !key) throw failure('The token has an unknown key.');
  const [header, payload, signature = '', ...others] = token.split('.');
  const { kty, crv, x } = key;
  const publicKey = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  const content = Buffer.from(`${header}.${payload}`);
  const isSigned = verify(null, content, publicKey, Buffer.from(signature, 'base64url'));
  if (!isSigned || others.length > 0) throw failure('The token has a wrong signature.');
  const claims = readTokenPart<EntitlementsClaims>(token, 1);
  if (claims.iss !== issuer || claims.aud !== app) throw failure('The token is of another app.');
  if (claims.sub !== account && claims.external_id !== account) {
    throw failure('The token is of another account.');
  }
  if (now >= claims.exp + clockToleranceSeconds) throw failure('The token has expired.');
  return claims;
}

function readTokenPart<Part>(token: string, index: 0 | 1): Part {
  try {
    return JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString());
  } catch (error) {
    throw failure('The token is malformed.', error);
  }
}

function toEntitlements({ features, iat }: EntitlementsClaims, stale: boolean): Entitlements {
  return { features, stale, issuedAt: iat };
}

/** Types may be added: ignore those that you do not know. */
export type WebhookEvent =
  | Event
  | (Pick<Event, 'id' | 'timestamp' | 'account_id' | 'external_id'> & {
      type: 'webhook.test';
      sequence: null;
      data: { endpoint_id: string };
    });

const toleranceSeconds = 5 * 60;

/**
 * Returns the event of a webhook request. `body` is the body as it was received, before it is parsed; `secret` is that
 * of the endpoint, `whsec_…`. Throws if the signature is wrong or more than five minutes old.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Record<string, string | string[] | undefined>,
  secret: string,
): WebhookEvent {
  const timestamp = Number(headers['webhook-timestamp']);
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= toleranceSeconds)) throw new Error('Old webhook request');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const hmac = createHmac('sha256', key).update(`${headers['webhook-id']}.${timestamp}.`);
  const expected = hmac.update(body).digest();
  // After a rotation of the secret there are two signatures.
  const isSigned = String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
  if (!isSigned) throw new Error('Wrong webhook signature');
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
}
