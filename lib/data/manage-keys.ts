import type { MakeId } from '@/lib/contract/ids';
import type { Role } from '@/lib/contract/role';
import type { Database, Queries } from './client';
import { everyoneHears } from './everyone-hears';
import { hashSecret, makeSecret, shownLength } from './secret';
import { setTenant, withTenant } from './tenant';

export interface NewKey {
  appId: string;
  /** Null with `role` null is an app key. */
  accountId: string | null;
  role: Role | null;
  name: string;
  expiresAt: Date | null;
}

/** What can be told of a key once it is made. */
export interface KeySummary extends NewKey {
  id: string;
  prefix: string;
  createdAt: Date;
  revokedAt: Date | null;
}

/** Makes a key. Its secret is in this answer and nowhere else. */
export async function createKey(
  db: Database,
  key: NewKey,
  makeId: MakeId,
): Promise<{ id: string; secret: string }> {
  const secret = makeSecret('avk');
  const id = makeId('key');
  await withTenant(db, { appId: key.appId }, (queries) =>
    queries.apiKey.create({
      data: { ...key, id, prefix: secret.slice(0, shownLength), secretHash: hashSecret(secret) },
    }),
  );
  return { id, secret };
}

/** The keys of an app, the oldest first; revoked and expired ones too. */
export function listKeys(db: Database, appId: string): Promise<KeySummary[]> {
  return withTenant(db, { appId }, (queries) =>
    queries.apiKey.findMany({
      where: { appId },
      omit: { secretHash: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    }),
  );
}

/** Revokes a key. False where there is none with this id; one that was revoked before keeps its time. */
export async function revokeKey(db: Database, id: string, at: Date): Promise<boolean> {
  const found = await inEachApp(db, async (queries, appId) => {
    const key = await queries.apiKey.findUnique({
      where: { appId_id: { appId, id } },
      select: { revokedAt: true },
    });
    if (key && key.revokedAt === null) {
      await queries.apiKey.update({ where: { appId_id: { appId, id } }, data: { revokedAt: at } });
    }
    return key;
  });
  await everyoneHears(db);
  return found !== null;
}

/** The app that has the account with this id. */
export function findAppOfAccount(db: Database, accountId: string): Promise<string | null> {
  return inEachApp(db, async (queries, appId) => {
    const account = await queries.account.findUnique({
      where: { appId_id: { appId, id: accountId } },
      select: { appId: true },
    });
    return account && appId;
  });
}

/** Asks one app after the other, for a transaction sees one at a time. The first answer that is not null. */
function inEachApp<T>(
  db: Database,
  ask: (queries: Queries, appId: string) => Promise<T | null>,
): Promise<T | null> {
  return db.$transaction(async (queries) => {
    for (const { id } of await queries.app.findMany({ select: { id: true }, orderBy: { id: 'asc' } })) {
      await setTenant(queries, { appId: id });
      const answer = await ask(queries, id);
      if (answer !== null) return answer;
    }
    return null;
  });
}
