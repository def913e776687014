import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { CatalogDifference } from '@/lib/contract/catalog-editions';
import { makeId } from '@/lib/contract/ids';
import { findAppBySlug } from '@/lib/db/catalog';
import { withTenant } from '@/lib/db/connection/tenant';
import { upsertAccount } from '@/lib/domain/accounts/accounts';
import { type AccountCaller, noCallerState } from '@/lib/domain/caller';
import { readCatalogView } from '@/lib/domain/catalog/catalog-view';
import { changeAddOn } from '@/lib/domain/changes/change-add-on';
import { switchVersion } from '@/lib/domain/changes/switch-version';
import { createChange } from '@/lib/domain/changes/waiting-changes';
import { createEdition, publishEdition } from '@/lib/domain/editions/catalog-editions';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import { listHistory } from '@/lib/domain/history/history';
import { findRenewal } from '@/lib/domain/subscription/renewals';
import { computeSubscriptionTotal, getSubscription } from '@/lib/domain/subscription/subscription';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { applyDueChanges, publishDueEdition } from '@/tools/testing/apply-due-changes';
import { createAccountCaller, createHostCaller, changeInput as request } from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { createImportInput } from '@/tools/testing/import-lists';
import { makeMove } from '@/tools/testing/make-move';
import {
  type Decision,
  type ModelAccount,
  type ModelText,
  type PlanKey,
  PublicationModel,
  planKeys,
  toPackDecision,
} from '@/tools/testing/publication-model/model';
import { chooseSeed, isFullRun, sampleSize } from '@/tools/testing/test-scope';
import { openTestService } from '@/tools/testing/test-service';
import { publishPriceList } from './publish-price-list';

// Random publications, schedules and rollbacks of price lists, with accounts, moves and changes that wait between them,
// agree with a model.

/** `PUBLICATION_MODEL_SEED` repeats the runs of a seed, `PUBLICATION_MODEL_RUNS` sets their number. */
const runCount = Number(process.env.PUBLICATION_MODEL_RUNS ?? sampleSize({ quick: 2, full: 60 }));
const seed = chooseSeed(process.env.PUBLICATION_MODEL_SEED);
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const maxAccounts = 6;
const maxScheduled = 2;
/** Later than the test: an edition is made due when the time of the model has come. */
const inAMonth = () => new Date(Date.now() + 30 * dayMs);

const { owner, service: testService } = await openTestService();
let created = 0;

/** The list as a text of the format. */
function buildText({ plans, billing, pack }: ModelText): string {
  return buildPriceListText({
    features: ['a', 'b', 'extra'],
    billing: JSON.parse(JSON.stringify({ monthly: 1, ...billing })),
    plans: Object.fromEntries(
      planKeys.flatMap((key) => {
        const plan = plans[key];
        return plan
          ? [[key, { price: plan.price, unit: '/month', features: Object.keys(plan.features) }]]
          : [];
      }),
    ),
    addOns: { pack: { price: pack, features: ['extra'] } },
  });
}

class RealSystem {
  readonly callers: AccountCaller[] = [];
  readonly service;
  constructor(
    readonly model: PublicationModel,
    readonly app: NonNullable<Awaited<ReturnType<typeof findAppBySlug>>>,
  ) {
    this.service = { ...testService, recordTime: () => model.now };
  }

  get product() {
    const actor = { kind: 'session' as const, id: 'pse_1', name: 'Ines', userId: 'user-1' };
    const caller = { via: 'session' as const, app: this.app, account: null, state: noCallerState };
    return { ...caller, role: 'product' as const, actor, appKey: false };
  }

  async readVersions() {
    const { id: appId } = this.app;
    return withTenant(owner, { appId }, (queries) => queries.version.findMany({ where: { appId } }));
  }

  async findVersionId(key: string): Promise<string> {
    return (await this.readVersions()).find(({ catalogKey }) => catalogKey === key)!.id;
  }

  async createEdition(text: ModelText): Promise<string> {
    const source = { source: buildText(text), extension: null };
    return (await createEdition(this.service, this.product, { baseId: null, text: source, note: '' })).id;
  }

