import type { Role } from '@/lib/contract/current-user';
import type { Database, Queries } from './client';
import { withCredential } from './tenant';

export interface NewSession {
  appId: string;
  id: string;
  /** Null for the product role without an account. */
  accountId: string | null;
  role: Role;
  actorId: string | null;
  actorName: string;
  /** Hash of the secret. Null until the link is redeemed. */
  secretHash: string | null;
  /** Hash of the one-time link. Null for a session that starts without a link. */
  linkHash: string | null;
  linkExpiresAt: Date | null;
  createdAt: Date;
  expiresAt: Date;
}

/** A session whose link has not been redeemed. */
interface PendingSession {
  appId: string;
  id: string;
  accountId: string | null;
}

export async function insertSession(queries: Queries, session: NewSession): Promise<void> {
  await queries.portalSession.create({ data: session });
}

/** The session of a link that is valid at `now`, or null. */
export function findPendingSession(
  db: Database,
  linkHash: string,
  now: Date,
): Promise<PendingSession | null> {
  return withCredential(db, linkHash, (queries) =>
    queries.portalSession.findFirst({
      where: { linkHash, linkExpiresAt: { gt: now }, revokedAt: null },
      select: { appId: true, id: true, accountId: true },
    }),
  );
}

/** Exchanges a link for a session secret. False if it was redeemed before. */
export async function redeemLink(
  queries: Queries,
  linkHash: string,
  { secretHash, expiresAt }: { secretHash: string; expiresAt: Date },
): Promise<boolean> {
  const { count } = await queries.portalSession.updateMany({
    where: { linkHash, secretHash: null },
    data: { linkHash: null, secretHash, expiresAt },
  });
  return count > 0;
}

/** Revokes the session with this secret. False if there is no valid one. */
export async function revokeSession(queries: Queries, secretHash: string, at: Date): Promise<boolean> {
  const { count } = await queries.portalSession.updateMany({
    where: { secretHash, revokedAt: null },
    data: { revokedAt: at },
  });
  return count > 0;
}
