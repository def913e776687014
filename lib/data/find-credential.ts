import type { Role } from '@/lib/contract/role';
import type { Database } from './client';
import { type App, appFields } from './find-app';
import { withCredential } from './tenant';

/** What a key or session, valid or not, was made for. */
export interface Credential {
  id: string;
  app: App;
  accountId: string | null;
  /** Null for an app key. */
  role: Role | null;
  /** Who acts, for the history. */
  actorName: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** The API key whose SHA-256 is `hash`. */
export async function findKey(db: Database, hash: string): Promise<Credential | null> {
  const key = await withCredential(db, hash, (queries) =>
    queries.apiKey.findUnique({ where: { secretHash: hash }, include: { app: { select: appFields } } }),
  );
  return key && { ...key, actorName: key.name };
}

/** The portal session whose secret's SHA-256 is `hash`. */
export async function findSession(db: Database, hash: string): Promise<Credential | null> {
  return withCredential(db, hash, (queries) =>
    queries.portalSession.findUnique({
      where: { secretHash: hash },
      include: { app: { select: appFields } },
    }),
  );
}
