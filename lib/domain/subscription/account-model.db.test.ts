import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { publishChange } from '@/prisma/factories/publish-change';
import { changeInput, createAccountCaller, createHostCaller } from '@/tools/testing/callers';
import { codeOf } from '@/tools/testing/code-of';
import { isFullRun, sampleSize } from '@/tools/testing/test-scope';
import { openTestService } from '@/tools/testing/test-service';
import { endTerms, setTerms } from '../accounts/account-terms';
import { advanceClock } from '../accounts/advance-clock';
import type { AccountCaller } from '../caller';
import { readCatalogView } from '../catalog/catalog-view';
import { switchVersion } from '../changes/switch-version';
import { cancelChange, createChange, listChanges } from '../changes/waiting-changes';
import { listEntitlements } from '../entitlements/entitlements';
import { listHistory } from '../history/history';
import { setUsage } from '../usage/usage';
import { findScheduled } from './evaluate-change';
import { listVersions } from './list-versions';
import { getSubscription } from './subscription';

// Usage, terms, trials and policy of an account together, for a month. A model in memory, without code of the service, has the
// same results.

const { owner, service: testService } = await openTestService();
const dayMs = 86_400_000;
const start = Math.ceil(Date.now() / 1000) * 1000 + dayMs;
const service = { ...testService, recordTime: () => start, now: () => new Date(start) };
const limit = 'feature-1';
const externalId = 'customer-1';
const trialDays = 7;
const periodEnd = start + 12 * dayMs;

interface Plan {
  fee: number;
  projects: number;
}

/** Plans are numbers from 0 on. */
interface Terms {
  plan: number | null;
  fee: number | null;
  projects: number | null;
  from: number;
  until: number | null;
  active: boolean;
  /** Tells these terms from others, also after they begin. */
  agreedAt: number;
}

interface Scheduled {
  plan: number;
  at: number;
  /** The content that was confirmed. */
  confirmed: Plan;
  /** The terms whose end was confirmed. */
  endedTerms: Terms | null;
  /** Whether it was to cost more. */
  isRaise: boolean;
}

/** What the account has. */
interface Has {
  plan: number;
  terms: Terms | null;
  trialEndsAt: number | null;
}

interface Model extends Has {
  now: number;
  plans: Plan[];
  policy: { downgrades: 'any' | 'period_end' | 'none'; blocks: boolean };
  trialUsed: boolean;
  used: number | null;
  scheduled: Scheduled | null;
  /** What the newest entry can be undone to. Null if it can't be. */
  undo: { had: Has; fee: number; at: number; isLocked: boolean; kind: 'switch' | 'terms' } | null;
}

const covers = (terms: Terms, plan: number) => terms.plan === null || terms.plan === plan;

/** A plan as the account has it. */
function agree({ plans }: Model, plan: number, terms: Terms | null): Plan {
  const { fee, projects } = plans[plan]!;
  if (!terms?.active || !covers(terms, plan)) return { fee, projects };
  return { fee: terms.fee ?? fee, projects: terms.projects ?? projects };
}

/** What a switch makes of what the account has. */
function switchTo({ plan: own, terms }: Has, plan: number): Has {
  const ends = terms && !covers(terms, plan) && covers(terms, own);
  return { plan, terms: ends ? null : terms, trialEndsAt: null };
}

/** The codes of the blockers of a switch by the owner, in their order. */
function findBlockers(model: Model, plan: number): string[] {
  const after = switchTo(model, plan);
  const [was, is] = [agree(model, model.plan, model.terms), agree(model, plan, model.terms)];
  const order = is.fee - was.fee || is.projects - was.projects || plan - model.plan;
  const excess = ({ projects }: Plan) => Math.max(0, (model.used ?? 0) - projects);
  const isExceeded = excess(agree(model, plan, after.terms)) > excess(was);
  return [
    ...(plan !== model.plan && order < 0 && model.trialEndsAt === null && model.policy.downgrades === 'none'
      ? ['downgrade_unavailable']
      : []),
    ...(isExceeded && model.policy.blocks ? ['usage_exceeds_limit'] : []),
  ];
}