  /** Whether it is published or scheduled. Not if it changes nothing. */
  async publish(
    id: string,
    existing: Record<string, Decision>,
    { at = null, endsExisting = null }: { at?: Date | null; endsExisting?: Decision | null } = {},
  ): Promise<boolean> {
    const end = endsExisting && { endsAt: inAMonth(), endsExisting };
    const input = { at, existing, end, note: null, ifMatch: null };
    const code = await codeOf(publishEdition(this.service, this.product, id, input));
    expect(['done', 'edition_unchanged']).toContain(code);
    return code === 'done';
  }

  readEditions() {
    const { id: appId } = this.app;
    return withTenant(owner, { appId }, (queries) =>
      queries.catalogEdition.findMany({ where: { appId }, orderBy: { publishedAt: 'asc' } }),
    );
  }

  /** When the newest publication was. */
  async readPublishedAt(): Promise<number> {
    return (await this.readEditions())
      .findLast(({ publishedAt }) => publishedAt !== null)!
      .publishedAt!.getTime();
  }

  /** The version of an account and the add-on that is on, in the catalog that it sees. */
  async readIds(caller: AccountCaller) {
    const view = await readCatalogView(this.service, this.app.id, caller.account.id);
    const { version, addOns } = getSubscription(view);
    return { catalog: view.catalog, ids: [version!.id, ...addOns.map(({ id }) => id)] };
  }

  /** What an account has, as `PublicationModel.describe` states it. */
  async describe(caller: AccountCaller): Promise<object> {
    const view = await readCatalogView(this.service, this.app.id, caller.account.id);
    const subscription = getSubscription(view);
    const scheduled = view.state.changes.find(({ waitsFor }) => waitsFor === null);
    const renewal = findRenewal(view);
    const keyOf = (id: string) => view.catalog.versions.find((version) => version.id === id)!.catalogKey;
    return {
      version: subscription.version!.catalogKey,
      period: subscription.billingPeriod,
      total: computeSubscriptionTotal(subscription, view.catalog)!.amount,
      features: [...listEntitlements(view).keys()].toSorted(),
      pack: subscription.addOns[0]?.addOn?.catalogKey ?? null,
      renews: renewal && { version: renewal.version.catalogKey, at: renewal.at },
      scheduled: scheduled
        ? {
            version: keyOf(scheduled.versionId),
            period: scheduled.billingPeriod,
            at: scheduled.effectiveAt,
          }
        : null,
    };
  }
}

interface Run {
  model: PublicationModel;
  real: RealSystem;
}
type Command = (run: Run) => Promise<void>;

/** A command that a failure prints with its arguments. */
function createCommand<T>(
  name: string,
  values: fc.Arbitrary<T>,
  act: (run: Run, values: T) => Promise<void>,
) {
  return values.map((each): Command => {
    const print = () => `${name} ${JSON.stringify(each)}`;
    return Object.assign((run: Run) => act(run, each), { [fc.toStringMethod]: print });
  });
}

async function start(text: ModelText): Promise<Run> {
  created += 1;
  const slug = `publications-${created}`;
  await publishPriceList(owner, createImportInput(slug, buildText(text)), makeId);
  // In the future, so that it is after all publications.
  const model = new PublicationModel(text, Date.now() + hourMs);
  return { model, real: new RealSystem(model, (await findAppBySlug(owner, slug))!) };
}

async function assertAgreement({ model, real }: Run): Promise<void> {
  const present = await Promise.all(real.callers.map((caller) => real.describe(caller)));
  expect(present).toEqual(model.accounts.map((account) => model.describe(account)));
  const editions = await real.readEditions();
  const live = editions.findLast(({ publishedAt }) => publishedAt !== null)!;
  expect(parse(live.source)).toEqual(parse(buildText(model.live)));
  const scheduled = editions.filter(
    ({ publishAt, publishedAt }) => publishAt !== null && publishedAt === null,
  );
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  const planned = scheduled.toSorted(byId).map(({ source, existing, confirmedDigest }) => {
    return { text: parse(source), existing, isConfirmed: confirmedDigest !== null };
  });
  expect(planned).toEqual(
    model.scheduled.toSorted(byId).map(({ text: list, existing, isConfirmed }) => {
      return { text: parse(buildText(list)), existing, isConfirmed };
    }),
  );
}

// Texts

