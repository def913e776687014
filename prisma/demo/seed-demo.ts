import { join } from 'node:path';
import type { MakeId } from '@/lib/contract/ids';
import { commitAccountChanges } from '@/lib/db/account-changes';
import { type AccountState, readAccountState } from '@/lib/db/accounts';
import { type AppCatalog, readCatalog } from '@/lib/db/catalog';
import { withCatalogLock } from '@/lib/db/catalog-store';
import type { Database, Queries } from '@/lib/db/connection/client';
import { setTenant } from '@/lib/db/connection/tenant';
import { toCallerState } from '@/lib/domain/caller';
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
    const accountIds = new Map<string, string>();
    for (const [index, { file, effectiveFrom }] of demoPriceLists.entries()) {
      const files = await loadImportFiles(join(import.meta.dirname, file));
      const start = new Date(effectiveFrom);
      await publishInCatalogLock(queries, { slug, ...files, publishedAt: start }, makeId);
      const app = await queries.app.findUniqueOrThrow({ where: { slug }, select: { id: true } });
      const catalog = await readCatalog(queries, app.id);
      const end = new Date(demoPriceLists[index + 1]?.effectiveFrom ?? now);
      for (const { externalId, title, email, switches, toggles = [] } of demoAccounts) {
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
              data: { appId: app.id, id: accountId, externalId, title, email, createdAt: changedAt },
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
    for (const { externalId, change, usage } of demoAccounts) {
      const accountId = accountIds.get(externalId);
      if (!accountId) continue;
      await setTenant(queries, { appId: app.id, accountId });
      if (change) await recordWaitingChange(queries, { catalog, accountId, change, makeId }, now);
      if (usage) {
        await queries.accountUsage.create({
          data: { appId: app.id, accountId, amounts: usage, reportedAt: now },
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

/** Records what was evaluated on a state of the account. */
async function commitChange(
  queries: Queries,
  { catalog, accountId, change, makeId }: ChangeInput<DemoSwitch | DemoToggle>,
  accountState: AccountState,
  evaluation: Evaluation,
): Promise<void> {
  const appId = catalog.app.id;
  const channel = ('channel' in change && change.channel) || 'portal';
  const actor = { kind: actorKinds[channel], id: null, name: change.by };
  const made = { channel, reason: change.reason ?? null };
  const entry = recordChange({ makeId }, { actor, origin: 'owner' }, made, evaluation).change!.entry!;
  const expected = { catalogRevision: catalog.app.catalogRevision, accountState, idempotencyRecord: null };
  const recordTime = new Date(change.at).getTime();
  await commitAccountChanges(queries, appId, [{ accountId, expected, entry, recordTime }]);
}

/** Switches are made before accounts have add-ons, so nothing happens to those. */
async function recordSwitch(queries: Queries, input: ChangeInput<DemoSwitch>): Promise<void> {
  const { catalog, change } = input;
  const state = await readState(queries, input);
  const version = catalog.versions.find(({ catalogKey }) => catalogKey === change.to)!;
  // The product role can see each version.
  const evaluation = evaluateChange(
    { catalog, state: toCallerState(state) },
    { role: 'product' },
    {
      type: 'switch',
      versionId: version.id,
      billingPeriod: change.billingPeriod ?? null,
      users: change.users ?? null,
    },
  );
  await commitChange(queries, input, state, evaluation);
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
  const version = catalog.versions.find(({ catalogKey }) => catalogKey === change.to)!;
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

async function recordToggle(queries: Queries, input: ChangeInput<DemoToggle>): Promise<void> {
  const { catalog, change } = input;
  const state = await readState(queries, input);
  const addOn = catalog.addOns.find(({ catalogKey }) => catalogKey === change.addOn)!;
  const evaluation = evaluateChange(
    { catalog, state: toCallerState(state) },
    { role: 'owner' },
    { type: 'set_add_on', addOnId: addOn.id, quantity: change.active ? null : 0 },
  );
  if (evaluation.blockers[0]) throw new Error(`${change.at}: ${evaluation.blockers[0].message}`);
  await commitChange(queries, input, state, evaluation);
}

const actorKinds = { portal: 'session', api: 'key', command: 'operator' } as const;
