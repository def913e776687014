import type { AccountKey } from './accounts';
import type { Database, Queries } from './connection/client';
import { withCredential } from './connection/tenant';
import type { PortalSessionModel } from './generated/models';

/**
 * `secretHash` is null until the link is redeemed, and the link is null for a session that starts without one, and for
 * a token.
 */
export type NewSession = Omit<PortalSessionModel, 'revokedAt'>;

export async function insertSession(queries: Queries, session: NewSession): Promise<void> {
  await queries.portalSession.create({ data: session });
}

/** The session of a link that is valid at `now`, or null. */
export function findPendingSession(db: Database, linkHash: string, now: Date) {
  return withCredential(db, linkHash, (queries) =>
    queries.portalSession.findFirst({
      where: { linkHash, linkExpiresAt: { gt: now }, revokedAt: null },
      select: { appId: true, accountId: true, path: true, app: { select: { sessionHours: true } } },
    }),
  );
}

/** Exchanges a link for a session secret. It is false if it was redeemed or revoked before. */
export async function redeemLink(
  queries: Queries,
  linkHash: string,
  { secretHash, expiresAt }: { secretHash: string; expiresAt: Date },
): Promise<boolean> {
  const { count } = await queries.portalSession.updateMany({
    where: { linkHash, secretHash: null, revokedAt: null },
    data: { linkHash: null, secretHash, expiresAt },
  });
  return count > 0;
}

/** Revokes the valid sessions and links that match, and returns their number. */
export async function revokeSessions(
  queries: Queries,
  which: { appId: string } & (
    | { secretHash: string }
    | { id: string }
    | { actorId: string }
    | { accountId: string }
  ),
  at: Date,
): Promise<number> {
  const { count } = await queries.portalSession.updateMany({
    where: { ...which, revokedAt: null, expiresAt: { gt: at } },
    data: { revokedAt: at },
  });
  return count;
}

/** A session without its secrets. */
export type SessionSummary = Omit<PortalSessionModel, 'secretHash' | 'linkHash'> & {
  /** Whether the link has been used. */
  started: boolean;
};

/** The sessions and links of an account that are valid at `now`, newest first. */
export async function listSessions(
  queries: Queries,
  account: AccountKey,
  now: Date,
): Promise<SessionSummary[]> {
  const sessions = await queries.portalSession.findMany({
    where: { ...account, revokedAt: null, expiresAt: { gt: now } },
    omit: { secretHash: true },
    orderBy: { id: 'desc' },
  });
  return sessions.map(({ linkHash, ...session }) => ({ ...session, started: linkHash === null }));
}

export async function hasSession(queries: Queries, appId: string, id: string): Promise<boolean> {
  return (await queries.portalSession.count({ where: { appId, id } })) > 0;
}
