import type { Role } from '@/lib/contract/current-user';
import { ApiError } from '@/lib/contract/errors';
import { findAccount } from '@/lib/db/accounts';
import type { Queries } from '@/lib/db/client';
import {
  findPendingSession,
  insertSession,
  type NewSession,
  redeemLink,
  revokeSession,
} from '@/lib/db/portal-sessions';
import { hashSecret, isWellFormedSecret, makeSecret } from '@/lib/db/secret';
import { readTenant, withTenant } from '@/lib/db/tenant';
import type { AppCaller, Caller } from './caller';
import type { Service } from './service';

/** The user of a portal session. */
interface PortalUser {
  appId: string;
  accountId: string | null;
  role: Role;
  /** Id in the host application. */
  id: string | null;
  name: string;
}

interface StartedSession {
  /** Not stored: it can't be read again. */
  secret: string;
  expiresAt: Date;
}

export interface PortalLink {
  /** Id of the session that the link starts. */
  id: string;
  /** Secret of the link. Not stored: it can't be read again. */
  link: string;
  expiresAt: Date;
}

const sessionTtlMs = 12 * 60 * 60 * 1000;
const linkTtlMs = 5 * 60 * 1000;

/** Starts a session of 12 hours. */
export async function startSession(service: Service, user: PortalUser): Promise<StartedSession> {
  const secret = makeSecret('avs');
  const expiresAt = new Date(service.now().getTime() + sessionTtlMs);
  await storeSession(service, user, {
    secretHash: hashSecret(secret),
    linkHash: null,
    linkExpiresAt: null,
    expiresAt,
  });
  return { secret, expiresAt };
}

/**
 * Creates a one-time sign-in link, valid for 5 minutes, for a user of an account or of the product team. Throws 404 for an
 * unknown account.
 */
export async function createPortalLink(
  service: Service,
  { app }: AppCaller,
  user: Omit<PortalUser, 'appId'>,
): Promise<PortalLink> {
  const { accountId } = user;
  if (accountId !== null) {
    const tenant = { appId: app.id, accountId };
    const find = (queries: Queries) => findAccount(queries, app.id, accountId);
    const account = await readTenant(service.db, tenant, find, { limited: false });
    if (!account) throw new ApiError('account_not_found', 'Account not found.');
  }
  const link = makeSecret('avl');
  const expiresAt = new Date(service.now().getTime() + linkTtlMs);
  const hashes = { secretHash: null, linkHash: hashSecret(link), linkExpiresAt: expiresAt, expiresAt };
  return { id: await storeSession(service, { ...user, appId: app.id }, hashes), link, expiresAt };
}

/** Exchanges a link for a session. Null if the link is invalid, expired or already redeemed. */
export async function redeemPortalLink(service: Service, link: string): Promise<StartedSession | null> {
  if (!isWellFormedSecret('avl', link)) return null;
  const now = service.now();
  const linkHash = hashSecret(link);
  const pending = await findPendingSession(service.db, linkHash, now);
  if (!pending) return null;
  const secret = makeSecret('avs');
  const expiresAt = new Date(now.getTime() + sessionTtlMs);
  const session = { secretHash: hashSecret(secret), expiresAt };
  const redeem = (queries: Queries) => redeemLink(queries, linkHash, session);
  const redeemed = await withTenant(service.db, pending, redeem, { cached: false });
  return redeemed ? { secret, expiresAt } : null;
}

/** Revokes the caller's session in every browser that uses it. */
export async function endSession(service: Service, caller: Caller, secret: string): Promise<void> {
  if (caller.via !== 'session' || !caller.app) return;
  const tenant = { appId: caller.app.id, accountId: caller.account?.id };
  await withTenant(service.db, tenant, (queries) =>
    revokeSession(queries, hashSecret(secret), service.now()),
  );
}

async function storeSession(
  service: Service,
  { appId, accountId, role, id: actorId, name }: PortalUser,
  hashes: Pick<NewSession, 'secretHash' | 'linkHash' | 'linkExpiresAt' | 'expiresAt'>,
): Promise<string> {
  const id = service.makeId('session');
  const session = {
    appId,
    accountId,
    role,
    id,
    actorId,
    actorName: name,
    createdAt: service.now(),
    ...hashes,
  };
  const insert = (queries: Queries) => insertSession(queries, session);
  await withTenant(service.db, { appId, accountId }, insert, { cached: false });
  return id;
}
