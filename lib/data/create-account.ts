import type { MakeId } from '@/lib/contract/ids';
import type { Database, Queries } from './client';
import type { App } from './find-app';
import { type Actor, recordActivation } from './record-activation';
import { withTenant } from './tenant';
import { versionContent, versionSnapshot } from './version-snapshot';

export interface NewAccount {
  /** The host product's own id for it. */
  externalId: string | null;
  title: string;
  /** Who makes it and through what, for the first line of its history. */
  actor: Actor;
  channel: string;
  at: Date;
}

/**
 * Makes an account and begins its history on the app's default version. Answers with its id, or null where the app
 * has no default version.
 */
export function createAccount(
  db: Database,
  app: App,
  account: NewAccount,
  makeId: MakeId,
): Promise<string | null> {
  const id = makeId('account');
  return withTenant(db, { appId: app.id, accountId: id }, async (queries) => {
    const version = await queries.version.findFirst({
      where: { appId: app.id, isDefault: true },
      include: versionContent,
    });
    if (!version) return null;
    const { externalId, title, actor, channel, at } = account;
    await queries.account.create({ data: { appId: app.id, id, externalId, title, createdAt: at } });
    await recordActivation(queries, {
      id: makeId('activation'),
      accountId: id,
      to: versionSnapshot(app, version),
      from: null,
      direction: 'none',
      actor,
      channel,
      reason: null,
      at,
    });
    return id;
  });
}

/** The id of the app's account with this external id. */
export async function findAccountByExternalId(
  queries: Queries,
  appId: string,
  externalId: string,
): Promise<string | null> {
  const account = await queries.account.findUnique({
    where: { appId_externalId: { appId, externalId } },
    select: { id: true },
  });
  return account?.id ?? null;
}