const price = fc.constantFrom(5, 10, 15);
const features = fc.constantFrom<Record<string, true>>({}, { a: true }, { b: true }, { a: true, b: true });
const plan = fc.record({ price, features });
const annual = fc.constantFrom(undefined, 0.5, 0.8);
const text: fc.Arbitrary<ModelText> = fc.record({
  plans: fc.record({ TEAM: plan, PRO: plan }),
  billing: fc.record({ annual }),
  pack: price,
});
/** Mostly one that has accounts, so that more of them are kept. */
const anyPlan = fc.constantFrom<PlanKey>('TEAM', 'TEAM', 'TEAM', 'PRO', 'PRO', 'MAX');

/** A change of one value of a list. `listed` adds a plan, or removes it. */
interface Edit {
  key: PlanKey;
  price?: number;
  features?: Record<string, true>;
  listed?: { price: number; features: Record<string, true> };
  annual?: number | null;
  pack?: number;
}
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ key: anyPlan, price }),
  fc.record({ key: anyPlan, features }),
  fc.record({ key: fc.constantFrom<PlanKey>('PRO', 'MAX'), listed: plan }),
  fc.record({ key: anyPlan, annual: fc.constantFrom(null, 0.5, 0.8) }),
  fc.record({ key: anyPlan, pack: price }),
);
const edits = fc.array(edit, { minLength: 1, maxLength: 2 });

function applyEdit(
  list: ModelText,
  { key, listed, annual: factor, pack = list.pack, ...values }: Edit,
): ModelText {
  const { [key]: present, ...others } = list.plans;
  const toggled = present ? undefined : listed;
  const next = listed ? toggled : present && { ...present, ...values };
  const billing = factor === undefined ? list.billing : { annual: factor ?? undefined };
  return { plans: next ? { ...others, [key]: next } : others, billing, pack };
}
const applyEdits = (list: ModelText, all: Edit[]) => all.reduce(applyEdit, list);

const index = fc.nat({ max: 23 });
const decision = fc.constantFrom<Decision>(
  'keep',
  'keep_price',
  'follow',
  'follow_renewal',
  'follow_renewal',
);
const requests = fc.oneof(
  { weight: 1, arbitrary: fc.constant<[number, Decision][]>([]) },
  { weight: 2, arbitrary: fc.array(fc.tuple(index, decision), { minLength: 1, maxLength: 3 }) },
);
function toExisting(model: PublicationModel, list: ModelText, picked: [number, Decision][]) {
  const all = model.listKeys(list);
  // More often one that an account has.
  const own = model.accounts.flatMap(({ version: { key } }) => (all.includes(key) ? [key, key] : []));
  const keys = [...all, ...own];
  return Object.fromEntries(
    picked.map(([each, picks]) => {
      const key = keys[each % keys.length]!;
      return [key, key.startsWith('pack') ? toPackDecision(picks) : picks];
    }),
  );
}

// Commands

const days = fc.integer({ min: 1, max: 5 });

/** The number of an earlier edition, which is published again, in one of three times. */
const rollback = fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, index);

/** What is rejected because it changes nothing. */
function expectSameText(list: ModelText, live: ModelText): void {
  const toJson = (each: ModelText) => JSON.parse(JSON.stringify(each));
  expect(toJson(list)).toEqual(toJson(live));
}

/** How many accounts have a plan or an add-on now that no other one has replaced, by the ID of the one that they had. */
async function countPresent({ real }: Run, had: string[][]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [number, caller] of real.callers.entries()) {
    const { catalog, ids } = await real.readIds(caller);
    const rows = [...catalog.versions, ...catalog.addOns].filter(({ replacedBy }) => replacedBy === null);
    for (const [index, id] of had[number]!.entries()) {
      const isPresent = rows.some((row) => row.id === ids[index]);
      counts.set(id, (counts.get(id) ?? 0) + Number(isPresent));
    }
  }
  return counts;
}

type ModelVersion = ModelAccount['version'];

/**
 * Compares when accounts follow at their renewal with what a publication says. Returns the keys of the versions that it is
 * about.
 */
