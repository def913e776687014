import { type MakeId, toEventId } from '@/lib/contract/ids';
import {
  findAccountByExternalId,
  insertAccount,
  readAccountState,
  readClock,
  updateAccountTitle,
} from '@/lib/db/accounts';
import { type Actor, insertActivation } from '@/lib/db/activations';
import { type App, readCatalog } from '@/lib/db/catalog';
import type { Database, Queries } from '@/lib/db/client';
import { insertEvent } from '@/lib/db/events';
import { readTenant, setTenant, withTenant } from '@/lib/db/tenant';
import { snapshotVersion } from '@/lib/db/version-snapshot';
import { waitForInvalidation } from '@/lib/db/wait-for-invalidation';
import { listBillingPeriods, selectBillingPeriod } from './billing';
import type { AppKeyCaller } from './caller';
import type { Service } from './service';

interface NewAccount {
  /** Id in the host application. */
  externalId: string | null;
  title: string;
  /** Recorded with the first activation, as is the channel ("api" or "command"). */
  actor: Actor;
  channel: string;
  at: Date;
}

interface CreatedAccount {
  id: string;
  /** The app's default version; null if the app has none, in which case the history is empty. */
  versionId: string | null;
}

/** An account as the host application specifies it. */
interface AccountInput {
  externalId: string;
  title: string;
}

export interface UpsertedAccount extends AccountInput {
  id: string;
  created: boolean;
  /** The current version; null if the account has none. */
  versionId: string | null;
}

/**
 * Creates an account on the app's default version. Null if the app already has an account with this external id. Of two
 * concurrent calls, one creates the account and the other waits and returns null.
 */
export function createAccount(
  db: Database,
  app: App,
  { externalId, title, actor, channel, at }: NewAccount,
  makeId: MakeId,
): Promise<CreatedAccount | null> {
  const id = makeId('account');
  const create = async (queries: Queries): Promise<CreatedAccount | null> => {
    const account = { appId: app.id, id, externalId, title, createdAt: at };
    if (!(await insertAccount(queries, account))) return null;
    await insertEvent(queries, {
      appId: app.id,
      accountId: id,
      id: toEventId(id),
      sequence: 0,
      type: 'account.created',
      occurredAt: at,
      data: { title },
    });
    const catalog = await readCatalog(queries, app.id);
    const version = catalog.versions.find(({ isDefault }) => isDefault);
    if (!version) return { id, versionId: null };
    await insertActivation(queries, {
      id: makeId('activation'),
      accountId: id,
      to: snapshotVersion(catalog, version),
      from: null,
      direction: 'none',
      actor,
      channel,
      reason: null,
      billingPeriod: selectBillingPeriod(listBillingPeriods(version, app), 'month') ?? app.billingPeriod,
      at,
    });
    return { id, versionId: version.id };
  };
  return withTenant(db, { appId: app.id, accountId: id }, create, { cached: false });
}

/** Creates the account on the app's default version, or finds it by its external id and updates its title. */
export async function upsertAccount(
  service: Service,
  caller: AppKeyCaller,
  input: AccountInput,
): Promise<UpsertedAccount> {
  const existing = await updateAccount(service, caller, input);
  if (existing) return existing;
  const { actor, app } = caller;
  const recordTime = service.recordTime();
  const at =
    recordTime === null
      ? await readTenant(service.db, { appId: app.id }, readClock, { limited: false })
      : new Date(recordTime);
  const created = await createAccount(
    service.db,
    app,
    { ...input, actor, channel: 'api', at },
    service.makeId,
  );
  if (created) {
    service.onEvent();
    return { ...input, ...created, created: true };
  }
  // A concurrent call has created and committed it. Accounts are never deleted.
  const concurrent = await updateAccount(service, caller, input);
  if (!concurrent) throw new Error(`The account ${input.externalId} was deleted.`);
  return concurrent;
}

async function updateAccount(
  { db }: Service,
  { app }: AppKeyCaller,
  { externalId, title }: AccountInput,
): Promise<UpsertedAccount | null> {
  let isChanged = false;
  const update = async (queries: Queries): Promise<UpsertedAccount | null> => {
    const account = await findAccountByExternalId(queries, app.id, externalId);
    if (!account) return null;
    const { id } = account;
    isChanged = account.title !== title;
    if (isChanged) await updateAccountTitle(queries, app.id, id, title);
    await setTenant(queries, { appId: app.id, accountId: id });
    const state = await readAccountState(queries, app.id, id);
    return { id, externalId, title, created: false, versionId: state?.current?.versionId ?? null };
  };
  const updated = await withTenant(db, { appId: app.id }, update, { cached: false });
  if (isChanged) await waitForInvalidation(db);
  return updated;
}
