// A reference implementation of what owners can lower, and when: a policy, what waits for the end of the billing period, and
// who else changes the account. It has no database and no code of the service.
// lib/domain/subscription/lowering-model.db.test.ts compares it with the service.

const dayMs = 86_400_000;

export type Period = 'month' | 'year';
export type Downgrades = 'any' | 'period_end' | 'none';
/** Who makes a change. */
export type Maker = 'owner' | 'host' | 'support';

/** What is sold on each plan, per month. A year costs ten months. Plans are numbers from 0 on. */
export const prices = { plans: [100, 200, 300], user: 10, addOns: [100, 50] };
const annualMonths = 10;
/** No trial ends during a test. */
export const trialDays = 700;

/** What the account has. */
export interface Has {
  plan: number;
  period: Period;
  users: number;
  quantity: number;
  /** How many of each add-on are on. */
  addOns: number[];
  trialEndsAt: number | null;
}

/** A switch. What is null stays. */
export interface Switch {
  plan: number | null;
  period: Period | null;
  users: number | null;
  quantity: number | null;
}
export interface AddOnCount {
  addOn: number;
  count: number;
}
export type Wanted = Switch | AddOnCount;
export type Time = 'now' | 'period_end' | number;

type ScheduledSwitch = Omit<Switch, 'plan' | 'period'> & { plan: number; period: Period };

/** Commands that are made together. */
export interface Scheduled {
  switched: ScheduledSwitch | null;
  /** By number of the add-on, in the order in which they joined. */
  addOns: Map<number, number>;
  at: number;
  isAtEnd: boolean;
  maker: Maker;
  /** Whether it was to cost more. */
  isRaise: boolean;
}

/** An entry of the history that can be undone, if it is the newest. */
interface Entry {
  had: Has;
  at: number;
  /** Whether it has made or replaced a change of the host. */
  isLocked: boolean;
}

/** What a preview says. */
export interface Preview {
  blockers: string[];
  isPeriodEndOnly: boolean;
  /** Whether it ends what is scheduled. */
  supersedes: boolean;
  total: number;
}

const isAddOn = (wanted: Wanted): wanted is AddOnCount => 'addOn' in wanted;
const getMonthly = ({ plan, users, quantity, addOns }: Has) =>
  prices.plans[plan]! * quantity +
  prices.user * users +
  addOns.reduce((sum, count, addOn) => sum + prices.addOns[addOn]! * count, 0);
const getMonths = (period: Period) => (period === 'year' ? annualMonths : 1);
/** What is paid for each billing period. */
export const getTotal = (has: Has) => getMonthly(has) * getMonths(has.period);
/** What is paid in a year. */
const payYearly = (has: Has) => getMonthly(has) * (has.period === 'year' ? annualMonths : 12);
const isSame = (a: Has, b: Has) => JSON.stringify(a) === JSON.stringify(b);

export class LoweringModel {
  periodEndsAt: number | null;
  scheduled: Scheduled | null = null;
  trials = new Set<number>();
  /** The newest entry. It is null for one of add-ons alone. */
  newest: Entry | null = null;

  constructor(
    readonly downgrades: Downgrades,
    public has: Has,
    public now: number,
  ) {
    this.periodEndsAt = null;
  }