/** Whether the owner pays less on a plan. In a trial, nothing is paid yet. */
function isLowering(model: Model, plan: number): boolean {
  const { fee } = agree(model, plan, switchTo(model, plan).terms);
  return model.trialEndsAt === null && fee < agree(model, model.plan, model.terms).fee;
}

/** The error of a lower plan before the end of the billing period. `at` is null for now. */
function findEarly(model: Model, plan: number, at: number | null): string[] {
  if (model.policy.downgrades !== 'period_end' || !isLowering(model, plan)) return [];
  if (model.now >= periodEnd) return ['period_end_unknown'];
  return at !== null && at >= periodEnd ? [] : ['downgrade_at_period_end'];
}

const isUnchanged = (model: Model, after: Has) =>
  after.plan === model.plan && after.trialEndsAt === model.trialEndsAt;

/** Makes a change, whose entry can be undone by the owner unless it is locked. */
function commit(model: Model, after: Has, kind: 'switch' | 'terms', isLocked: boolean): void {
  const { plan, terms, trialEndsAt, now: at } = model;
  const { fee } = agree(model, plan, terms);
  const hasScheduled = model.scheduled !== null && kind === 'switch';
  model.undo = { had: { plan, terms, trialEndsAt }, fee, at, isLocked, kind };
  model.plan = after.plan;
  model.terms = after.terms;
  model.trialEndsAt = after.trialEndsAt;
  if (hasScheduled) model.scheduled = null;
}

/** A switch of the owner. Returns the error, or "done". */
function applySwitch(model: Model, plan: number): string {
  const [blocker] = [...findBlockers(model, plan), ...findEarly(model, plan, null)];
  if (blocker) return blocker;
  const after = switchTo(model, plan);
  // The end of a trial is a change of the host.
  if (!isUnchanged(model, after)) commit(model, after, 'switch', model.trialEndsAt !== null);
  return 'done';
}

function applyTrial(model: Model): string {
  const plan = 1;
  const [blocker] = findBlockers(model, plan);
  if (blocker === 'downgrade_unavailable') return blocker;
  if (model.plan === plan) return 'trial_unavailable';
  if (model.trialUsed) return 'trial_used';
  if (blocker) return blocker;
  const [early] = findEarly(model, plan, null);
  if (early) return early;
  const isLocked = model.trialEndsAt !== null;
  commit(model, { ...switchTo(model, plan), trialEndsAt: model.now + trialDays * dayMs }, 'switch', isLocked);
  model.trialUsed = true;
  return 'done';
}

function applyUndo(model: Model): string {
  const { undo, now, used, policy } = model;
  if (!undo) return 'undo_unavailable';
  const { had, kind } = undo;
  if (now >= undo.at + dayMs) return 'undo_expired';
  const hasEnded = had.terms?.until != null && had.terms.until <= now;
  const terms = hasEnded ? null : had.terms;
  const is = agree(model, had.plan, terms);
  const isTrialLost = had.trialEndsAt !== null && had.trialEndsAt !== model.trialEndsAt;
  if (kind === 'terms' || isTrialLost || is.fee !== undo.fee) return 'undo_unavailable';
  if (undo.isLocked) return 'change_locked';
  const excess = ({ projects }: Plan) => Math.max(0, (used ?? 0) - projects);
  if (policy.blocks && excess(is) > excess(agree(model, model.plan, model.terms)))
    return 'usage_exceeds_limit';
  const isTrialKept = had.trialEndsAt === model.trialEndsAt;
  const after = { plan: had.plan, terms, trialEndsAt: isTrialKept ? had.trialEndsAt : null };
  commit(model, after, 'switch', model.trialEndsAt !== null && after.trialEndsAt === null);
  return 'done';
}

