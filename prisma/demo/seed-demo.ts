import { join } from 'node:path';
import { applyImportInTransaction } from '@/lib/catalog-import/import-catalog';
import { loadImportFiles } from '@/lib/catalog-import/load-import-files';
import type { MakeId } from '@/lib/contract/ids';
import { readAccountState } from '@/lib/db/accounts';
import { insertActivation } from '@/lib/db/activations';
import { insertAddOnChange } from '@/lib/db/add-on-changes';
import { type AppCatalog, readCatalog } from '@/lib/db/catalog';
import { withCatalogLock } from '@/lib/db/catalog-store';
import type { Database, Queries } from '@/lib/db/client';
import { setTenant } from '@/lib/db/tenant';
import { createAddOnChange } from '@/lib/domain/add-on-changes';
import { findOwn } from '@/lib/domain/add-on-generations';
import { noAccountVersions, toAccountVersions } from '@/lib/domain/caller';
import type { CatalogView } from '@/lib/domain/catalog-view';
import { toConfirmed } from '@/lib/domain/confirmed-switch';
import { createAddOnContext, findAddOnPrice, getActivePrice } from '@/lib/domain/decide-add-on';
import { evaluateSwitch } from '@/lib/domain/evaluate-switch';
import { type DemoChange, type DemoSwitch, type DemoToggle, demoAccounts, demoPriceLists } from './demo-data';

/**
 * Seeds the demo in one transaction. Imports each price list in turn and makes the changes of its time, so that retired
 * versions and snapshots result as they would in production. Returns false if the app exists.
 */
export function seedDemo(db: Database, slug: string, now: Date, makeId: MakeId): Promise<boolean> {
  return withCatalogLock(db, slug, async (queries) => {
    if (await queries.app.findUnique({ where: { slug }, select: { id: true } })) return false;
    const accountIds = new Map<string, string>();
    for (const [index, { file, effectiveFrom }] of demoPriceLists.entries()) {
      const files = await loadImportFiles(join(import.meta.dirname, file));
      const start = new Date(effectiveFrom);
      await applyImportInTransaction(queries, { slug, ...files, publishedAt: start }, makeId);
      const app = await queries.app.findUniqueOrThrow({ where: { slug }, select: { id: true } });
      const catalog = await readCatalog(queries, app.id);
      const end = new Date(demoPriceLists[index + 1]?.effectiveFrom ?? now);
      for (const { externalId, title, switches, toggles = [] } of demoAccounts) {
        const changes = [...switches, ...toggles].toSorted((a, b) => a.at.localeCompare(b.at));
        for (const change of changes) {
          const changedAt = new Date(change.at);
          if (changedAt < start || changedAt >= end) continue;
          const existingId = accountIds.get(externalId);
          const accountId = existingId ?? makeId('account');
          await setTenant(queries, { appId: app.id, accountId });
          if (!existingId) {
            accountIds.set(externalId, accountId);
            await queries.account.create({
              data: { appId: app.id, id: accountId, externalId, title, createdAt: changedAt },
            });
          }
          const input = { catalog, accountId, makeId };
          if ('to' in change) await recordSwitch(queries, { ...input, change });
          else await recordToggle(queries, { ...input, change });
        }
      }
    }
    const app = await queries.app.findUniqueOrThrow({ where: { slug }, select: { id: true } });
    const catalog = await readCatalog(queries, app.id);
    for (const { externalId, change } of demoAccounts) {
      const accountId = accountIds.get(externalId);
      if (!change || !accountId) continue;
      await setTenant(queries, { appId: app.id, accountId });
      await recordChange(queries, { catalog, accountId, change, makeId }, now);
    }
    return true;
  });
}

interface ChangeInput<Change> {
  catalog: AppCatalog;
  accountId: string;
  change: Change;
  makeId: MakeId;
}

async function readView(
  queries: Queries,
  { catalog, accountId }: Pick<ChangeInput<unknown>, 'catalog' | 'accountId'>,
): Promise<CatalogView> {
  const state = await readAccountState(queries, catalog.app.id, accountId);
  return { catalog, state: state ? toAccountVersions(state) : noAccountVersions };
}

