import type { ServerResponse } from 'node:http';
import { parse, serialize } from 'cookie';
import { sessionCookieName } from '@/lib/contract/current-user';
import { embeddingOriginHeader } from '@/lib/contract/embedding';
import { ApiError } from '@/lib/contract/errors';
import { isStorableText } from '@/lib/contract/fields';
import { identifyCaller, parseBearer } from '@/lib/domain/access/identify-caller';
import type { Caller } from '@/lib/domain/caller';
import { tryCached } from '@/lib/domain/service';
import { getConfig } from '@/lib/server/process/config';
import type { RequestHeaders } from '@/lib/server/process/request-context';
import { getService } from '@/lib/server/process/runtime';

export type { RequestHeaders } from '@/lib/server/process/request-context';

/** Identifies the caller from a request's headers. Throws as `identifyCaller` does. */
export async function authenticate(headers: RequestHeaders): Promise<Caller> {
  const service = getService();
  return service.health.guard(identifyCaller(service, readCredentials(headers)));
}

/** The caller that the cache knows. It is null for one that has to be read from the database, or is rejected. */
export function findCachedCaller(credentials: ReturnType<typeof readCredentials>): Caller | null {
  return tryCached(getService(), (source) => identifyCaller(source, credentials)) ?? null;
}

/** The callers of requests that the fast path has identified and left to the route files. */
export const identifiedCallers = new WeakMap<ServerResponse, Caller>();

/** What identifies the caller of a request. `namedApp` is the app that a page in a frame names. */
export function readCredentials(
  headers: RequestHeaders,
  namedApp: string | null = null,
): Parameters<typeof identifyCaller>[1] {
  return {
    authorization: headers.get('authorization'),
    sessionSecret: parseSessionCookie(headers.get('cookie')),
    host: parseHostName(headers.get('host')),
    defaultApp: getConfig().defaultApp,
    accountName: parseAccountName(headers.get('x-account-id')),
    namedApp,
    embeddingOrigin: parseEmbeddingOrigin(headers),
  };
}

/** The origin that a frame of this server names, or null for a request that a page of another origin made a browser send. */
function parseEmbeddingOrigin(headers: RequestHeaders): string | null {
  const embeddingOrigin = headers.get(embeddingOriginHeader);
  if (embeddingOrigin === null) return null;
  const site = headers.get('sec-fetch-site');
  // Over http, browsers send it for loopback hosts only, and a GET to the own origin has no `Origin`.
  const isOwn =
    site === null ? headers.get('origin') === null || isOwnOrigin(headers) : site === 'same-origin';
  return isOwn ? embeddingOrigin : null;
}

/** The app that a page in a frame names: the proxy sets this header (`proxy.ts`). `*` for none, null for other pages. */
export function getEmbeddedApp(headers: RequestHeaders): string | null {
  return headers.get(embeddedAppHeader);
}

/** A request header of `/embed`, with the slug of the app. Clients can't set it. */
export const embeddedAppHeader = 'x-embedded-app';

/** The app that a share link names: the proxy sets this header (`proxy.ts`). It is null for other pages. */
export function getSharedApp(headers: RequestHeaders): string | null {
  return headers.get(sharedAppHeader);
}

/** A request header of `/shared`, with the slug of the app. Clients can't set it. */
export const sharedAppHeader = 'x-shared-app';

/**
 * The account that an `X-Account-Id` header names: an ID, or an external ID that is percent-encoded as in a path. Empty
 * for a malformed one. A comma is not allowed because Node joins repeated headers with it.
 */
function parseAccountName(header: string | null): string | null {
  if (header === null) return null;
  if (!/^[!-+\--~]+$/.test(header)) return '';
  if (!header.includes('%')) return header;
  try {
    const name = decodeURIComponent(header);
    return isStorableText(name) ? name : '';
  } catch {
    return '';
  }
}

/** The API key or session secret that `authenticate` has accepted. */
export function readSecret(headers: Headers): string {
  const { authorization, sessionSecret } = readCredentials(headers);
  return (authorization === null ? sessionSecret : parseBearer(authorization)) ?? '';
}

