import { join } from 'node:path';
import type { MakeId } from '@/lib/contract/ids';
import { commitAccountChanges } from '@/lib/db/account-changes';
import { type AccountState, readAccountState } from '@/lib/db/accounts';
import { type AppCatalog, type CatalogVersion, readCatalog } from '@/lib/db/catalog';
import { withCatalogLock } from '@/lib/db/catalog-store';
import type { Database, Queries } from '@/lib/db/connection/client';
import { setTenant } from '@/lib/db/connection/tenant';
import { toCallerState } from '@/lib/domain/caller';
import type { CatalogView } from '@/lib/domain/catalog/catalog-view';
import { toConfirmed } from '@/lib/domain/changes/confirmed-change';
import { type Evaluation, evaluateChange, getSnapshots } from '@/lib/domain/subscription/evaluate-change';
import { recordChange } from '@/lib/domain/subscription/record-change';
import { loadImportFiles } from '@/lib/price-list/parse/load-import-files';
import { publishInCatalogLock } from '@/lib/price-list/publish/publish-price-list';
import { type DemoChange, type DemoSwitch, type DemoToggle, demoAccounts, demoPriceLists } from './demo-data';

/**
 * Seeds the demo in one transaction. Imports each price list in turn and makes the changes of its time, so that retired
 * versions and snapshots result as they would in production. Returns false if the app exists.
 */
export function seedDemo(db: Database, slug: string, now: Date, makeId: MakeId): Promise<boolean> {
  return withCatalogLock(db, slug, async (queries) => {
    if (await queries.app.findUnique({ where: { slug }, select: { id: true } })) return false;
    const readPublished = async () => {
      const app = await queries.app.findUniqueOrThrow({ where: { slug }, select: { id: true } });
      return readCatalog(queries, app.id);
    };
    const accountIds = new Map<string, string>();
    for (const [index, { file, effectiveFrom }] of demoPriceLists.entries()) {
      const files = await loadImportFiles(join(import.meta.dirname, file));
      const start = new Date(effectiveFrom);
      await publishInCatalogLock(queries, { slug, ...files, publishedAt: start }, makeId);
      const catalog = await readPublished();
      const end = new Date(demoPriceLists[index + 1]?.effectiveFrom ?? now);
      for (const { externalId, title, email, switches, toggles = [] } of demoAccounts) {
        const changes = [...switches, ...toggles].toSorted((a, b) => a.at.localeCompare(b.at));
        for (const change of changes) {
          const changedAt = new Date(change.at);
          if (changedAt < start || changedAt >= end) continue;
          const existingId = accountIds.get(externalId);
          const accountId = existingId ?? makeId('account');
          await setTenant(queries, { appId: catalog.app.id, accountId });
          if (!existingId) {
            accountIds.set(externalId, accountId);
            await queries.account.create({
              data: { appId: catalog.app.id, id: accountId, externalId, title, email, createdAt: changedAt },
            });
          }
          await recordPastChange(queries, { catalog, accountId, change, makeId });
        }
      }
    }
    const catalog = await readPublished();
    for (const { externalId, change, usage } of demoAccounts) {
      const accountId = accountIds.get(externalId);
      if (!accountId) continue;
      await setTenant(queries, { appId: catalog.app.id, accountId });
      if (change) await recordWaitingChange(queries, { catalog, accountId, change, makeId }, now);
      if (usage) {
        await queries.accountUsage.create({
          data: { appId: catalog.app.id, accountId, amounts: usage, reportedAt: now },
        });
      }
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

async function readState(
  queries: Queries,
  { catalog, accountId }: Pick<ChangeInput<unknown>, 'catalog' | 'accountId'>,
): Promise<AccountState> {
  return (await readAccountState(queries, catalog.app.id, accountId))!;
}

/** Records a switch, or an add-on that is turned on or off, as it was made at its time. */
async function recordPastChange(
  queries: Queries,
  { catalog, accountId, change, makeId }: ChangeInput<DemoSwitch | DemoToggle>,
): Promise<void> {
  const accountState = await readState(queries, { catalog, accountId });
  const view = { catalog, state: toCallerState(accountState) };
  const evaluation = 'to' in change ? evaluateSwitch(view, change) : evaluateToggle(view, change);
  const channel = ('channel' in change && change.channel) || 'portal';
  const actor = { kind: actorKinds[channel], id: null, name: change.by };
  const made = { channel, reason: change.reason ?? null };
  const entry = recordChange({ makeId }, { actor, origin: 'owner' }, made, evaluation).change!.entry!;
  const expected = { catalogRevision: catalog.app.catalogRevision, accountState, idempotencyRecord: null };
  const recordTime = new Date(change.at).getTime();
  await commitAccountChanges(queries, catalog.app.id, [{ accountId, expected, entry, recordTime }]);
}

const actorKinds = { portal: 'session', api: 'key', command: 'operator' } as const;

/** Switches are made before accounts have add-ons, so nothing happens to those. */
function evaluateSwitch(view: CatalogView, { to, billingPeriod, users }: DemoSwitch): Evaluation {
  const versionId = findPlan(view.catalog, to).id;
  // The product role can see each version.
  return evaluateChange(view, { role: 'product' }, { type: 'switch', versionId, billingPeriod, users });
}

function evaluateToggle(view: CatalogView, { at, addOn: key, active }: DemoToggle): Evaluation {
  const addOn = view.catalog.addOns.find(({ catalogKey }) => catalogKey === key)!;
  const quantity = active ? null : 0;
  const evaluation = evaluateChange(
    view,
    { role: 'owner' },
    { type: 'set_add_on', addOnId: addOn.id, quantity },
  );
  if (evaluation.blockers[0]) throw new Error(`${at}: ${evaluation.blockers[0].message}`);
  return evaluation;
}

function findPlan({ versions }: AppCatalog, key: string): CatalogVersion {
  return versions.find(({ catalogKey }) => catalogKey === key)!;
}

const waitMs = 30 * 24 * 60 * 60 * 1000;

/** A change that waits. */
async function recordWaitingChange(
  queries: Queries,
  input: ChangeInput<DemoChange>,
  now: Date,
): Promise<void> {
  const { catalog, accountId, change, makeId } = input;
  const appId = catalog.app.id;
  const version = findPlan(catalog, change.to);
  const evaluation = evaluateChange(
    { catalog, state: toCallerState(await readState(queries, input)) },
    { role: 'owner' },
    { type: 'switch', versionId: version.id },
  );
  const { after } = evaluation;
  const { from, to } = getSnapshots(evaluation);
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
      billingPeriod: after.billingPeriod,
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
