import type { Role } from '@/lib/contract/role';
import {
  createSession,
  exchangeLink,
  findPendingSession,
  type NewSession,
  revokeSession,
} from '@/lib/data/portal-session';
import { hashSecret, looksLikeSecret, makeSecret } from '@/lib/data/secret';
import { withTenant } from '@/lib/data/tenant';
import type { Caller } from './caller';
import type { Service } from './service';

/** Who a session is for. */
export interface SessionPerson {
  appId: string;
  accountId: string | null;
  role: Role;
  id: string | null;
  name: string;
}

/** Told once to whoever begins it. */
export interface StartedSession {
  secret: string;
  expiresAt: Date;
}

const sessionLength = 12 * 60 * 60 * 1000;
const linkLength = 5 * 60 * 1000;

/** Begins a session of 12 hours. Its secret is told once, here; only its hash is kept. */
export async function beginSession(service: Service, person: SessionPerson): Promise<StartedSession> {
  const secret = makeSecret('avs');
  const expiresAt = new Date(service.now().getTime() + sessionLength);
  await keepSession(service, person, {
    secretHash: hashSecret(secret),
    linkHash: null,
    linkExpiresAt: null,
    expiresAt,
  });
  return { secret, expiresAt };
}

/** Makes a link that begins a session once, within 5 minutes. */
export async function inviteToPortal(
  service: Service,
  person: SessionPerson,
): Promise<{ id: string; link: string; expiresAt: Date }> {
  const link = makeSecret('avl');
  const expiresAt = new Date(service.now().getTime() + linkLength);
  const hashes = { secretHash: null, linkHash: hashSecret(link), linkExpiresAt: expiresAt, expiresAt };
  return { id: await keepSession(service, person, hashes), link, expiresAt };
}

/** Exchanges a link for a session; null where it does not hold, or was used before. */
export async function enterPortal(service: Service, link: string): Promise<StartedSession | null> {
  if (!looksLikeSecret('avl', link)) return null;
  const now = service.now();
  const linkHash = hashSecret(link);
  const pending = await findPendingSession(service.db, linkHash, now);
  if (!pending) return null;
  const secret = makeSecret('avs');
  const expiresAt = new Date(now.getTime() + sessionLength);
  const session = { secretHash: hashSecret(secret), expiresAt };
  const exchanged = await withTenant(service.db, pending, (queries) =>
    exchangeLink(queries, linkHash, session),
  );
  return exchanged ? { secret, expiresAt } : null;
}

async function keepSession(
  service: Service,
  { appId, accountId, role, id: actorId, name }: SessionPerson,
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
  await withTenant(service.db, { appId, accountId }, (queries) => createSession(queries, session));
  return id;
}

/** Ends the caller's session on every screen it is open on. */
export async function endSession(service: Service, caller: Caller, secret: string): Promise<void> {
  if (caller.via !== 'session' || !caller.app) return;
  const tenant = { appId: caller.app.id, accountId: caller.account?.id };
  await withTenant(service.db, tenant, (queries) =>
    revokeSession(queries, hashSecret(secret), service.now()),
  );
}