  /** What a command makes of what the account has. */
  #apply(has: Has, wanted: Wanted): Has {
    if (isAddOn(wanted)) {
      return {
        ...has,
        addOns: has.addOns.map((own, addOn) => (addOn === wanted.addOn ? wanted.count : own)),
      };
    }
    const { plan, period, users, quantity } = wanted;
    const next = {
      ...has,
      plan: plan ?? has.plan,
      period: period ?? has.period,
      users: users ?? has.users,
      quantity: quantity ?? has.quantity,
    };
    // A number of users or a quantity leaves the account in its trial.
    const staysInTrial =
      has.plan === next.plan && has.period === next.period && (users !== null || quantity !== null);
    return { ...next, trialEndsAt: staysInTrial ? has.trialEndsAt : null };
  }

  #applyAll(has: Has, { switched, addOns }: Pick<Scheduled, 'switched' | 'addOns'>): Has {
    const first = switched ? this.#apply(has, switched) : has;
    return [...addOns].reduce((next, [addOn, count]) => this.#apply(next, { addOn, count }), first);
  }

  /** Whether a change is one to a lower plan. Of two that cost the same, the one that comes first is lower. */
  #isLowerPlan(after: Has): boolean {
    const { has } = this;
    const pay = payYearly(after) - payYearly(has);
    return (
      after.plan !== has.plan && has.trialEndsAt === null && (pay < 0 || (pay === 0 && after.plan < has.plan))
    );
  }

  /** The codes of the blockers of a change. */
  #findBlockers(maker: Maker, after: Has): string[] {
    const isForbidden = maker === 'owner' && this.downgrades === 'none' && this.#isLowerPlan(after);
    return isForbidden ? ['downgrade_unavailable'] : [];
  }

  /** Whether a change has to wait for the end of the period. */
  #isWaiting(maker: Maker, after: Has): boolean {
    const { has, downgrades } = this;
    if (maker !== 'owner' || downgrades === 'any' || has.trialEndsAt !== null || isSame(has, after))
      return false;
    if (downgrades === 'none' && this.#isLowerPlan(after)) return false;
    if (has.period !== after.period) return has.period === 'year';
    return payYearly(after) < payYearly(has);
  }

  #findEarly(maker: Maker, after: Has, { at, isAtEnd }: Pick<Scheduled, 'at' | 'isAtEnd'>): string[] {
    if (!this.#isWaiting(maker, after)) return [];
    const { periodEndsAt, now } = this;
    if (periodEndsAt === null || periodEndsAt <= now) return ['period_end_unknown'];
    return isAtEnd || at >= periodEndsAt ? [] : ['downgrade_at_period_end'];
  }

  /** What is scheduled with a change that joins it. It is null if it does not. */
  #join(maker: Maker, wanted: Wanted): Pick<Scheduled, 'switched' | 'addOns'> | null {
    const { has, scheduled } = this;
    const after = this.#apply(has, wanted);
    if (!scheduled?.isAtEnd || scheduled.maker !== 'owner' || !this.#isWaiting(maker, after)) return null;
    const addOns = new Map(scheduled.addOns);
    if (isAddOn(wanted)) {
      addOns.delete(wanted.addOn);
      addOns.set(wanted.addOn, wanted.count);
      return { switched: scheduled.switched, addOns };
    }
    const { plan, period } = after;
    const isMoved = plan !== has.plan || period !== has.period;
    const { switched } = scheduled;
    return {
      addOns,
      switched: {
        ...(isMoved || !switched ? { plan, period } : { plan: switched.plan, period: switched.period }),
        users: wanted.users ?? switched?.users ?? null,
        quantity: wanted.quantity ?? switched?.quantity ?? null,
      },
    };
  }

  /** Which kind of entry leads from one state to another. */
  #getKind(before: Has, after: Has, isOfAddOns: boolean): 'switch' | 'users' | 'add-ons' {
    if (isOfAddOns) return 'add-ons';
    const { plan, period, trialEndsAt, users, quantity } = before;
    const isMoved = plan !== after.plan || period !== after.period || trialEndsAt !== after.trialEndsAt;
    return !isMoved && (users !== after.users || quantity !== after.quantity) ? 'users' : 'switch';
  }

  /** Whether a change at once ends what is scheduled. */
  #supersedes(before: Has, after: Has, isOfAddOns: boolean): boolean {
    const { scheduled } = this;
    if (!scheduled) return false;
    const { switched, addOns } = scheduled;
    const kind = this.#getKind(before, after, isOfAddOns);
    if (kind === 'switch') return true;
    if (kind === 'users' && switched?.plan === after.plan && switched.period === after.period) return true;
    return before.addOns.some((count, addOn) => count !== after.addOns[addOn] && addOns.has(addOn));
  }

  #commit(after: Has, isOfAddOns: boolean, isOfHost: boolean): void {
    const { has: had, now: at, scheduled } = this;
    const supersedes = this.#supersedes(had, after, isOfAddOns);
    const isLocked = isOfHost || (supersedes && scheduled?.maker === 'host');
    if (supersedes) this.scheduled = null;
    this.newest = isOfAddOns ? null : { had, at, isLocked };
    this.has = after;
  }

  /** Makes a change at once. Returns the error, or "done". */
  make(maker: Maker, wanted: Wanted): string {
    const after = this.#apply(this.has, wanted);
    const time = { at: this.now, isAtEnd: false };
    const [blocker] = [...this.#findBlockers(maker, after), ...this.#findEarly(maker, after, time)];
    if (blocker) return blocker;
    if (!isSame(this.has, after)) this.#commit(after, isAddOn(wanted), maker === 'host');
    return 'done';
  }

  preview(maker: Maker, wanted: Wanted): Preview {
    const { has, scheduled } = this;
    const single = this.#apply(has, wanted);
    const joined = this.#join(maker, wanted);
    const after = joined ? this.#applyAll(has, joined) : single;
    const isPeriodEndOnly = this.#isWaiting(maker, single);
    const takesPlace = isPeriodEndOnly || this.#supersedes(has, single, isAddOn(wanted));
    return {
      blockers: this.#findBlockers(maker, after),
      isPeriodEndOnly,
      supersedes: scheduled !== null && !joined && !isSame(has, single) && takesPlace,
      total: getTotal(after),
    };
  }

  /** Makes a change at a time. Returns the error, or "done". */
  schedule(maker: Maker, wanted: Wanted, time: Time): string {
    const { has, now, periodEndsAt, scheduled } = this;
    const single = this.#apply(has, wanted);
    const joined = this.#join(maker, wanted);
    const after = joined ? this.#applyAll(has, joined) : single;
    const isKnown = periodEndsAt !== null && periodEndsAt > now;
    const isAtEnd = time === 'period_end';
    if (isAtEnd && !isKnown)
      return [...this.#findBlockersOfUnknown(maker, single, after), 'period_end_unknown'][0]!;
    const timed = typeof time === 'number' ? time : now;
    const at = isAtEnd ? periodEndsAt! : timed;
    const [blocker] = [
      ...this.#findBlockers(maker, after),
      ...this.#findEarly(maker, single, { at, isAtEnd }),
    ];
    if (blocker) return blocker;
    if (isSame(has, single)) return 'version_current';
    if (time === 'now') {
      this.#commit(single, isAddOn(wanted), maker === 'host');
      return 'done';
    }
    const parts = joined ?? toParts(wanted, single);
    if (scheduled && isSameParts(scheduled, parts) && scheduled.at === at && scheduled.isAtEnd === isAtEnd) {
      return 'done';
    }
    if (has.trialEndsAt !== null || (scheduled?.maker === 'host' && maker !== 'host')) return 'change_locked';
    this.scheduled = { ...parts, at, isAtEnd, maker, isRaise: payYearly(after) > payYearly(has) };
    return 'done';
  }

  /** A time that is not known is an error of its own, unless the change has to wait for it. */
  #findBlockersOfUnknown(maker: Maker, single: Has, after: Has): string[] {
    return this.#isWaiting(maker, single) ? this.#findBlockers(maker, after) : [];
  }

  cancel(): string {
    if (this.scheduled?.maker === 'host') return 'change_locked';
    this.scheduled = null;
    return 'done';
  }

  startTrial(maker: Maker, plan: number): string {
    const after = {
      ...this.#apply(this.has, { plan, period: null, users: null, quantity: null }),
      trialEndsAt: this.now + trialDays * dayMs,
    };
    if (this.#findBlockers(maker, after).length > 0) return 'downgrade_unavailable';
    if (plan === this.has.plan && maker !== 'host') return 'trial_unavailable';
    if (this.trials.has(plan)) return 'trial_used';
    const [early] = this.#findEarly(maker, after, { at: this.now, isAtEnd: false });
    if (early) return early;
    this.trials.add(plan);
    this.#commit(after, false, maker === 'host');
    this.scheduled = null;
    return 'done';
  }

  undo(): string {
    const { newest, now, has } = this;
    if (!newest) return 'undo_superseded';
    if (now >= newest.at + dayMs) return 'undo_expired';
    const { had } = newest;
    const isTrialLost = had.trialEndsAt !== null && had.trialEndsAt !== has.trialEndsAt;
    if (isTrialLost) return 'undo_unavailable';
    if (newest.isLocked) return 'change_locked';
    this.#commit(had, false, false);
    return 'done';
  }

  /** The host reports the end of the billing period. */
  reportEnd(endsAt: number | null): void {
    const { scheduled, now, periodEndsAt: known } = this;
    const isNext = known !== null && endsAt !== null && endsAt >= known + 14 * dayMs && now >= known - dayMs;
    if (scheduled?.isAtEnd && endsAt !== null && scheduled.at > now && !(isNext && scheduled.at === known)) {
      scheduled.at = endsAt;
    }
    this.periodEndsAt = endsAt;
  }

  /** Lets time pass. What is due is made at its own time. */
  advance(to: number): void {
    const { scheduled } = this;
    if (scheduled && scheduled.at <= to) {
      this.now = Math.max(this.now, scheduled.at);
      this.scheduled = null;
      this.#applyDue(scheduled);
    }
    this.now = to;
  }

  /** What the policy forbids by then, or would cost more now, waits for the owner. */
  #applyDue(due: Scheduled): void {
    const { has } = this;
    const after = this.#applyAll(has, due);
    const isDearer = due.maker === 'owner' && !due.isRaise && payYearly(after) > payYearly(has);
    if (this.#findBlockers(due.maker, after).length > 0 || isDearer || isSame(has, after)) return;
    const isOfAddOns = !due.switched || isSame({ ...after, addOns: has.addOns }, has);
    this.#commit(after, isOfAddOns, due.maker === 'host');
  }
}

function toParts(wanted: Wanted, after: Has): Pick<Scheduled, 'switched' | 'addOns'> {
  if (isAddOn(wanted)) return { switched: null, addOns: new Map([[wanted.addOn, wanted.count]]) };
  const { plan, period } = after;
  return { switched: { plan, period, users: wanted.users, quantity: wanted.quantity }, addOns: new Map() };
}

export const describeParts = ({ switched, addOns }: Pick<Scheduled, 'switched' | 'addOns'>) => ({
  switched,
  addOns: [...addOns].toSorted(([a], [b]) => a - b),
});

const isSameParts = (...both: Parameters<typeof describeParts>[0][]) => {
  const [a, b] = both.map((each) => JSON.stringify(describeParts(each)));
  return a === b;
};
