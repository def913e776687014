import type { MakeId } from '@/lib/contract/ids';
import type { Database } from './client';
import type { App } from './find-app';
import { freezeVersion } from './freeze-version';
import { readCatalog } from './read-catalog';
import { type Actor, recordActivation } from './record-activation';
import { withTenant } from './tenant';

export interface NewAccount {
  /** The host product's own id for it. */
  externalId: string | null;
  title: string;
  /** Who makes it and through what, for the first line of its history. */
  actor: Actor;
  channel: string;
  at: Date;
}

export interface CreatedAccount {
  id: string;
  /** The app's default version, on which its history begins; null where the app has none, nor the account a history. */
  versionId: string | null;
}

/**
 * Makes an account and begins its history on the app's default version. Null where the app has an account with this
 * external id: of two calls at once one makes it, and the other waits and is told so.
 */
export function createAccount(
  db: Database,
  app: App,
  { externalId, title, actor, channel, at }: NewAccount,
  makeId: MakeId,
): Promise<CreatedAccount | null> {
  const id = makeId('account');
  return withTenant(db, { appId: app.id, accountId: id }, async (queries) => {
    const { count } = await queries.account.createMany({
      data: [{ appId: app.id, id, externalId, title, createdAt: at }],
      skipDuplicates: true,
    });
    if (count === 0) return null;
    const catalog = await readCatalog(queries, app.id);
    const version = catalog.versions.find(({ isDefault }) => isDefault);
    if (!version) return { id, versionId: null };
    await recordActivation(queries, {
      id: makeId('activation'),
      accountId: id,
      to: freezeVersion(catalog, version),
      from: null,
      direction: 'none',
      actor,
      channel,
      reason: null,
      at,
    });
    return { id, versionId: version.id };
  });
}