function applySchedule(model: Model, plan: number, at: number): string {
  const [blocker] = [...findBlockers(model, plan), ...findEarly(model, plan, at)];
  if (blocker) return blocker;
  const after = switchTo(model, plan);
  if (isUnchanged(model, after)) return 'version_current';
  if (model.trialEndsAt !== null) return 'change_locked';
  const endedTerms = after.terms === null ? model.terms : null;
  const confirmed = agree(model, plan, after.terms);
  const isRaise = confirmed.fee > agree(model, model.plan, model.terms).fee;
  model.scheduled = { plan, at, confirmed, endedTerms, isRaise };
  return 'done';
}

/** Lets time pass. What is due is applied at its own time, terms before changes. */
function advance(model: Model, to: number): void {
  for (;;) {
    const { terms, scheduled, trialEndsAt } = model;
    const termsAt = (terms?.active ? terms.until : terms?.from) ?? null;
    const at = Math.min(
      ...[termsAt, scheduled?.at ?? null, trialEndsAt].map((time) => time ?? Number.POSITIVE_INFINITY),
    );
    if (at > to) break;
    model.now = at;
    if (terms && termsAt === at) {
      const hasEnded = terms.until !== null && terms.until <= at;
      commit(model, { ...model, terms: hasEnded ? null : { ...terms, active: true } }, 'terms', true);
    } else if (trialEndsAt === at) commit(model, switchTo(model, 0), 'switch', true);
    else if (scheduled) applyDue(model, scheduled);
  }
  model.now = to;
}

function applyDue(model: Model, { plan, confirmed, endedTerms, isRaise }: Scheduled): void {
  const after = switchTo(model, plan);
  const is = agree(model, plan, after.terms);
  const isWorse = is.fee > confirmed.fee || is.projects < confirmed.projects;
  const isOther = model.terms !== null && model.terms.agreedAt !== endedTerms?.agreedAt;
  const endsOthers = after.terms === null && isOther;
  const paysMore = !isRaise && is.fee > agree(model, model.plan, model.terms).fee;
  model.scheduled = null;
  if (findBlockers(model, plan).length > 0 || isWorse || endsOthers || paysMore) return;
  if (!isUnchanged(model, after)) commit(model, after, 'switch', false);
}