function assertRenewals(
  model: PublicationModel,
  { versions, earlier_versions: earlier }: CatalogDifference,
  keys: Map<ModelVersion, string>,
): string[] {
  const now = Date.now();
  const decided = [...versions, ...earlier].filter(({ decision }) => decision === 'follow_renewal');
  const expected = decided.map(({ key }) => {
    const renews = model.accounts.filter(({ version }) => keys.get(version) === key);
    const later = renews.filter(({ renews }) => renews!.at > now);
    const atEnd = later.filter(({ renews, endsAt }) => renews!.at === endsAt);
    return {
      key,
      at_once: renews.length - later.length,
      at_period_end: atEnd.length,
      unknown: later.length - atEnd.length,
    };
  });
  expect(
    decided.map(({ key, renewals }) => {
      const { at_once, at_period_end, unknown } = renewals ?? { at_once: 0, at_period_end: 0, unknown: 0 };
      return { key, at_once, at_period_end, unknown };
    }),
  ).toEqual(expected);
  return decided.map(({ key }) => key);
}

/** The keys of the versions that accounts are due to get at their renewal, which do not follow at once. */
const listTargets = (model: PublicationModel, keys: Map<ModelVersion, string>) =>
  model.accounts.flatMap(({ version: { renewal } }) =>
    renewal ? [keys.get(renewal.to) ?? renewal.to.key] : [],
  );

/** Publishes, lets accounts follow, and compares their number with what the publication says. */
async function publishAndCount(run: Run, publish: () => Promise<boolean>): Promise<void> {
  const { model, real } = run;
  await work(run);
  const keys = new Map(model.versions.map((version) => [version, version.key]));
  const targets = listTargets(model, keys);
  const before = await Promise.all(real.callers.map((caller) => real.readIds(caller)));
  const { versions = [], addOns = [] } = before[0]?.catalog ?? {};
  const ids = new Map([...versions, ...addOns].map(({ catalogKey, id }) => [catalogKey, id]));
  if (!(await publish())) return;
  const { difference } = (await real.readEditions()).findLast(({ publishedAt }) => publishedAt !== null)!;
  const changes = difference as unknown as CatalogDifference;
  // An account that follows at its renewal gets the present add-on with the plan.
  const renewsNow = model.accounts.some(({ renews }) => renews !== null && renews.at <= model.now);
  const renewing = new Set([
    ...targets,
    ...assertRenewals(model, changes, keys),
    ...listTargets(model, keys),
  ]);
  await work(run);
  const had = before.map((each) => each.ids);
  const present = await countPresent(run, had);
  const decided = [
    ...[...changes.versions, ...changes.earlier_versions],
    ...(renewsNow ? [] : [...changes.add_ons, ...changes.earlier_add_ons]),
  ].filter(({ key, accounts, decision }) => accounts && decision !== null && !renewing.has(key));
  expect(decided.map(({ key, following_accounts }) => [key, following_accounts])).toEqual(
    decided.map(({ key }) => [key, present.get(ids.get(key)!)]),
  );
}

const publishCommand = createCommand(
  'publish',
  fc.tuple(edits, requests, rollback, fc.boolean()),
  async (run, [all, picked, earlier, counts]) => {
    const { model, real } = run;
    const publish = async () => {
      const list =
        earlier === null ? applyEdits(model.live, all) : model.published[earlier % model.published.length]!;
      const existing = toExisting(model, list, picked);
      const isPublished = await real.publish(await real.createEdition(list), existing);
      if (isPublished) model.publish(list, existing, { at: await real.readPublishedAt() });
      else expectSameText(list, model.live);
      return isPublished;
    };
    if (counts) await publishAndCount(run, publish);
    else await publish();
  },
);

const scheduleEditionCommand = createCommand(
  'schedule an edition',
  fc.tuple(edits, requests, days),
  async ({ model, real }, [all, picked, ahead]) => {
    if (model.scheduled.length === maxScheduled) return;
    const list = applyEdits(model.live, all);
    const existing = toExisting(model, list, picked);
    const id = await real.createEdition(list);
    await real.publish(id, existing, { at: inAMonth() });
    model.scheduleEdition(id, { text: list, existing, at: model.now + ahead * dayMs });
  },
);

/** A publication that ends. */
const promotionCommand = createCommand(
  'publish until',
  fc.tuple(edits, requests, days, decision),
  async ({ model, real }, [all, picked, ahead, ends]) => {
    if (model.scheduled.length === maxScheduled) return;
    const list = applyEdits(model.live, all);
    const existing = toExisting(model, list, picked);
    const published = await real.createEdition(list);
    if (!(await real.publish(published, existing, { endsExisting: ends }))) {
      expectSameText(list, model.live);
      return;
    }
    const { id } = (await real.readEditions()).find(({ endsId }) => endsId === published)!;
    const publishedAt = await real.readPublishedAt();
    model.publishUntil(list, existing, { id, publishedAt, at: model.now + ahead * dayMs, decision: ends });
  },
);

