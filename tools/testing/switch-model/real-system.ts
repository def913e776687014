import type { App } from '@/lib/db/catalog';
import type { Database } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import type { AccountCaller } from '@/lib/domain/caller';
import type { AddOnHistoryEntry } from '@/lib/domain/history/add-on-changes';
import { type HistoryEntryDetail, listHistory } from '@/lib/domain/history/history';
import type { Service } from '@/lib/domain/service';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { publishChange } from '@/prisma/factories/publish-change';
import type { ModelAddOn, ModelAddOnChange, ModelPrice } from './add-on-model';
import { getEntryAt, listAddOnCatalogChanges, listCatalogChanges, recordPublication } from './catalog-model';
import {
  getFeatureChanges,
  type Model,
  type ModelAccount,
  type ModelEntry,
  type ModelSnapshot,
  takeSnapshot,
} from './model';

/** The system under test, for one run. "Model" and "real" are the terms of fast-check. */
export interface Real {
  service: Service;
  /** Connects as the owner role, to change the catalog. */
  owner: Database;
  app: App;
  /** The secret of a key of the app. */
  appKey: string;
  /** Feature ids by human id. */
  featureIds: Map<string, string>;
  /** Sets the database's clock, in Unix milliseconds. */
  setClock: (now: number) => void;
  /** The revisions of previews with the model's description of their evaluation, most recent last. */
  evaluations: Map<string, string>;
  /** IDs of history entries, which the service generates. */
  entryIds: Map<ModelEntry, string>;
}

/** Performs an operation on both systems and compares the results. */
export type Command = (model: Model, real: Real) => Promise<void>;

/** fast-check prints a command by its name. */
export function createCommand(name: string, command: Command): Command {
  return Object.assign(command, { toString: () => name });
}

/** Creates an app with two accounts for a run, and a model of it. */
export async function createModelAndReal(
  owner: Database,
  service: Service,
): Promise<{ model: Model; real: Real }> {
  const app = await buildApp(owner, {
    versions: [
      {
        fee: 0,
        features: [1],
        optional: [
          { feature: 5, addOn: 'A', fee: 300, annualFee: 3000, maxQuantity: 3 },
          { feature: 6, addOn: 'B', fee: 100 },
        ],
      },
      {
        fee: 900,
        annualFee: 9000,
        features: [1, 2],
        optional: [
          { feature: 5, addOn: 'A', fee: 400 },
          { feature: 6, addOn: 'B', fee: 100 },
          { feature: 3, addOn: 'C' },
        ],
      },
      { fee: null, userFee: 500, features: [2, 3], optional: [{ feature: 6, addOn: 'B', fee: 100 }] },
      { fee: null, features: [1, 2, 3, 4] },
      { fee: 2000, public: false, features: [4, 5] },
    ],
    features: 6,
    blocking: [2],
    isTest: true,
  });
  const [a, b] = app.addOns;
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.addOn.updateMany({ where: { id: b?.id ?? '' }, data: { dependsOn: [a?.id ?? ''] } }),
  );
  const clock = { now: Date.now() };
  const real: Real = {
    service: { ...service, recordTime: () => clock.now },
    owner,
    app,
    appKey: await buildKey(owner, { app }),
    featureIds: new Map(app.features.map(({ humanId, id }) => [humanId, id])),
    setClock: (now) => {
      clock.now = now;
    },
    evaluations: new Map(),
    entryIds: new Map(),
  };
  const model = createModel(app, clock.now);
  for (let number = 0; number < 2; number += 1) {
    const externalId = `customer-${number}`;
    const { id } = await buildAccount(owner, app, { externalId });
    const account: ModelAccount = {
      id,
      externalId,
      history: [],
      addOnHistory: [],
      changes: [],
      undoStates: new Map(),
      period: 'month',
      granted: new Set(),
      idempotencyRecords: new Map(),
      clockAt: null,
      usage: { amount: 0, at: 0 },
    };
    const page = { limit: 2, before: null };
    const { entries } = await listHistory(service, createCaller(real, account), page);
    const [first] = entries;
    if (!first || entries.length > 1) throw new Error('A new account has one entry.');
    const { entry } = normalizeEntry(first);
    account.history.push(entry);
    model.accounts.push(account);
    real.entryIds.set(entry, first.entry.id);
  }
  return { model, real };
}

/** The model of the app that `createModelAndReal` builds. */
function createModel(app: BuiltApp, now: number): Model {
  const contents = [
    { 'feature-1': 'included' },
    { 'feature-1': 'included', 'feature-2': 'included', 'feature-3': 'optional' },
    { 'feature-2': 'included', 'feature-3': 'included' },
    { 'feature-1': 'included', 'feature-2': 'included', 'feature-3': 'included', 'feature-4': 'included' },
    { 'feature-4': 'included', 'feature-5': 'included' },
  ] as const;
  const model: Model = {
    versions: app.versions.map((version, index) => ({
      ...version,
      plan: version.id,
      replaced: false,
      contents: { ...contents[index] },
    })),
    features: app.features.map(({ humanId, title }) => ({ humanId, title })),
    addOns: createAddOns(app),
    accounts: [],
    publishedContents: [],
    publishedPrices: [],
    knownPrices: new Map(),
    initialContents: new Map(),
    now,
  };
  for (const version of model.versions) model.initialContents.set(version.id, takeSnapshot(model, version));
  for (const addOn of model.addOns) model.knownPrices.set(addOn, new Map(addOn.prices));
  return model;
}

