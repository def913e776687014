import { ApiError } from '@/lib/contract/errors';
import { isWellFormedId } from '@/lib/contract/ids';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import { defaultSessionHours } from '@/lib/contract/portal-sessions';
import {
  findPendingSession,
  hasSession,
  insertSession,
  listSessions,
  type NewSession,
  redeemLink,
  revokeSessions,
  type SessionSummary,
} from '@/lib/db/access';
import type { App } from '@/lib/db/catalog';
import type { Queries } from '@/lib/db/connection/client';
import { hashSecret, isWellFormedSecret, makeSecret } from '@/lib/db/connection/secret';
import { readTenant, withTenant } from '@/lib/db/connection/tenant';
import { recordAudit } from '../audit/audit';
import type { AppCaller, Caller } from '../caller';
import { findNamedAccount } from '../find-account';
import type { Service } from '../service';
import { includesOrigin } from './api-origins';

/** The user of a portal session. `id` is that in the host application, `accountId` an ID or external ID. */
type PortalUser = Pick<NewSession, 'accountId' | 'role'> & { id: string | null; name: string };

/** How a session starts. Null is the default. */
type SessionStart = Pick<NewSession, 'returnUrl' | 'path' | 'locale'>;

const defaultStart: SessionStart = { returnUrl: null, path: null, locale: null };
const noSecrets = { secretHash: null, linkHash: null, linkExpiresAt: null, origin: null };

export type { SessionSummary };

interface StartedSession {
  /** It is not stored, so that it can't be read again. */
  secret: string;
  expiresAt: Date;
}

export type CreatedSession = StartedSession & { id: string };

export interface PortalLink {
  /** Id of the session that the link starts. */
  id: string;
  /** Secret of the link. Not stored: it can't be read again. */
  link: string;
  expiresAt: Date;
}

const hourMs = 60 * 60 * 1000;
const linkTtlMs = 5 * 60 * 1000;
const tokenTtlMs = 15 * 60 * 1000;

/** Starts a session without a link. With `audited`, the audit gets an entry of the user. */
export async function startSession(
  service: Service,
  app: App,
  user: PortalUser,
  { audited = false } = {},
): Promise<CreatedSession> {
  const secret = makeSecret('avs');
  const expiresAt = expiryOf(app, service.now());
  const fields = { secretHash: hashSecret(secret), expiresAt };
  const id = await storeSession(service, { app, audited }, user, fields);
  return { id, secret, expiresAt };
}

/**
 * Creates a token for a frame in a page of `origin`, valid for 15 minutes. It ends as a session of its user does. Throws 400 if
 * the app does not allow the origin, and 404 for an unknown account.
 */
export async function createPortalToken(
  service: Service,
  caller: AppCaller,
  user: PortalUser,
  origin: string,
): Promise<CreatedSession> {
  const { app } = caller;
  if (!includesOrigin(app.frameOrigins, origin)) {
    throw fieldError(invalidParameter('origin', 'not one of the frame_origins of the app'));
  }
  const found = await findUser(service, app.id, user);
  const secret = makeSecret('avt');
  const expiresAt = new Date(service.now().getTime() + tokenTtlMs);
  const fields = { secretHash: hashSecret(secret), expiresAt, origin };
  const id = await storeSession(service, { app, caller }, found, fields);
  return { id, secret, expiresAt };
}

/** The user with the ID of the account. Throws 404 for an unknown account. */
async function findUser(service: Service, appId: string, user: PortalUser): Promise<PortalUser> {
  const { accountId: name } = user;
  if (name === null) return user;
  const find = (queries: Queries) => findNamedAccount(queries, appId, name);
  const { id: accountId } = await readTenant(service.db, { appId }, find, { limited: false });
  return { ...user, accountId };
}

/**
 * Creates a one-time sign-in link, valid for 5 minutes, for a user of an account or of the product team. Throws 400 if the app
 * does not allow the origin of the `returnUrl`, and 404 for an unknown account.
 */
export async function createPortalLink(
  service: Service,
  caller: AppCaller,
  user: PortalUser,
  start = defaultStart,
): Promise<PortalLink> {
  const { app } = caller;
  const { returnUrl } = start;
  if (returnUrl !== null && !includesOrigin(app.returnOrigins, new URL(returnUrl).origin)) {
    throw fieldError(
      invalidParameter('return_url', 'its origin is not one of the return_origins of the app'),
    );
  }
  const found = await findUser(service, app.id, user);
  const link = makeSecret('avl');
  const expiresAt = new Date(service.now().getTime() + linkTtlMs);
  const fields = { ...start, linkHash: hashSecret(link), linkExpiresAt: expiresAt, expiresAt };
  const id = await storeSession(service, { app, caller }, found, fields);
  return { id, link, expiresAt };
}