const signUpCommand = createCommand(
  'sign up',
  fc.tuple(anyPlan, fc.constantFrom('month' as const, 'year' as const), fc.constantFrom(null, 8, 25, 200)),
  async ({ model, real }, [chosen, period, endsIn]) => {
    if (model.accounts.length === maxAccounts) return;
    const key = model.live.plans[chosen] ? chosen : 'TEAM';
    const billingPeriod = model.live.billing.annual === undefined ? 'month' : period;
    model.signUp(key, billingPeriod);
    const externalId = `account-${real.callers.length}`;
    const versionId = await real.findVersionId(key);
    const endsAt = endsIn && model.now + endsIn * dayMs;
    model.reportEnd(model.accounts.at(-1)!, endsAt, Date.now());
    const periodEndsAt = endsAt === null ? null : new Date(endsAt);
    const account = { externalId, title: externalId, versionId, billingPeriod, periodEndsAt };
    const { id } = await upsertAccount(real.service, createHostCaller(real.app), account);
    real.callers.push(createAccountCaller(real.app, { id, title: externalId }));
  },
);

/** A command of an account. */
function createAccountCommand<T>(
  name: string,
  values: fc.Arbitrary<T>,
  act: (run: Run, account: { model: ModelAccount; caller: AccountCaller }, values: T) => Promise<void>,
) {
  return createCommand(name, fc.tuple(index, values), async (run, [number, each]) => {
    const at = number % Math.max(run.model.accounts.length, 1);
    const [model, caller] = [run.model.accounts[at], run.real.callers[at]];
    if (model && caller) await act(run, { model, caller }, each);
  });
}

/** Expects that the service does what the model allows, and rejects the rest. */
async function expectAllowed(isAllowed: boolean, work: Promise<unknown>): Promise<void> {
  if (isAllowed) await work;
  else await expect(work).rejects.toMatchObject({ code: expect.any(String) });
}

const switchCommand = createAccountCommand(
  'switch',
  fc.tuple(anyPlan, fc.constantFrom(null, 'month' as const, 'year' as const)),
  async ({ model, real }, account, [key, billingPeriod]) => {
    if (!model.find(key)) return;
    const versionId = await real.findVersionId(key);
    const isAllowed = model.switchTo(account.model, key, billingPeriod);
    const input = { ...request, versionId, billingPeriod };
    await expectAllowed(isAllowed, switchVersion(real.service, account.caller, input));
  },
);

const scheduleCommand = createAccountCommand(
  'schedule a switch',
  fc.tuple(anyPlan, fc.oneof(days, fc.constant(null))),
  async ({ model, real }, account, [key, ahead]) => {
    // What takes the place of a move opens it again if it is not applied.
    if (!model.find(key) || account.model.change?.isMove) return;
    const versionId = await real.findVersionId(key);
    const effective = ahead === null ? ('period_end' as const) : model.now + ahead * dayMs;
    const isAllowed = model.schedule(account.model, key, effective);
    const input = { ...request, versionId, effective };
    await expectAllowed(isAllowed, createChange(real.service, account.caller, input));
  },
);

/**
 * The host reports the end of an account's period: in days from the time of the model or of the host, which has days of its own.
 * It is null for not known.
 */
const reportCommand = createAccountCommand(
  'report the end of the period',
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ from: fc.constant('model' as const), days: fc.constantFrom(1, 2, 4, 7) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ from: fc.constant('model' as const), days: fc.constantFrom(31, 300, 500) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ from: fc.constant('host' as const), days: fc.constantFrom(-3, 0.9) }),
    },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  async ({ model, real }, { model: account, caller }, end) => {
    const now = Date.now();
    const endsAt = end && (end.from === 'host' ? now : model.now) + end.days * dayMs;
    model.reportEnd(account, endsAt, now);
    const tenant = { appId: real.app.id, accountId: caller.account.id };
    await withTenant(owner, tenant, (queries) =>
      queries.account.updateMany({
        where: { id: caller.account.id },
        data: { periodEndsAt: endsAt === null ? null : new Date(endsAt) },
      }),
    );
  },
);