/** Offer B requires A. */
function createAddOns({ addOns: [a, b], versions }: BuiltApp): ModelAddOn[] {
  const ids = [a?.id ?? '', b?.id ?? ''] as const;
  const prices = (...list: ModelPrice[]) =>
    new Map(list.map((price, index) => [versions[index]?.id ?? '', price]));
  return [
    {
      id: ids[0],
      active: true,
      maxQuantity: 3,
      feature: 'feature-5',
      requires: null,
      prices: prices({ fee: 300, annualFee: 3000 }, { fee: 400, annualFee: null }),
    },
    {
      id: ids[1],
      active: true,
      maxQuantity: 1,
      feature: 'feature-6',
      requires: ids[0],
      prices: prices(...[1, 2, 3].map(() => ({ fee: 100, annualFee: null }))),
    },
  ];
}

export function createCaller(
  real: Real,
  account: ModelAccount,
  role: AccountCaller['role'] = 'owner',
): AccountCaller {
  const actor = { kind: 'key', id: 'key_1', name: 'Back end' } as const;
  return { via: 'key', app: real.app, account: { id: account.id, title: '' }, role, actor, appKey: false };
}

/** Publishes a change of the catalog in place, which the model has made already. */
export function changeCatalog(
  model: Model,
  { owner, app }: Real,
  change: Parameters<typeof publishChange>[2],
): Promise<void> {
  return publishChange(owner, app, change, new Date(recordPublication(model)));
}

/** A history entry of the service in the form of the model, without its id. */
export function normalizeEntry({
  entry,
  changes,
  planSince,
  deactivatedAt,
  catalogChanges,
}: HistoryEntryDetail) {
  return {
    entry: normalizeHistoryEntry(entry),
    ...normalizeChanges(changes),
    planSince: planSince.getTime(),
    deactivatedAt: deactivatedAt?.getTime() ?? null,
    catalogChanges: catalogChanges.map(({ changedAt, changes, previous, version }) => {
      const [before, after] = [previous, version].map(({ fee, userFee, annualFee }) => [
        fee,
        userFee,
        annualFee,
      ]);
      return { changedAt: changedAt.getTime(), ...normalizeChanges(changes), before, after };
    }),
  };
}

function normalizeChanges({ gained, lost, raised, lowered, changed }: HistoryEntryDetail['changes']) {
  const toIds = (features: { id: string }[]) => features.map(({ id }) => id);
  return {
    gained: toIds(gained),
    lost: toIds(lost),
    raised: toIds(raised),
    lowered: toIds(lowered),
    changed: toIds(changed),
  };
}

/** The result that `normalizeEntry` must return for an entry of the model, or with a time for what it was then. */
export function expectedEntry(
  model: Model,
  account: ModelAccount,
  recorded: ModelEntry,
  at?: number,
): ReturnType<typeof normalizeEntry> {
  const entry = at === undefined ? recorded : getEntryAt(model, account, recorded, at);
  const { kept: _, ...changes } = getFeatureChanges(entry);
  const deactivatedAt = account.history[entry.sequence]?.activatedAt ?? null;
  return {
    entry,
    ...changes,
    planSince: findPlanSince(model, account, recorded),
    deactivatedAt,
    catalogChanges: listCatalogChanges(model, account, recorded, at),
  };
}

/** The time of the first entry of those up to the recorded one that have its plan without interruption. */
function findPlanSince(
  { versions }: Model,
  { history }: ModelAccount,
  { sequence, version: { versionId } }: ModelEntry,
): number {
  const findPlan = (id: string) => versions.find((version) => version.id === id)?.plan;
  const plan = findPlan(versionId);
  const other = history.slice(0, sequence).findLast(({ version }) => findPlan(version.versionId) !== plan);
  return history[other?.sequence ?? 0]!.activatedAt;
}

export function normalizeHistoryEntry(entry: HistoryEntryDetail['entry']): ModelEntry {
  const { sequence, activatedAt, direction, version, previous, reason, billingPeriod, addOns, undo } = entry;
  return {
    sequence,
    activatedAt: activatedAt.getTime(),
    direction,
    version: normalizeSnapshot(version),
    previous: previous && normalizeSnapshot(previous),
    reason,
    period: billingPeriod,
    undo,
    options: addOns.map(({ id, outcome, quantity, fee }) => ({ addOnId: id, outcome, quantity, fee })),
  };
}

/** An entry of the history of add-ons in the form of the model. */
export function normalizeAddOnEntry(entry: AddOnHistoryEntry): ReturnType<typeof expectedAddOnEntry> {
  const { sequence, addOnId, active, quantity, cause, changedAt, fee, annualFee, accountBillingPeriod } =
    entry;
  const toFees = (price: { fee: number | null; annual_fee: number | null }) => [price.fee, price.annual_fee];
  return {
    sequence,
    addOnId,
    active,
    quantity,
    cause,
    changedAt,
    fee,
    annualFee,
    period: accountBillingPeriod,
    catalogChanges: entry.catalogChanges.map((change) => ({
      changedAt: change.changedAt.getTime(),
      before: toFees(change.previousPrice),
      after: toFees(change.price),
    })),
  };
}

/** The result that `normalizeAddOnEntry` must return for a change of the model. */
export function expectedAddOnEntry(model: Model, account: ModelAccount, change: ModelAddOnChange) {
  return { ...change, catalogChanges: listAddOnCatalogChanges(model, account, change) };
}

export function normalizeSnapshot(version: HistoryEntryDetail['entry']['version']): ModelSnapshot {
  const { versionId, tag, title, description, fee, userFee, annualFee, features } = version;
  return {
    versionId,
    tag,
    title,
    description,
    fee,
    userFee,
    annualFee,
    features: features.map(({ human_id, title, kind, limit }) => {
      const amount = limit?.unlimited ? 'unlimited' : (limit?.amount ?? 0);
      return { humanId: human_id, title, content: limit ? amount : kind };
    }),
  };
}

/** The item at an index, which may be greater than the length. */
export function pick<T>(items: T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}
