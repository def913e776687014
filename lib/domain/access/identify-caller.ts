import {
  type CacheOnly,
  type CacheSource,
  getCachedApp,
  getCachedCredential,
  refreshCachedApp,
} from '@/lib/cache/cached-queries';
import { chain, type MaybePromise } from '@/lib/cache/tagged-cache';
import { ApiError } from '@/lib/contract/errors';
import type { ResolvedCredential } from '@/lib/db/access';
import type { App } from '@/lib/db/catalog';
import { type Caller, noCallerState, toCallerState } from '../caller';
import type { CachedService, Service } from '../service';

type Clock = Pick<Service, 'now'>;
type CallerSource = (CacheSource | CacheOnly) & Clock;

/** The parts of a request that identify its caller. */
interface RequestCredentials {
  /** The `Authorization` header. Where present, the session is ignored. */
  authorization: string | null;
  sessionSecret: string | null;
  /** Host name without port. */
  host: string | null;
  /** Slug of the app for hosts that belong to none. */
  defaultApp: string | null;
  /** Slug of the app that the page names. It is null if it names none. */
  namedApp?: string | null;
  /** The origin of the page around the frame that sent the request, or null for any other request. */
  embeddingOrigin?: string | null;
  /** The ID or external ID of the account that an app key or staff acts for. It is empty for a malformed one. */
  accountName: string | null;
}

/**
 * Identifies the caller (docs/spec.md): at once if it is cached. Throws 401 for an invalid key or token, 403 for a key of another
 * account, 404 for an unknown account. An invalid session is a visitor.
 */
export function identifyCaller(source: CachedService, credentials: RequestCredentials): Caller;
export function identifyCaller(source: CallerSource, credentials: RequestCredentials): MaybePromise<Caller>;
export function identifyCaller(source: CallerSource, credentials: RequestCredentials): MaybePromise<Caller> {
  const { authorization, sessionSecret, accountName, host, defaultApp } = credentials;
  const { namedApp = null, embeddingOrigin = null } = credentials;
  const getVisitor = () => {
    const slug = namedApp ?? defaultApp;
    const found = host === null && slug === null ? null : getCachedApp(source, host, slug);
    return chain(found, (app) => visitor(namedApp === null || app?.slug === namedApp ? app : null));
  };
  if (authorization !== null) {
    const key = parseBearer(authorization);
    if (key === null) throw invalidKey();
    if (key.startsWith('avt_')) {
      return chain(getCachedCredential(source, 'avt', key, null), (credential) => {
        if (!credential) throw invalidToken();
        return tokenCaller(source, credential, embeddingOrigin);
      });
    }
    return chain(getCachedCredential(source, 'avk', key, accountName), (credential) => {
      const caller = credential && memoizeCaller(source, credential, accountName, keyCaller);
      if (!caller) throw invalidKey();
      return caller;
    });
  }
  if (sessionSecret === null) return getVisitor();
  return chain(getCachedCredential(source, 'avs', sessionSecret, accountName), (credential) => {
    const name = credential?.credential.accountId === null ? accountName : null;
    return (credential && memoizeCaller(source, credential, name, sessionCaller)) ?? getVisitor();
  });
}

/** Reads the app of visitors again before it expires in the cache. */
export function refreshVisitorApp(
  source: Service,
  { host, namedApp = null, defaultApp }: Pick<RequestCredentials, 'host' | 'namedApp' | 'defaultApp'>,
): void {
  refreshCachedApp(source, host, namedApp ?? defaultApp);
}

/** Callers of cached credentials. Equal requests get the same object, from which others derive cached data. */
const cachedCallers = new WeakMap<ResolvedCredential, Caller>();

/** Creates the caller of a credential. One that names another account than that of the credential is not memoized. */
function memoizeCaller(
  service: Clock,
  credential: ResolvedCredential,
  accountName: string | null,
  create: (service: Clock, credential: ResolvedCredential, accountName: string | null) => Caller | null,
): Caller | null {
  const isOther = accountName !== null && !isNamed(credential, accountName);
  if (isOther) return create(service, credential, accountName);
  const known = cachedCallers.get(credential);
  if (known) return isValid(credential, service.now) ? known : null;
  const caller = create(service, credential, accountName);
  if (caller) cachedCallers.set(credential, caller);
  return caller;
}

/** The key of an `Authorization` header. */
export function parseBearer(authorization: string): string | null {
  return /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? null;
}

/** Throws 401 unless the token is valid for the page around the frame. */
function tokenCaller(service: Clock, credential: ResolvedCredential, embeddingOrigin: string | null): Caller {
  const caller = memoizeCaller(service, credential, null, sessionCaller);
  if (!caller || embeddingOrigin === null || embeddingOrigin !== credential.credential.origin) {
    throw invalidToken();
  }
  return caller;
}

function invalidToken(): ApiError {
  return new ApiError('unauthenticated', 'The token has expired or ended, or belongs to another origin.');
}

function invalidKey(): ApiError {
  return new ApiError('unauthenticated', 'Invalid API key.');
}

/** Whether the credential acts for the account with an ID or external ID. */
function isNamed({ accountState }: ResolvedCredential, name: string): boolean {
  return accountState?.account.id === name || accountState?.account.externalId === name;
}

function keyCaller(service: Clock, resolved: ResolvedCredential, accountName: string | null): Caller {
  if (!isValid(resolved, service.now)) throw invalidKey();
  const { app, credential } = resolved;
  const { accountId, role } = credential;
  if (accountId !== null && accountName !== null && !isNamed(resolved, accountName)) {
    throw new ApiError('forbidden', 'The API key belongs to a different account than X-Account-Id.');
  }
  const account = accountOf(resolved, accountId ?? accountName);
  return {
    via: 'key',
    app,
    ...account,
    role: role ?? (account.account ? 'owner' : null),
    actor: { kind: 'key', id: credential.id, name: credential.actorName },
    appKey: role === null,
    readOnly: credential.readOnly,
  };
}

function sessionCaller(
  service: Clock,
  resolved: ResolvedCredential,
  accountName: string | null,
): Caller | null {
  if (!isValid(resolved, service.now)) return null;
  const { app, credential } = resolved;
  return {
    via: 'session',
    app,
    ...accountOf(resolved, credential.accountId ?? accountName),
    role: credential.role,
    actor: {
      kind: 'session',
      id: credential.id,
      name: credential.actorName,
      userId: credential.userId,
    },
    appKey: false,
    returnUrl: credential.returnUrl,
    locale: credential.locale,
    expiresAt: credential.expiresAt,
  };
}

function visitor(app: App | null): Caller {
  return {
    via: 'visitor',
    app,
    account: null,
    state: noCallerState,
    role: null,
    actor: null,
    appKey: false,
  };
}

function isValid({ credential: { expiresAt, revokedAt } }: ResolvedCredential, now: () => Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now().getTime());
}

function accountOf(
  { accountState }: ResolvedCredential,
  accountName: string | null,
): Pick<Caller, 'account' | 'state'> {
  if (accountName === null) return { account: null, state: noCallerState };
  if (!accountState) throw new ApiError('account_not_found', 'Account not found.');
  return { account: accountState.account, state: toCallerState(accountState) };
}
