import type { Counting } from '@/lib/format/words';

/** `/`: the price list. */
export const pricing = ({ count, plural }: Counting) => {
  const users = (n: number) => `${count(n)} ${plural(n, { one: 'user', other: 'users' })}`;
  return {
    title: 'Plans',
    failed: 'The plans couldn’t be loaded',
    yourPlan: 'Your plan',
    /** Titles are elements of their own, which may run in another direction: phrases are set round them. */
    yourPlanIs: (plan: string) => `Your plan: ${plan}`,
    yourPlanSince: (plan: string, date: string) => `Your plan: ${plan} since ${date}`,
    noPlan: 'You have no plan yet. Choose one to begin.',
    visitorLead: 'What each plan costs, and what it adds to the one before.',
    allPlans: 'All plans',
    noLongerOffered: 'No longer offered',
    notPublic: 'Not public',
    currentIsRetired: 'No longer offered to others. You keep it for as long as you like.',
    free: 'Free',
    onRequest: 'Price on request',
    contactUs: 'Contact us',
    words: {
      base: (amount: string, period: 'month' | 'year') => `${amount} / ${period}`,
      perUser: (amount: string, period: 'month' | 'year') => `${amount} per user / ${period}`,
      both: (base: string, perUser: string, period: 'month' | 'year') =>
        `${base} + ${perUser} per user / ${period}`,
      unchanged: 'Same price',
    },
    seats: 'Users',
    seatsHint: (max: number) => `1 to ${count(max)}`,
    seatsCount: users,
    seatsRange: 'Users, by slider',
    /** Before the estimate. */
    forSeats: (seats: number) => `For ${users(seats)}`,
    included: (n: number) => `${count(n)} ${plural(n, { one: 'feature', other: 'features' })}`,
    everythingInPlus: (plan: string) => `Everything in ${plan}, plus`,
    everythingInOnly: (plan: string) => `Everything in ${plan}, and nothing else`,
    seeAll: (n: number) => (n === 1 ? 'See its one feature' : `See all ${count(n)} features`),
    /** Joined to the link above for those who hear it alone. */
    ofPlan: (plan: string) => `of ${plan}`,
    noFeatures: 'No features listed',
    more: (n: number) => `and ${count(n)} more`,
    moreInfo: 'More about this plan',
    upgrade: 'Upgrade',
    downgrade: 'Downgrade',
    change: 'Switch',
    /** Joined to what a button says, for those who hear it alone. */
    to: (plan: string) => `to ${plan}`,
    signInToSwitch: 'Sign in to switch',
    offlineReason: 'You’re offline. Switching has to wait.',
    optionalFeatures: 'Optional features you can add to your plan',
    optionalFeaturesForVisitors: 'Optional features that can be added',
    compareAll: 'Compare all features',
    empty: {
      title: 'No plans yet',
      body: 'Nothing has been published here so far. Come back later.',
    },
  };
};