/**
 * Identifies the user of a page: with a share link, a visitor. Pages use the session cookie only, never a key.
 * `accountName` is the account that staff look at, by its ID or external ID. Throws 404 for an unknown one.
 */
export async function authenticatePage(
  headers: RequestHeaders,
  accountName: string | null = null,
): Promise<Caller> {
  const service = getService();
  const name = accountName === null || isStorableText(accountName) ? accountName : '';
  const embeddedApp = getEmbeddedApp(headers);
  const namedApp = embeddedApp === '*' ? null : embeddedApp;
  const sharedApp = getSharedApp(headers);
  const credentials = {
    ...readCredentials(headers, sharedApp ?? namedApp),
    ...{ authorization: null, accountName: name },
    // A share link shows its app at any address, and the same to everyone.
    ...(sharedApp !== null && { host: null, sessionSecret: null }),
  };
  return service.health.guard(identifyCaller(service, credentials));
}

/** The host name can have a port. */
const maxHostLength = 260;

/** The host name of a `Host` header, in lower case and without its port, or null for one that is longer than a host name. */
function parseHostName(host: string | null): string | null {
  return host === null || host.length > maxHostLength ? null : host.toLowerCase().replace(/:\d+$/, '');
}

/** The session secret of a `Cookie` header, or null. */
export function parseSessionCookie(cookie: string | null): string | null {
  if (cookie === null || !cookie.includes(sessionCookieName)) return null;
  // Secrets are not percent-encoded.
  return parse(cookie, { decode: (value) => value })[sessionCookieName] || null;
}

/** Every cookie with a secret has them. */
export const cookieAttributes = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const;

/** A `Set-Cookie` header that keeps a session secret until `expires`. */
export function serializeSessionCookie(secret: string, expires: Date): string {
  return serialize(sessionCookieName, secret, { ...cookieAttributes, expires });
}

/** A `Set-Cookie` header that deletes the session cookie. */
export const clearedSessionCookie = serialize(sessionCookieName, '', { ...cookieAttributes, maxAge: 0 });

/**
 * Throws 403 for an unsafe request that a page of another site made a browser send. Browsers send cookies by themselves,
 * but not keys: `Sec-Fetch-Site` must be `same-origin`, or without it `Origin` must be this server's.
 */
export function assertNotCrossSite(headers: RequestHeaders): void {
  if (headers.get('authorization') !== null || parseSessionCookie(headers.get('cookie')) === null) return;
  assertSameOrigin(headers);
}

/** Throws 403 for a request that does not come from a page of this origin. */
export function assertSameOrigin(headers: RequestHeaders): void {
  const site = headers.get('sec-fetch-site');
  const isSameOrigin = site === null ? isOwnOrigin(headers) : site === 'same-origin';
  if (!isSameOrigin) throw new ApiError('cross_site', 'Cross-site requests are not allowed.');
}

/** The server's public origin: as configured, else as the request names it. */
export function publicOrigin(headers: RequestHeaders): string {
  const { publicOrigin } = getConfig();
  if (publicOrigin !== null) return publicOrigin;
  const scheme = isSecure(headers.get('x-forwarded-proto')) ? 'https' : 'http';
  return `${scheme}://${headers.get('host') ?? 'localhost'}`;
}

/**
 * Whether clients reach the server over https. `X-Forwarded-Proto` counts only behind trusted proxies, of which the outermost
 * decides. Most proxies overwrite the header; entries before those of the trusted proxies can be forged.
 */
export function isSecure(forwardedProto: string | null): boolean {
  const { publicOrigin, trustedProxies } = getConfig();
  if (publicOrigin !== null) return publicOrigin.startsWith('https:');
  if (forwardedProto === null || trustedProxies === 0) return false;
  const schemes = forwardedProto.split(',');
  return (schemes.at(-trustedProxies) ?? schemes[0])?.trim() === 'https';
}

export function isOwnOrigin(headers: RequestHeaders): boolean {
  const origin = headers.get('origin');
  if (origin === null) return false;
  const { publicOrigin } = getConfig();
  if (publicOrigin !== null) return origin === publicOrigin;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}
