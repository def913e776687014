import type { Role } from '@/lib/contract/role';
import type { Queries } from './client';

export interface NewSession {
  appId: string;
  id: string;
  /** Null for a product manager who looks at the app as a whole. */
  accountId: string | null;
  role: Role;
  actorId: string | null;
  actorName: string;
  secretHash: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Keeps a session that begins at once. */
export async function createSession(queries: Queries, session: NewSession): Promise<void> {
  await queries.portalSession.create({ data: session });
}

/** Ends the session with this secret, wherever it is open. False where none holds. */
export async function revokeSession(queries: Queries, secretHash: string, at: Date): Promise<boolean> {
  const { count } = await queries.portalSession.updateMany({
    where: { secretHash, revokedAt: null },
    data: { revokedAt: at },
  });
  return count > 0;
}