/**
 * Exchanges a link for a session, and returns the path of its first page. It is null if the link is invalid, expired or
 * already redeemed.
 */
export async function redeemPortalLink(
  service: Service,
  link: string,
): Promise<(StartedSession & { path: string }) | null> {
  if (!isWellFormedSecret('avl', link)) return null;
  const now = service.now();
  const linkHash = hashSecret(link);
  const pending = await findPendingSession(service.db, linkHash, now);
  if (!pending) return null;
  const secret = makeSecret('avs');
  const expiresAt = expiryOf(pending.app, now);
  const session = { secretHash: hashSecret(secret), expiresAt };
  const redeem = (queries: Queries) => redeemLink(queries, linkHash, session);
  const redeemed = await withTenant(service.db, pending, redeem, { cached: false });
  return redeemed ? { secret, expiresAt, path: pending.path ?? '/' } : null;
}

/** Revokes the caller's session in every browser that uses it. */
export async function endSession(service: Service, caller: Caller, secret: string): Promise<void> {
  if (caller.via !== 'session' || !caller.app) return;
  const appId = caller.app.id;
  const tenant = { appId, accountId: caller.account?.id };
  await withTenant(service.db, tenant, (queries) =>
    revokeSessions(queries, { appId, secretHash: hashSecret(secret) }, service.now()),
  );
}

/** Ends a session of the app, or its link. Throws 404 if there is none with this ID. */
export async function endSessionById(service: Service, caller: AppCaller, id: string): Promise<void> {
  const { app } = caller;
  const isFound =
    isWellFormedId('session', id) &&
    (await withTenant(service.db, { appId: app.id }, async (queries) => {
      if ((await revokeSessions(queries, { appId: app.id, id }, service.now())) > 0) {
        await recordAudit(queries, service, caller, { type: 'session.ended', targetId: id });
      }
      return hasSession(queries, app.id, id);
    }));
  if (!isFound) throw new ApiError('portal_session_not_found', 'Portal session not found.');
}

/** Ends the sessions and links of a user of the host application, and returns their number. */
export function endSessionsOfUser(service: Service, caller: AppCaller, userId: string): Promise<number> {
  const { app } = caller;
  return withTenant(service.db, { appId: app.id }, async (queries) => {
    const ended = await revokeSessions(queries, { appId: app.id, actorId: userId }, service.now());
    if (ended > 0) await recordAudit(queries, service, caller, { type: 'user.signed_out', data: { ended } });
    return ended;
  });
}

/** Ends all sessions and links of an account, and returns their number. Throws 404. */
export function endSessionsOfAccount(service: Service, caller: AppCaller, name: string): Promise<number> {
  const appId = caller.app.id;
  return withTenant(service.db, { appId }, async (queries) => {
    const { id: accountId } = await findNamedAccount(queries, appId, name);
    const ended = await revokeSessions(queries, { appId, accountId }, service.now());
    await recordAudit(queries, service, caller, { type: 'account.signed_out', accountId, data: { ended } });
    return ended;
  });
}

/** The valid sessions and links of an account, newest first. Throws 404. */
export function listSessionsOfAccount(
  { db, now }: Service,
  { app }: Pick<AppCaller, 'app'>,
  name: string,
): Promise<SessionSummary[]> {
  return readTenant(db, { appId: app.id }, async (queries) => {
    const { id: accountId } = await findNamedAccount(queries, app.id, name);
    return listSessions(queries, { appId: app.id, accountId }, now());
  });
}

function expiryOf({ sessionHours }: Pick<App, 'sessionHours'>, now: Date): Date {
  return new Date(now.getTime() + (sessionHours ?? defaultSessionHours) * hourMs);
}

/** Returns the ID. With a caller, or `audited`, the audit gets an entry. */
async function storeSession(
  service: Service,
  { app, caller, audited = false }: { app: App; caller?: AppCaller; audited?: boolean },
  { id: actorId, name: actorName, accountId, role }: PortalUser,
  fields: Partial<NewSession> & Pick<NewSession, 'expiresAt'>,
): Promise<string> {
  const key = { appId: app.id, accountId };
  const id = service.makeId('session');
  const session = {
    ...key,
    id,
    role,
    actorId,
    actorName,
    createdAt: service.now(),
    ...defaultStart,
    ...noSecrets,
  };
  const insert = async (queries: Queries) => {
    await insertSession(queries, { ...session, ...fields });
    const entry = { accountId, targetId: id, data: { role } };
    if (caller) await recordAudit(queries, service, caller, { ...entry, type: 'session.created' });
    if (audited) {
      const actor = { kind: 'session', id, name: actorName, userId: actorId } as const;
      const user = { app, actor, via: 'session', role } as const;
      await recordAudit(queries, service, user, { ...entry, type: 'session.started' });
    }
  };
  await withTenant(service.db, key, insert, { cached: false });
  return id;
}
