import type { Event } from '@/lib/contract/events';
import { type Account, readAccountState } from '@/lib/db/accounts';
import type { Database } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { type AccountCaller, type AppKeyCaller, noCallerState, toCallerState } from '@/lib/domain/caller';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import type { Service } from '@/lib/domain/service';
import { computeSubscriptionTotal, getSubscription } from '@/lib/domain/subscription/subscription';
import { listEvents } from '@/lib/domain/webhooks/events';

export const keyActor = { kind: 'key', id: 'key_1', name: 'Back end' } as const;

/** A key of an account, with the role of an owner. */
export function createAccountCaller(
  app: AccountCaller['app'],
  account: Account,
  fields: Partial<AccountCaller> = {},
): AccountCaller {
  return { via: 'key', app, account, role: 'owner', actor: keyActor, appKey: false, ...fields };
}

/** A key of an app, for no account. */
export function createHostCaller(app: AppKeyCaller['app']): AppKeyCaller {
  const caller = { via: 'key', app, account: null, state: noCallerState, role: null } as const;
  return { ...caller, actor: keyActor, appKey: true };
}

/** A change without options. */
export const changeInput = { reason: null, channel: 'api', ifMatch: null, idempotency: null };

/** The events of an account, oldest first. */
export async function listAccountEvents(
  service: Service,
  { app, account }: { app: AccountCaller['app']; account: { id: string } },
): Promise<Event[]> {
  const filter = { accountId: account.id, types: null };
  const { events } = await listEvents(service, { app }, filter, { after: null, limit: 1000 });
  return events.map((event) => JSON.parse(event));
}

export const readView = (service: Service, { app, account }: AccountCaller) =>
  readCatalogView(service, app.id, account.id);

/** "TEAM~1 1000 files sso": the version, the total and the features of an account. */
export async function describeAccount(service: Service, caller: AccountCaller): Promise<string> {
  const view = await readView(service, caller);
  const subscription = getSubscription(view);
  const { catalogKey } = view.catalog.versions.find(({ id }) => id === subscription.version!.id)!;
  const total = computeSubscriptionTotal(subscription, view.catalog)?.amount;
  return [catalogKey, total, ...listEntitlements(view).keys()].join(' ');
}

/** The caller as the API has it: with its app, and the state of its account. */
export async function refreshCaller(db: Database, caller: AccountCaller) {
  const key = { appId: caller.app.id, accountId: caller.account.id };
  const state = await withTenant(db, key, (queries) => readAccountState(queries, key.appId, key.accountId));
  const app = await db.app.findUniqueOrThrow({ where: { id: key.appId } });
  return { ...caller, app, state: toCallerState(state!) };
}