const planNumber = fc.integer({ min: 0, max: 2 });
const command = fc.oneof(
  fc.record({ kind: fc.constant('switch' as const), plan: planNumber }),
  fc.record({ kind: fc.constant('trial' as const) }),
  fc.record({ kind: fc.constant('undo' as const) }),
  fc.record({
    kind: fc.constant('schedule' as const),
    plan: planNumber,
    days: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({
    kind: fc.constant('agree' as const),
    plan: fc.option(planNumber),
    fee: fc.option(fc.constantFrom(0, 500, 1500, 2000, 2500)),
    projects: fc.option(fc.constantFrom(1, 7, 12)),
    from: fc.constantFrom(0, 0, 2, 5),
    days: fc.option(fc.constantFrom(3, 4, 8)),
  }),
  fc.record({ kind: fc.constant('endTerms' as const) }),
  fc.record({ kind: fc.constant('use' as const), projects: fc.integer({ min: 0, max: 15 }) }),
  fc.record({
    kind: fc.constant('publish' as const),
    plan: planNumber,
    fee: fc.constantFrom(900, 1900, 2900),
  }),
  fc.record({ kind: fc.constant('advance' as const), hours: fc.constantFrom(1, 30, 100) }),
  fc.record({ kind: fc.constant('advance' as const), hours: fc.constantFrom(1, 30, 100) }),
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

interface Real {
  app: BuiltApp;
  caller: AccountCaller;
}

async function open(policy: Model['policy']): Promise<{ model: Model; real: Real }> {
  const versions = [
    { title: 'Basic', fee: 1000, features: [1], amounts: { 1: 2 } },
    { title: 'Pro', fee: 2000, features: [1], amounts: { 1: 5 }, trialDays, trialThen: 'VERSION_1' },
    { title: 'Max', fee: 3000, features: [1], amounts: { 1: 10 } },
  ];
  const app = await buildApp(owner, {
    ...{ versions, features: 1, isTest: true, downgrades: policy.downgrades },
    units: { 1: { unit: 'project', isLimit: true } },
    blocking: policy.blocks ? [1] : [],
  });
  const account = await buildAccount(owner, app, { externalId, history: app.versions.slice(1, 2) });
  const caller = createAccountCaller(app, account);
  await withTenant(owner, { appId: app.id }, (queries) =>
    queries.account.updateMany({ data: { periodEndsAt: new Date(periodEnd) } }),
  );
  // From here on, the account has a clock.
  await advanceClock(service, createHostCaller(app), externalId, start);
  return {
    real: { app, caller },
    model: {
      ...{ plan: 1, terms: null, trialEndsAt: null, now: start, policy, trialUsed: false, used: null },
      plans: versions.map(({ fee, amounts }) => ({ fee, projects: amounts[1] })),
      ...{ scheduled: null, undo: null },
    },
  };
}

/** Runs a command on both. Returns the results, which must be equal. */
async function run(
  model: Model,
  { app, caller }: Real,
  step: Command,
): Promise<[expected: string, code: string]> {
  const host = createHostCaller(app);
  const id = (plan: number) => app.versions[plan]!.id;
  const input = { ...changeInput, reason: 'Test' };
  switch (step.kind) {
    case 'switch':
      return [
        applySwitch(model, step.plan),
        await codeOf(switchVersion(service, caller, { ...input, versionId: id(step.plan) })),
      ];
    case 'trial':
      return [
        applyTrial(model),
        await codeOf(switchVersion(service, caller, { ...input, versionId: id(1), trial: true })),
      ];
    case 'undo': {
      const [newest] = (await listHistory(service, caller, { limit: 1, before: null })).entries;
      const restore = newest!.entry.id;
      return [applyUndo(model), await codeOf(switchVersion(service, caller, { ...input, restore }))];
    }
    case 'schedule': {
      const at = model.now + step.days * dayMs;
      const request = { ...input, versionId: id(step.plan), billingPeriod: null, effective: at };
      return [applySchedule(model, step.plan, at), await codeOf(createChange(service, caller, request))];
    }
    case 'agree': {
      const { plan, fee, projects } = step;
      const from = model.now + step.from * dayMs;
      const until = step.days === null ? null : from + step.days * dayMs;
      const terms = { plan, fee, projects, from, until, active: step.from === 0, agreedAt: model.now };
      if (fee !== null || projects !== null) commit(model, { ...model, terms }, 'terms', true);
      const request = {
        version_id: plan === null ? null : id(plan),
        price: fee === null ? {} : { fee },
        limits: (projects === null ? {} : { [limit]: projects }) as Record<string, number>,
        from: from / 1000,
        until: until && until / 1000,
        reason: 'Contract',
      };
      const isEmpty = fee === null && projects === null;
      return ['done', isEmpty ? 'done' : await codeOf(setTerms(service, host, externalId, request))];
    }
    case 'endTerms':
      if (model.terms) commit(model, { ...model, terms: null }, 'terms', true);
      return ['done', await codeOf(endTerms(service, host, externalId, 'Test'))];
    case 'use': {
      model.used = step.projects;
      const amounts = { [limit]: step.projects };
      const report = { account: externalId, amounts, reportedAt: null };
      return ['done', await codeOf(setUsage(service, host, report))];
    }
    case 'publish': {
      const plan = model.plans[step.plan]!;
      plan.fee = step.fee;
      const change = publishChange(owner, app, (queries) =>
        queries.version.updateMany({ where: { id: id(step.plan) }, data: { fee: step.fee } }),
      );
      return ['done', await codeOf(change)];
    }
    case 'advance': {
      const to = model.now + step.hours * 3_600_000;
      advance(model, to);
      return ['done', await codeOf(advanceClock(service, host, externalId, to))];
    }
  }
}

/** What waits for the owner is withdrawn, so that it has no effect on later commands. */
async function withdraw({ caller }: Real): Promise<void> {
  const { changes } = await listChanges(service, caller, { before: null, isOpen: true, limit: 100 });
  for (const { change } of changes) {
    if (change.waitsFor === null) continue;
    await cancelChange(service, caller, change.id, { ...changeInput, reason: 'Test' });
  }
}

function describeModel(model: Model) {
  const { terms, scheduled, trialEndsAt } = model;
  const own = agree(model, model.plan, terms);
  return {
    plan: model.plan,
    ...own,
    source: terms?.active && covers(terms, model.plan) && terms.projects !== null ? 'terms' : 'version',
    terms: terms && [terms.active, terms.until],
    trialEndsAt,
    scheduled: scheduled ? [scheduled.plan, scheduled.at] : null,
    used: model.used,
    decisions: model.plans.map((_, plan) => [
      ...findBlockers(model, plan),
      ...(model.policy.downgrades === 'period_end' && isLowering(model, plan) ? ['period_end_only'] : []),
    ]),
  };
}

async function describeReal({ app, caller }: Real): Promise<ReturnType<typeof describeModel>> {
  const view = await readCatalogView(service, app.id, caller.account.id);
  const { version, terms, trialEndsAt } = getSubscription(view);
  const toNumber = (id: string | undefined) => app.versions.findIndex((each) => each.id === id);
  const entitlement = listEntitlements(view).get(limit)!;
  const change = findScheduled(view.state);
  const scheduled = change?.trial === 'end' ? null : change;
  return {
    plan: toNumber(version?.id),
    fee: version!.fee!,
    projects: entitlement.amount!,
    source: entitlement.source,
    terms: terms && [terms.active, terms.until],
    trialEndsAt,
    scheduled: scheduled ? [toNumber(scheduled.versionId), scheduled.effectiveAt!] : null,
    used: view.usage?.amounts[limit] ?? null,
    decisions: listVersions(view, caller).versions.map(({ decision }) => [
      ...decision!.blockers.map(({ code }) => code),
      ...(decision!.period_end_only ? ['period_end_only'] : []),
    ]),
  };
}

test('an account with usage, terms, trials and policy is as a model of it, for a month', async () => {
  const done = new Map<string, number>();
  const policy = fc.record({
    downgrades: fc.constantFrom('any' as const, 'period_end' as const, 'none' as const),
    blocks: fc.boolean(),
  });
  // Few random runs may lack a kind of change. These have all.
  const quickSeed = isFullRun ? {} : { seed: 3 };
  const holds = fc.asyncProperty(
    policy,
    fc.array(command, { minLength: 15, maxLength: 40 }),
    async (chosen, steps) => {
      const { model, real } = await open(chosen);
      for (const step of steps) {
        const [expected, code] = await run(model, real, step);
        await withdraw(real);
        // Two entries never have one time.
        advance(model, model.now + 1000);
        await advanceClock(service, createHostCaller(real.app), externalId, model.now);
        expect([step, code, await describeReal(real)]).toEqual([step, expected, describeModel(model)]);
        const key = `${step.kind} ${code}`;
        done.set(key, (done.get(key) ?? 0) + 1);
      }
    },
  );
  await fc.assert(holds, { numRuns: sampleSize({ quick: 8, full: 150 }), ...quickSeed });
  const kinds = ['switch', 'trial', 'undo', 'schedule', 'agree', 'endTerms', 'use', 'publish', 'advance'];
  expect(kinds.filter((kind) => !done.has(`${kind} done`))).toEqual([]);
});
