import { plural } from '@/lib/format/words';

const features = (count: number) => plural('en', count, { one: 'feature', other: 'features' });
const users = (count: number) => plural('en', count, { one: 'user', other: 'users' });
const count = new Intl.NumberFormat('en-GB');

/** `/`: the price list. */
export const pricing = {
  title: 'Plans',
  section: 'The plans',
  yourPlan: 'Your plan',
  /** Set round the title, which is one element and may run in another direction. */
  yourPlanIs: 'Your plan:',
  since: 'since',
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
  seatsHint: (max: number) => `1 to ${count.format(max)}`,
  seatsCount: (seats: number, shown: string) => `${shown} ${users(seats)}`,
  seatsRange: 'Users, by slider',
  /** Before the estimate: "For 10 users". */
  forSeats: (seats: string) => `For ${seats}`,
  included: (n: number) => `${count.format(n)} ${features(n)}`,
  everythingIn: 'Everything in',
  plus: ', plus',
  andNothingElse: ', and nothing else',
  seeAll: (n: number) => (n === 1 ? 'See its one feature' : `See all ${count.format(n)} features`),
  /** Joined to the link above for those who hear it alone. */
  ofPlan: 'of',
  noFeatures: 'No features listed',
  more: (n: number) => `and ${count.format(n)} more`,
  moreInfo: 'More about this plan',
  upgrade: 'Upgrade',
  downgrade: 'Downgrade',
  change: 'Switch',
  to: 'to',
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
