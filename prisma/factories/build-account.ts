import { makeId, toEventId } from '@/lib/contract/ids';
import { readCatalog, type VersionModel as Version } from '@/lib/db/catalog';
import type { Database, Queries } from '@/lib/db/connection/client';
import { toSnakeCase } from '@/lib/db/connection/query-json';
import { withTenant } from '@/lib/db/connection/tenant';
import { insertEvent } from '@/lib/db/events';
import type { Account } from '@/lib/db/generated/client';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import type { BuiltApp } from './build-app';

export interface AccountSpec {
  title?: string;
  externalId?: string;
  /** Their number since the beginning of its history. The default is 1. */
  users?: number;
  /** Its versions, oldest first; the last is current. The default is the app's first version. */
  history?: Version[];
  /** Days since the last switch. The default is 1. */
  daysAgo?: number;
  /** Versions that are granted to it. */
  granted?: Version[];
}

const dayMs = 24 * 60 * 60 * 1000;

/** Creates an account with a history of one switch per day. */
export async function buildAccount(db: Database, app: BuiltApp, spec: AccountSpec = {}): Promise<Account> {
  const id = makeId('account');
  const history = spec.history ?? app.versions.slice(0, 1);
  const { title = 'Example Ltd', externalId = null, users = 1, daysAgo = 1 } = spec;
  return withTenant(db, { appId: app.id, accountId: id }, async (queries) => {
    const account = await queries.account.create({
      data: { appId: app.id, id, title, externalId, users },
    });
    await queries.versionGrant.createMany({
      data: (spec.granted ?? []).map((version) => ({ appId: app.id, accountId: id, versionId: version.id })),
    });
    await insertHistory(queries, app, { accountId: id, users, daysAgo }, history);
    return account;
  });
}

/** Turns the app's first add-on on, as an operator. */
export async function buildAddOnChange(
  db: Database,
  app: BuiltApp,
  { id: accountId }: Account,
): Promise<void> {
  const [addOn] = app.addOns;
  const [version] = app.versions;
  if (!addOn || !version) throw new Error('The app has no offer.');
  const change = {
    id: makeId('addOnChange'),
    sequence: 1,
    addOnId: addOn.id,
    active: true,
    quantity: 1,
    title: addOn.title,
    ...{ fee: 100, userFee: null, feeUnit: null, userFeeUnit: null, annualFee: null, annualUserFee: null },
    priceText: null,
    currency: app.currency,
    currencyDigits: 2,
  };
  const content = { billingPeriod: app.billingPeriod, previousPrice: null, features: [] };
  const key = { appId: app.id, accountId };
  await withTenant(db, key, async (queries) => {
    const last = await queries.historyEntry.findFirstOrThrow({ where: key, orderBy: { sequence: 'desc' } });
    const changedAt = new Date();
    await queries.historyEntry.create({
      data: {
        ...key,
        sequence: last.sequence + 1,
        id: change.id,
        command: 'set_add_on',
        versionSequence: last.versionSequence,
        addOnSequence: 1,
        versionId: last.versionId,
        snapshotDigest: last.snapshotDigest,
        billingPeriod: last.billingPeriod,
        users: last.users,
        state: {
          addOnStates: [
            { ...change, accountBillingPeriod: last.billingPeriod, changedAt: changedAt.getTime() },
          ],
        },
        addOnEntries: [toSnakeCase({ ...change, ...content })] as object[],
        changedAt,
        actorKind: 'operator',
        actorName: 'Test',
        channel: 'command',
      },
    });
    await insertEvent(queries, {
      ...key,
      id: toEventId(change.id),
      sequence: last.versionSequence + 1,
      historySequence: last.sequence + 1,
      type: 'account.option_enabled',
      occurredAt: changedAt,
      data: null,
    });
  });
}

/** Uses few statements, because there may be thousands of entries. */
async function insertHistory(
  queries: Queries,
  app: BuiltApp,
  { accountId, users, daysAgo }: { accountId: string; users: number; daysAgo: number },
  history: Version[],
): Promise<void> {
  const catalog = await readCatalog(queries, app.id);
  const snapshots = new Map(
    catalog.versions
      .filter(({ id }) => history.some((version) => version.id === id))
      .map((version) => [version.id, snapshotVersion(catalog, version)]),
  );
  await queries.versionSnapshot.createMany({ data: [...snapshots.values()], skipDuplicates: true });
  const start = Date.now() - (history.length - 1 + daysAgo) * dayMs;
  await queries.historyEntry.createMany({
    data: history.map(({ id: versionId }, index) => {
      const to = snapshots.get(versionId)!;
      const from = snapshots.get(history[index - 1]?.id ?? '') ?? null;
      return {
        appId: app.id,
        accountId,
        sequence: index + 1,
        id: makeId('historyEntry'),
        command: index === 0 ? ('start' as const) : ('switch' as const),
        versionSequence: index + 1,
        addOnSequence: 0,
        versionId,
        snapshotDigest: to.digest,
        previousDigest: from?.digest ?? null,
        direction: getDirection(from, to),
        changedAt: new Date(start + index * dayMs),
        billingPeriod: to.billingPeriod,
        users,
        kind: 'switch' as const,
        actorKind: 'operator' as const,
        actorName: 'Test',
        channel: 'command',
      };
    }),
  });
}

function getDirection(from: VersionSnapshot | null, to: VersionSnapshot): 'none' | 'upgrade' | 'downgrade' {
  if (from === null) return 'none';
  return (to.fee ?? 0) < (from.fee ?? 0) ? 'downgrade' : 'upgrade';
}
