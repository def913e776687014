// A client of the API for back ends. Copy this file: it needs Node.js 20 or later and no package.
//
//   const appVersions = new AppVersions('https://plans.example.com', process.env.APP_KEY);
//   if (await appVersions.hasFeature('customer-7', 'audit-log')) showAuditLog();
//
// `account` is the ID that your application gave the account, or its `acc_…` ID.

import { createHmac, createPublicKey, randomUUID, timingSafeEqual, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** The API rejected the request, or did not answer. `message` can be shown to users if there is a `code`. */
export class AppVersionsError extends Error {
  constructor(
    message: string,
    /** 0 without a response. */
    readonly status: number,
    /** Such as `preview_stale`. Null if the response is not from the API. */
    readonly code: string | null,
    /** Seconds after which to try again, or null. */
    readonly retryAfter: number | null = null,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** A user of your application. The history and the events name the user. */
export interface User {
  id: string;
  name: string;
}

export interface Account {
  /** The `acc_…` ID. */
  account_id: string;
  title: string;
}

export interface Version {
  id: string;
  title: string;
  tag: string;
  /** In minor units per billing period. Null is not priced. */
  fee: number | null;
  user_fee: number | null;
}

/** A feature or usage limit of an account. Without `unlimited`, compare usage with `amount`. */
export interface Feature {
  id: string;
  title: string;
  value: string | null;
  amount: number | null;
  unlimited: boolean;
}

export interface SwitchPreview {
  allowed: boolean;
  blockers: { code: string; message: string }[];
  gained: { id: string; title: string }[];
  lost: { id: string; title: string }[];
  /** Sent with the switch: it fails with `preview_stale` if something has changed since. */
  revision: string;
}

export interface Switch {
  versionId: string;
  /** Of the preview that the user confirmed. */
  revision?: string;
  user?: User;
  reason?: string;
  /** Store it before the request if your application may repeat the switch after a restart. */
  idempotencyKey?: string;
}

/** A switch that an owner has confirmed in the pages, and that waits for your application. See `GET /account/changes/:id`. */
export interface Change {
  id: string;
  state: string;
  waits_for: 'owner' | 'host' | null;
  version: Version & { annual_fee: number | null; annual_user_fee: number | null; currency: string };
  billing_period: 'month' | 'year';
  /** Null: those of the account. */
  users: number | null;
}

/** See `POST /api/portal/sessions` for more fields. */
interface PortalUser {
  /** The `acc_…` ID. */
  account_id: string;
  role: 'member' | 'owner';
  name: string;
  user_id?: string;
}

export interface PortalSession extends PortalUser {
  return_url?: string;
  path?: string;
  locale?: string;
}

/** The features and limits of an account. */
export interface Entitlements {
  features: Feature[];
  /** Whether App Versions does not answer, so that these are the last known ones. */
  stale: boolean;
  /** Of the token. Unix seconds. */
  issuedAt: number;
}

/** What `getEntitlements` needs. */
export interface EntitlementsOptions {
  /** The slug of the app. */
  app: string;
  /** The origin in the tokens, if App Versions has another one for its users than `baseUrl`. */
  issuer?: string;
  /** Called when the last known entitlements of an account are used because App Versions does not answer. */
  onStale?: (account: string, error: AppVersionsError) => void;
}

interface RequestOptions {
  account?: string;
  body?: object;
  headers?: Record<string, string | undefined>;
  timeoutMs?: number;
  attempts?: number;
}

interface Answer<Body> {
  status: number;
  etag: string | null;
  body: Body;
}

const maxAttempts = 3;
const timeoutMs = 15_000;
/** For entitlements while there are last known ones. */
const entitlementsTimeoutMs = 3000;
/** Then the last known entitlements are used without a request. */
const pauseMs = 10_000;
/** Of accounts whose features are kept, to revalidate them. */
const maxCachedAccounts = 10_000;

export class AppVersions {
  /** Oldest use first. */
  private readonly features = new Map<string, { etag: string; features: Feature[] }>();
  /** Oldest use first. */
  private readonly entitlements = new Map<string, { claims: EntitlementsClaims; refreshAt: number }>();
  private keys: JsonWebKeySet = { keys: [] };
  /** Unix milliseconds. */
  private pausedUntil = 0;

  /** `appKey` acts as owner of every account of the app: it never leaves the back end. */
  constructor(
    private readonly baseUrl: string,
    private readonly appKey: string,
    private readonly options?: EntitlementsOptions,
  ) {}

  /** Creates the account, or updates its title. `externalId` is your ID of the customer. */
  async putAccount(externalId: string, account: { title: string; tag?: string }): Promise<Account> {
    const path = `/api/accounts/${encodeURIComponent(externalId)}`;
    return (await this.send<{ data: Account }>('PUT', path, { body: account })).body.data;
  }

  /** The versions that the account can see. */
  async listVersions(account: string): Promise<Version[]> {
    const { body } = await this.send<{ data: { versions: Version[] } }>('GET', '/app/versions', { account });
    return body.data.versions;
  }

  /** The features and limits of a version. */
  async listVersionFeatures(account: string, versionId: string): Promise<Feature[]> {
    const path = `/app/versions/${encodeURIComponent(versionId)}`;
    const { body } = await this.send<{ features: (Feature & { human_id: string })[] }>('GET', path, {
      account,
    });
    return body.features.map(({ human_id: id, ...feature }) => ({ ...feature, id }));
  }

  /** Sets the number of users, which prices per user are multiplied by. */
  async setUsers(externalId: string, users: number): Promise<void> {
    await this.send('PATCH', `/api/accounts/${encodeURIComponent(externalId)}`, { body: { users } });
  }

  /** Reports what the account uses now, all numbers by the IDs of limits. */
  async reportUsage(externalId: string, amounts: Record<string, number>): Promise<void> {
    await this.send('PUT', `/api/accounts/${encodeURIComponent(externalId)}/usage`, { body: { amounts } });
  }

  /** What a switch would change. */
  async previewSwitch(account: string, versionId: string): Promise<SwitchPreview> {
    const path = `/app/versions/${encodeURIComponent(versionId)}/preview`;
    return (await this.send<{ data: SwitchPreview }>('GET', path, { account })).body.data;
  }

  /** Switches the account, once, however often the request is repeated. Returns the ID of the history entry. */
  async switchVersion(
    account: string,
    { versionId, revision, user, reason, idempotencyKey = randomUUID() }: Switch,
  ): Promise<string> {
    const headers = {
      'Idempotency-Key': idempotencyKey,
      'If-Match': revision && `"${revision}"`,
      'X-Actor': user && toAsciiJson({ user_id: user.id, name: user.name }),
    };
    const body = { version_id: versionId, ...(reason && { reason }) };
    const options = { account, headers, body };
    const answer = await this.send<{ data: { history_id: string } }>('POST', '/app/versions', options);
    return answer.body.data.history_id;
  }

  /** The change that your `checkout_url` was opened with. */
  async getChange(account: string, id: string): Promise<Change> {
    return (await this.send<{ data: Change }>('GET', changePath(id), { account })).body.data;
  }

  /** Makes the switch. Fails with status 412 or 422 if the price has changed or the change has ended. */
  async approveChange(account: string, id: string): Promise<void> {
    await this.send('POST', `${changePath(id)}/approve`, { account });
  }

  /** Refuses the switch. The owner reads the message. */
  async declineChange(account: string, id: string, message: string): Promise<void> {
    await this.send('POST', `${changePath(id)}/decline`, { account, body: { message } });
  }

  /** The features and limits of the account. If they have not changed, the response is 304 and small. */
  async listFeatures(account: string): Promise<Feature[]> {
    const cached = this.features.get(account);
    const headers = { 'If-None-Match': cached?.etag };
    const options = { account, headers };
    const answer = await this.send<{ payload: Feature[] }>('GET', '/account/features?limit=1000', options);
    const features = answer.status === 304 && cached ? cached.features : answer.body.payload;
    this.features.delete(account);
    if (answer.etag) this.features.set(account, { etag: answer.etag, features });
    const [oldest] = this.features.keys();
    if (this.features.size > maxCachedAccounts && oldest !== undefined) this.features.delete(oldest);
    return features;
  }

  /**
   * The features and limits of the account, of a signed token that is at most five minutes old. If App Versions does not answer,
   * those of the last token, with `stale`, for 24 hours. Throws `AppVersionsError` without one, and if the request is rejected.
   */
  async getEntitlements(account: string): Promise<Entitlements> {
    const known = this.entitlements.get(account);
    if (known && Date.now() < known.refreshAt) return toEntitlements(known.claims, false);
    const isUsable = known && Date.now() < known.claims.max_stale * 1000;
    try {
      if (isUsable && Date.now() < this.pausedUntil) throw failure('App Versions did not answer.');
      const limits = isUsable ? { timeoutMs: entitlementsTimeoutMs, attempts: 1 } : {};
      const claims = await this.requestEntitlements(account, limits);
      this.entitlements.delete(account);
      this.entitlements.set(account, { claims, refreshAt: claims.exp * 1000 });
      const [oldest] = this.entitlements.keys();
      if (this.entitlements.size > maxCachedAccounts && oldest !== undefined)
        this.entitlements.delete(oldest);
      return toEntitlements(claims, false);
    } catch (error) {
      if (!(error instanceof AppVersionsError && isTemporary(error) && isUsable)) throw error;
      if (Date.now() >= this.pausedUntil) this.pausedUntil = Date.now() + pauseMs;
      this.options?.onStale?.(account, error);
      return toEntitlements(known.claims, true);
    }
  }

  /** Requests the entitlements of the account with the next use. Call it after an event about the account. */
  refreshEntitlements(account: string): void {
    const known = this.entitlements.get(account);
    if (known) known.refreshAt = 0;
    this.pausedUntil = 0;
  }

  private async requestEntitlements(
    account: string,
    limits: Pick<RequestOptions, 'timeoutMs' | 'attempts'>,
  ): Promise<EntitlementsClaims> {
    const { app, issuer = new URL(this.baseUrl).origin } = this.options ?? {};
    if (app === undefined) throw new Error('Pass the slug of the app to the constructor.');
    const path = '/account/signed-entitlements';
    const answer = await this.send<{ data: { token: string } }>('GET', path, { account, ...limits });
    const { token } = answer.body.data;
    const { kid } = readTokenPart<TokenHeader>(token, 0);
    if (!this.keys.keys.some((key) => key.kid === kid)) {
      this.keys = (await this.send<JsonWebKeySet>('GET', '/.well-known/jwks.json', limits)).body;
    }
    return verifyEntitlements(token, this.keys, { issuer, app, account });
  }

  /** Throws if the API does not answer: decide whether users then keep what they had. */
  async hasFeature(account: string, id: string): Promise<boolean> {
    return (await this.listFeatures(account)).some((feature) => feature.id === id);
  }

  /** Returns a link that signs the user in to the pages, once, within five minutes. */
  async createPortalLink(session: PortalSession): Promise<string> {
    const headers = { 'Idempotency-Key': randomUUID() };
    const options = { headers, body: session };
    return (await this.send<{ data: { url: string } }>('POST', '/api/portal/sessions', options)).body.data
      .url;
  }

  /** Returns a token for the element in a page of `origin`, for 15 minutes. */
  async createPortalToken(user: PortalUser & { origin: string }): Promise<string> {
    const options = { headers: { 'Idempotency-Key': randomUUID() }, body: user };
    return (await this.send<{ data: { token: string } }>('POST', '/api/portal/tokens', options)).body.data
      .token;
  }

  /** Sends a request that is safe to repeat, and repeats it if it may succeed then. */
  private async send<Body>(method: string, path: string, options: RequestOptions): Promise<Answer<Body>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.sendOnce<Body>(method, path, options);
      } catch (error) {
        if (!(error instanceof AppVersionsError) || attempt === (options.attempts ?? maxAttempts))
          throw error;
        const delayMs = error.retryAfter === null ? 200 * attempt : error.retryAfter * 1000;
        if (!isTemporary(error) || delayMs > timeoutMs) throw error;
        await sleep(delayMs);
      }
    }
  }

  private async sendOnce<Body>(
    method: string,
    path: string,
    { account, body, headers = {}, timeoutMs: requestTimeoutMs = timeoutMs }: RequestOptions,
  ): Promise<Answer<Body>> {
    const allHeaders = {
      Authorization: `Bearer ${this.appKey}`,
      'X-Account-Id': account && encodeURIComponent(account),
      'Content-Type': body && 'application/json',
      ...headers,
    };
    const sent = Object.entries(allHeaders).filter((entry): entry is [string, string] => !!entry[1]);
    try {
      const response = await fetch(`${this.baseUrl}${path}`, {
        method,
        headers: sent,
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      const etag = response.headers.get('ETag');
      if (response.status === 304) return { status: 304, etag, body: {} as Body };
      const text = await response.text();
      if (response.ok) return { status: response.status, etag, body: JSON.parse(text) };
      throw toError(response, text);
    } catch (error) {
      if (error instanceof AppVersionsError) throw error;
      throw failure('App Versions did not answer.', error);
    }
  }
}

const isTemporary = ({ status }: AppVersionsError) => [0, 409, 429].includes(status) || status >= 500;

const failure = (message: string, cause?: unknown) => new AppVersionsError(message, 0, null, null, cause);

const changePath = (id: string) => `/account/changes/${encodeURIComponent(id)}`;

function toError({ status, headers }: Response, text: string): AppVersionsError {
  const retryAfter = headers.has('Retry-After') ? Number(headers.get('Retry-After')) : null;
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

/** What the events have in common. The API reference describes `data`. */
export interface WebhookEvent {
  id: string;
  type: string;
  timestamp: string;
  account_id: string | null;
  external_id: string | null;
  sequence: number | null;
  data: Record<string, unknown>;
}

const toleranceSeconds = 5 * 60;

/**
 * Returns the event of a webhook request. `body` is the body as it was received, before it is parsed; `secret` is that
 * of the endpoint, `whsec_…`. Throws if the signature is wrong or more than five minutes old.
 */
export function verifyWebhook(
  body: string | Buffer,
  headers: Record<string, string | string[] | undefined>,
  secret: string,
): WebhookEvent {
  const timestamp = Number(headers['webhook-timestamp']);
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= toleranceSeconds)) throw new Error('Old webhook request');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const content = `${headers['webhook-id']}.${timestamp}.${body}`;
  const expected = createHmac('sha256', key).update(content).digest();
  // After a rotation of the secret there are two signatures.
  const isSigned = String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
  if (!isSigned) throw new Error('Wrong webhook signature');
  return JSON.parse(String(body));
}
