import type { Role } from '@/lib/contract/role';
import { createSession, revokeSession } from '@/lib/data/portal-session';
import { hashSecret, makeSecret } from '@/lib/data/secret';
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

const sessionLength = 12 * 60 * 60 * 1000;

/** Begins a session of 12 hours. Its secret is told once, here; only its hash is kept. */
export async function beginSession(
  service: Service,
  { appId, accountId, role, id, name }: SessionPerson,
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = makeSecret('avs');
  const now = service.now();
  const expiresAt = new Date(now.getTime() + sessionLength);
  await withTenant(service.db, { appId, accountId }, (queries) =>
    createSession(queries, {
      appId,
      accountId,
      role,
      id: service.makeId('session'),
      actorId: id,
      actorName: name,
      secretHash: hashSecret(secret),
      createdAt: now,
      expiresAt,
    }),
  );
  return { secret, expiresAt };
}

/** Ends the caller's session on every screen it is open on. */
export async function endSession(service: Service, caller: Caller, secret: string): Promise<void> {
  if (caller.via !== 'session' || !caller.app) return;
  const tenant = { appId: caller.app.id, accountId: caller.account?.id };
  await withTenant(service.db, tenant, (queries) =>
    revokeSession(queries, hashSecret(secret), service.now()),
  );
}
