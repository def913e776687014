import type { Role } from '@/lib/contract/role';
import type { Database, Queries } from './client';
import { withCredential } from './tenant';

export interface NewSession {
  appId: string;
  id: string;
  /** Null for a product manager who looks at the app as a whole. */
  accountId: string | null;
  role: Role;
  actorId: string | null;
  actorName: string;
  /** Of the secret, where the session begins at once. */
  secretHash: string | null;
  /** Of the one-time link, where it begins with that. */
  linkHash: string | null;
  linkExpiresAt: Date | null;
  createdAt: Date;
  expiresAt: Date;
}

/** A session whose link has not been used. */
export interface PendingSession {
  appId: string;
  id: string;
  accountId: string | null;
}

export async function createSession(queries: Queries, session: NewSession): Promise<void> {
  await queries.portalSession.create({ data: session });
}

/** The session that this link begins, if the link holds at `now`. */
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

/** Exchanges the link for a secret. False where somebody did before. */
export async function exchangeLink(
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

/** Ends the session with this secret, wherever it is open. False where none holds. */
export async function revokeSession(queries: Queries, secretHash: string, at: Date): Promise<boolean> {
  const { count } = await queries.portalSession.updateMany({
    where: { secretHash, revokedAt: null },
    data: { revokedAt: at },
  });
  return count > 0;
}