const toggleCommand = createAccountCommand(
  'toggle',
  fc.boolean(),
  async ({ model, real }, account, active) => {
    model.toggle(account.model, active);
    await changeAddOn(real.service, account.caller, { ...request, addOnId: 'pack', active });
  },
);

const moveCommand = createCommand(
  'move',
  fc.tuple(index, anyPlan, days),
  async ({ model, real }, [number, key, ahead]) => {
    const from = model.versions[number % model.versions.length]!;
    const to = model.find(key);
    if (!to?.isListed || to === from) return;
    const effective = model.now + ahead * dayMs;
    const concerned = model.accounts.filter(({ version }) => version === from);
    const scheduled = concerned.filter((account) => model.schedule(account, key, effective, true));
    const [fromVersionId, toVersionId] = [await real.findVersionId(from.key), await real.findVersionId(key)];
    const request = { fromVersionId, toVersionId, effective, reason: null };
    const move = await makeMove(real.service, real.product, request);
    expect(move.scheduled).toBe(scheduled.length);
  },
);

async function work({ model, real }: Run): Promise<void> {
  await applyDueChanges(real.service);
  model.work();
}

const workCommand = createCommand('work', fc.constant(null), work);

/** Number of days. An account of annual billing follows after a year at most. */
const time = fc.oneof(
  { weight: 9, arbitrary: days },
  { weight: 2, arbitrary: fc.constant(0.25) },
  { weight: 1, arbitrary: fc.constant(366) },
);

const advanceCommand = createCommand('advance', time, async (run, ahead) => {
  const { model, real } = run;
  model.now += ahead * dayMs;
  for (let due = model.takeDueEdition(); due; due = model.takeDueEdition()) {
    const { id, text: list, existing, isConfirmed, isEnd } = due;
    await withTenant(owner, { appId: real.app.id }, (queries) =>
      queries.catalogEdition.updateMany({ where: { id }, data: { publishAt: new Date() } }),
    );
    expect(await publishDueEdition(real.service)).toBe(true);
    if (isConfirmed) model.publish(list, existing, { at: await real.readPublishedAt(), isEnd });
  }
  await work(run);
});

const anyCommand = fc.oneof(
  { weight: 10, arbitrary: publishCommand },
  { weight: 3, arbitrary: scheduleEditionCommand },
  { weight: 2, arbitrary: promotionCommand },
  { weight: 2, arbitrary: signUpCommand },
  { weight: 3, arbitrary: switchCommand },
  { weight: 3, arbitrary: scheduleCommand },
  { weight: 3, arbitrary: toggleCommand },
  { weight: 4, arbitrary: reportCommand },
  { weight: 2, arbitrary: moveCommand },
  { weight: 4, arbitrary: advanceCommand },
  { weight: 3, arbitrary: workCommand },
);

test('accounts and editions are what the model says after each of random publications', async () => {
  const commands = fc.array(anyCommand, { minLength: 20, maxLength: 30, size: 'max' });
  let followed = 0;
  let waiting = 0;
  const conforms = fc.asyncProperty(
    text,
    fc.array(signUpCommand, { minLength: 3, maxLength: 3 }),
    commands,
    async (list, first, rest) => {
      const run = await start(list);
      for (const command of [...first, ...rest]) {
        await command(run);
        await assertAgreement(run);
        waiting += run.model.accounts.filter(({ renews }) => renews !== null).length;
      }
      for (const [number, caller] of run.real.callers.entries()) {
        const { entries } = await listHistory(run.real.service, caller, { limit: 1000, before: null });
        const count = entries.filter(({ entry }) => entry.kind === 'publication').length;
        expect(count).toBe(run.model.accounts[number]!.followed);
        followed += count;
      }
    },
  );
  // To shrink a counterexample takes longer than a test may.
  await fc.assert(conforms, { seed, numRuns: runCount, endOnFailure: true });
  console.log(
    `${followed} entries that follow from publications, ${waiting} times of renewals, PUBLICATION_MODEL_SEED=${seed}`,
  );
  expect(followed).toBeGreaterThan(0);
  if (isFullRun) expect(waiting).toBeGreaterThan(0);
});
