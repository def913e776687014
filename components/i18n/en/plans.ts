import { toCountedUnit } from '@/lib/format/amount';
import type { CountFormatter } from '@/lib/format/plurals';
import { formatPeriod } from '@/lib/format/plurals';

/** Amounts of features, on every page. */
export const amounts = () => ({
  unlimited: 'Unlimited',
  unit: toCountedUnit,
  now: (after: string) => `now ${after}`,
  was: (before: string) => `was ${before}`,
  /** Follows an amount that is higher than that of the plan below. */
  upFrom: (before: string) => `up from ${before}`,
  change: (before: string, after: string) => `${before} → ${after}`,
  perShare: (quantity: string, unit: string) => `${quantity} per ${unit}`,
  /** "100 messages a month", "100 messages every 3 months" */
  inPeriod: (quantity: string, period: string) => `${quantity} ${formatPeriod(period)}`,
});

/** `/`: plans and prices. */
export const pricing = ({ count, plural }: CountFormatter) => {
  /** `unit` is the price list's word for users, in the number of `n`. */
  const users = (n: number, unit: string | null = null) =>
    `${count(n)} ${unit ?? plural(n, { one: 'user', other: 'users' })}`;
  return {
    title: 'Plans',
    failed: 'The plans couldn’t be loaded',
    yourPlan: 'Your plan',
    /** Plan titles are passed as elements, because their text direction may differ from that of the page. */
    yourPlanIs: (plan: string) => `Your plan: ${plan}`,
    yourPlanSince: (plan: string, date: string) => `Your plan: ${plan} since ${date}`,
    noPlan: 'You don’t have a plan yet. Choose one to get started.',
    visitorLead: 'What each plan costs, and what it adds to the previous one.',
    allPlans: 'All plans',
    noLongerOffered: 'No longer offered',
    recommended: 'Recommended',
    overview: 'Plans at a glance',
    search: 'Which plan has …?',
    planFamilies: 'Plan families',
    otherPlans: 'Other plans',
    notPublic: 'Not public',
    /** A version that the account keeps, beside the present one of the plan. */
    earlierPlan: (plan: string) => `${plan} (earlier)`,
    free: 'Free',
    onRequest: 'Price on request',
    contactUs: 'Contact us',
    price: {
      user: 'user',
      perUnit: (amount: string, unit: string) => `${amount} per ${unit}`,
      sum: (base: string, perUser: string) => `${base} + ${perUser}`,
      inPeriod: (price: string, period: 'month' | 'year') => `${price} / ${period}`,
      orAnnually: (price: string) => `or ${price} per year`,
      billedAnnually: (price: string) => `billed annually, ${price} per year`,
      billedMonthly: 'billed monthly',
      bounds: (min: number, max: number | null, unit: string | null) => {
        const of = (n: number) => users(n, unit && toCountedUnit(unit, n));
        if (max === null) return `from ${of(min)}`;
        return min > 1 ? `${count(min)} to ${of(max)}` : `up to ${of(max)}`;
      },
    },
    /** The two-part control. */
    billing: {
      legend: 'Billing',
      month: 'Monthly',
      year: 'Annual',
      savesUpTo: (percent: string) => `Annual saves up to ${percent}`,
    },
    saving: (percent: string) => `${percent} less`,
    billedPeriod: { month: 'Billed monthly', year: 'Billed annually' },
    switchPeriod: { month: 'Switch to monthly billing', year: 'Switch to annual billing' },
    seats: 'Users',
    /** "3 × Extra seat" */
    times: (n: number, item: string) => `${count(n)} × ${item}`,
    seatsHint: (min: number, max: number) => `${count(min)} to ${count(max)}`,
    /** `shown` is the number of users that the prices are for. */
    seatsInvalid: (min: number, max: number, shown: number, unit: string | null) =>
      `Enter a whole number from ${count(min)} to ${count(max)}. Prices are for ${users(shown, unit)}.`,
    seatsCount: users,
    /** The argument is the label of the number of users. */
    seatsRange: (label: string) => `${label} (slider)`,
    changeUsers: (n: number, unit: string | null = null) => `Change to ${users(n, unit)}`,
    forSeats: (seats: number, unit: string | null = null) => `For ${users(seats, unit)}`,
    featureCount: (n: number) => `${count(n)} ${plural(n, { one: 'feature', other: 'features' })}`,
    /** Usage limits that are rows of their own: "2 of 7 usage limits". */
    limitCount: (shown: number, total: number) => {
      const all = `${count(total)} ${plural(total, { one: 'usage limit', other: 'usage limits' })}`;
      return shown === total ? all : `${count(shown)} of ${all}`;
    },
    /** Heading of the features that the base plan has with another value. */
    differentFrom: (plan: string) => `Different from ${plan}`,
    everythingInPlus: (plan: string) => `Everything in ${plan}, plus`,
    /** The second argument is a list of features. */
    everythingInExceptPlus: (plan: string, exceptions: string) =>
      `Everything in ${plan} except ${exceptions}, plus`,
    /** Heading of the features that a plan shares with another. */
    asIn: (plan: string) => `As in ${plan}`,
    sameFeaturesAs: (plan: string) => `Same features as ${plan}`,
    /** Features that all plans share, stated once. */
    inEveryPlan: (n: number) =>
      `${count(n)} ${plural(n, { one: 'feature', other: 'features' })} in all of these plans`,
    sharedPlus: (n: number) =>
      `The ${plural(n, { one: 'shared feature', other: `${count(n)} shared features` })}, plus`,
    sharedOnly: (n: number) =>
      `The ${plural(n, { one: 'shared feature', other: `${count(n)} shared features` })}`,
    seeAll: (n: number) => (n === 1 ? 'See 1 feature' : `See all ${count(n)} features`),
    /** For a plan with usage limits that are rows of their own. */
    seeAllContents: 'See all contents',
    seeFewer: 'Show fewer features',
    /** Follows the label above for screen readers. */
    ofPlan: (plan: string) => `of ${plan}`,
    noFeatures: 'No features listed',
    andMore: (n: number) => `and ${count(n)} more`,
    moreInfo: 'More about this plan',
    /** What a switch is called, by its direction, and the start of a trial. */
    upgrade: 'Upgrade',
    downgrade: 'Downgrade',
    none: 'Switch',
    trial: 'Start trial',
    /** Follows a button's label for screen readers. */
    toPlan: (plan: string) => `to ${plan}`,
    /** For a user who can't switch, followed by `withPlan` for screen readers. */
    seeChanges: 'See what changes',
    withPlan: (plan: string) => `with ${plan}`,
    choose: (plan: string) => `Choose ${plan}`,
    offlineReason: 'You’re offline. Reconnect to switch plans.',
    addOns: 'Add-ons for your plan',
    addOnsForVisitors: 'Available add-ons',
    compareAll: 'Compare all features',
    empty: {
      title: 'No plans yet',
      body: 'No plans have been published yet. Check back later.',
    },
  };
};