/** Switches are made before accounts have add-ons, so nothing happens to those. */
async function recordSwitch(queries: Queries, input: ChangeInput<DemoSwitch>): Promise<void> {
  const { catalog, accountId, change, makeId } = input;
  const view = await readView(queries, input);
  const version = catalog.versions.find(({ catalogKey }) => catalogKey === change.to)!;
  // The product role can see each version.
  const { from, to, decision, billingPeriod, users, isUsersOnly } = evaluateSwitch(
    view,
    { role: 'product' },
    version.id,
    { billingPeriod: change.billingPeriod ?? null, users: change.users ?? null },
  );
  const channel = change.channel ?? 'portal';
  await insertActivation(queries, {
    id: makeId('activation'),
    accountId,
    to,
    from,
    direction: decision.direction,
    actor: { kind: actorKinds[channel], id: null, name: change.by },
    channel,
    reason: change.reason ?? null,
    billingPeriod,
    users,
    kind: isUsersOnly ? 'users' : 'switch',
    at: new Date(change.at),
  });
  await queries.account.update({
    where: { appId_id: { appId: catalog.app.id, id: accountId } },
    data: { users },
  });
}

const waitMs = 30 * 24 * 60 * 60 * 1000;

/** A change that waits. */
async function recordChange(queries: Queries, input: ChangeInput<DemoChange>, now: Date): Promise<void> {
  const { catalog, accountId, change, makeId } = input;
  const appId = catalog.app.id;
  const version = catalog.versions.find(({ catalogKey }) => catalogKey === change.to)!;
  const evaluation = evaluateSwitch(await readView(queries, input), { role: 'owner' }, version.id);
  const { from, to, billingPeriod } = evaluation;
  await queries.versionSnapshot.createMany({ data: from ? [from, to] : [to], skipDuplicates: true });
  const endsAt = new Date(now.getTime() + waitMs);
  const isRequest = change.waitsFor === 'owner';
  if (!isRequest) {
    await queries.account.update({
      where: { appId_id: { appId, id: accountId } },
      data: { periodEndsAt: endsAt },
    });
  }
  await queries.accountChange.create({
    data: {
      appId,
      accountId,
      id: makeId('accountChange'),
      versionId: version.id,
      billingPeriod,
      effectiveAt: isRequest ? null : endsAt,
      atPeriodEnd: !isRequest,
      waitsFor: isRequest ? 'owner' : null,
      expiresAt: isRequest ? endsAt : null,
      origin: isRequest ? 'member' : 'owner',
      reason: change.reason,
      confirmed: { ...toConfirmed(evaluation) } as object,
      actorKind: 'session',
      actorName: change.by,
      actorUserId: change.userId,
      channel: 'portal',
      createdAt: now,
      revision: 1,
    },
  });
}

async function recordToggle(queries: Queries, input: ChangeInput<DemoToggle>): Promise<void> {
  const { catalog, accountId, change, makeId } = input;
  const view = await readView(queries, input);
  const { version, billingPeriod, active } = createAddOnContext(view);
  const listed = catalog.addOns.find(({ catalogKey }) => catalogKey === change.addOn);
  const addOn = listed && findOwn(catalog, active, listed);
  const addOnState = addOn && active.get(addOn.id);
  const price =
    addOn && (addOnState ? getActivePrice(addOnState, addOn, version) : findAddOnPrice(addOn, version));
  if (!addOn || !version || !price) throw new Error(`${change.addOn} is not available on ${change.at}.`);
  const addOnChange = createAddOnChange(catalog, addOn, {
    id: makeId('addOnChange'),
    sequence: view.state.addOnSequence + 1,
    active: change.active,
    quantity: Number(change.active),
    cause: 'toggle',
    activationSequence: null,
    versionId: version.id,
    price,
    accountBillingPeriod: billingPeriod,
    actor: { kind: 'session', id: null, name: change.by },
    channel: 'portal',
    reason: change.reason ?? null,
  });
  await insertAddOnChange(queries, { appId: catalog.app.id, accountId }, addOnChange, new Date(change.at));
}

const actorKinds = { portal: 'session', api: 'key', command: 'operator' } as const;
