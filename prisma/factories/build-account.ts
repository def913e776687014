import { makeId } from '@/lib/contract/ids';
import { insertAddOnChange } from '@/lib/db/add-on-changes';
import type { Database, Queries } from '@/lib/db/client';
import type { Account, Version } from '@/lib/db/generated/client';
import { withTenant } from '@/lib/db/tenant';
import { createSnapshot, type VersionSnapshot } from '@/lib/db/version-snapshot';
import type { BuiltApp } from './build-app';

export interface AccountSpec {
  title?: string;
  externalId?: string;
  /** Since the beginning of its history. Default: 1. */
  users?: number;
  /** Its versions, oldest first; the last is current. Default: the app's first version. */
  history?: Version[];
  /** Versions that are granted to it. */
  granted?: Version[];
}

/** Prisma's `include` of what `createSnapshot` reads of a version. */
export const snapshotInclude = {
  features: { include: { feature: true } },
  addOns: {
    where: { addOn: { replacedBy: null } },
    include: { addOn: { include: { features: { include: { feature: true } } } } },
  },
} as const;

const dayMs = 24 * 60 * 60 * 1000;

/** Creates an account with a history of one switch per day, up to yesterday. */
export async function buildAccount(db: Database, app: BuiltApp, spec: AccountSpec = {}): Promise<Account> {
  const id = makeId('account');
  const history = spec.history ?? app.versions.slice(0, 1);
  const { title = 'Example Ltd', externalId = null, users = 1 } = spec;
  return withTenant(db, { appId: app.id, accountId: id }, async (queries) => {
    const account = await queries.account.create({
      data: { appId: app.id, id, title, externalId, users },
    });
    await queries.versionGrant.createMany({
      data: (spec.granted ?? []).map((version) => ({ appId: app.id, accountId: id, versionId: version.id })),
    });
    await insertHistory(queries, app, { accountId: id, users }, history);
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
    cause: 'toggle' as const,
    activationSequence: null,
    versionId: version.id,
    title: addOn.title,
    fee: 100,
    userFee: null,
    feeUnit: null,
    userFeeUnit: null,
    annualFee: null,
    annualUserFee: null,
    priceText: null,
    currency: app.currency,
    billingPeriod: app.billingPeriod,
    accountBillingPeriod: app.billingPeriod,
    features: [],
    actor: { kind: 'operator' as const, id: null, name: 'Test' },
    channel: 'command',
    reason: null,
  };
  const key = { appId: app.id, accountId };
  await withTenant(db, key, (queries) => insertAddOnChange(queries, key, change, new Date()));
}

/** Uses two statements instead of one `insertActivation` per switch, because there may be thousands. */
async function insertHistory(
  queries: Queries,
  app: BuiltApp,
  { accountId, users }: { accountId: string; users: number },
  history: Version[],
): Promise<void> {
  const snapshots = new Map<string, VersionSnapshot>();
  for (const { id } of history) {
    if (!snapshots.has(id)) snapshots.set(id, await readSnapshot(queries, app, id));
  }
  await queries.versionSnapshot.createMany({ data: [...snapshots.values()], skipDuplicates: true });
  const start = Date.now() - history.length * dayMs;
  await queries.activation.createMany({
    data: history.map(({ id: versionId }, index) => {
      const to = snapshots.get(versionId)!;
      const from = snapshots.get(history[index - 1]?.id ?? '') ?? null;
      return {
        appId: app.id,
        accountId,
        sequence: index + 1,
        id: makeId('activation'),
        versionId,
        snapshotDigest: to.digest,
        previousDigest: from?.digest ?? null,
        direction: getDirection(from, to),
        activatedAt: new Date(start + index * dayMs),
        billingPeriod: to.billingPeriod,
        users,
        kind: 'switch' as const,
        undo: false,
        addOnSequence: 0,
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

async function readSnapshot(queries: Queries, app: BuiltApp, id: string): Promise<VersionSnapshot> {
  const where = { appId_id: { appId: app.id, id } };
  return createSnapshot(app, await queries.version.findUniqueOrThrow({ where, include: snapshotInclude }));
}
