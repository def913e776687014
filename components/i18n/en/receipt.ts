import type { CountFormatter } from '@/lib/format/plurals';

/** What makes up a price. */
export const receipt = () => ({
  retired: { note: 'No longer available to new customers.', kept: 'You can keep it as long as you like.' },
  /** What was agreed with the account, as its owners read it. */
  terms: {
    yours: { open: 'Your terms', until: (date: string) => `Your terms until ${date}` },
    lost: { open: 'You lose your terms', until: (date: string) => `You lose your terms until ${date}` },
    price: (terms: string, price: string, listed: string) => `${terms}: ${price} instead of ${listed}`,
  },
  /** What the plan costs from a date on. */
  next: (date: string, price: string) => `From ${date}: ${price}`,
  planWithAddOns: 'Your plan with add-ons',
  caption: 'How the price adds up',
  before: 'Now',
  after: 'After',
  plan: 'Plan',
  included: 'Included',
  total: { month: 'Total per month', year: 'Total per year' },
  billedPerYear: 'Billed per year',
  perMonth: 'Per month',
  difference: 'Difference',
  noDifference: 'None',
  /** "9 users, managed in Larder" */
  usersManagedIn: (n: string, app: string) => `${n}, managed in ${app}`,
});

/** Why a plan can’t be chosen. */
export const blockers = ({ count }: CountFormatter) => ({
  users: {
    /** For a plan that is sold from a number of users on. */
    startsAt: (plan: string, minimum: string) => `${plan} starts at ${minimum}.`,
    allows: (plan: string, allowed: string) => `${plan} allows ${allowed}.`,
    /** `excess` is the number of users above the limit, with their unit. */
    have: (n: number, excess: string) => `You have ${count(n)}. Remove ${excess} first.`,
    chose: (n: number) => `You chose ${count(n)}.`,
  },
  /** Beside a price on request, without an address. */
  noContact: (provider: string) => `${provider} lists no contact address.`,
  /** Texts by code. */
  known: {
    quantity_out_of_range: 'The plan is not sold in this quantity.',
    self_service_disabled: 'Contact us to switch to this plan.',
    trial_unavailable: 'This plan has no trial for you.',
    trial_used: 'You’ve had the trial of this plan.',
    downgrade_unavailable: 'Contact us to switch to a lower plan.',
  },
});
