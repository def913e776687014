import type { Database, Queries } from './client';
import type { PortalSessionModel } from './generated/models';
import { type Tenant, withCredential } from './tenant';

/** `secretHash` is null until the link is redeemed, and the link is null for a session that starts without one. */
export type NewSession = Omit<PortalSessionModel, 'revokedAt'>;

export async function insertSession(queries: Queries, session: NewSession): Promise<void> {
  await queries.portalSession.create({ data: session });
}

/** The tenant of the session of a link that is valid at `now`, or null. */
export function findPendingSession(db: Database, linkHash: string, now: Date): Promise<Tenant | null> {
  return withCredential(db, linkHash, (queries) =>
    queries.portalSession.findFirst({
      where: { linkHash, linkExpiresAt: { gt: now }, revokedAt: null },
      select: { appId: true, accountId: true },
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
