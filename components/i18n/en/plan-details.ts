import type { CountFormatter } from '@/lib/format/plurals';
import { comparison } from './comparison';
import { notices } from './notices';

/** On `/`, for a plan that consists of add-ons. */
export const buildPlan = () => ({
  title: 'Build your plan',
  lead: 'Add what you need. The total is for all that you add.',
  /** For an account that has the plan. */
  accountLead: 'Turn on what you need. The total is for all that is on.',
  add: 'Add',
  remove: 'Remove',
  selection: 'Your selection',
});

/** The results of the search on `/`, and what the comparison says below a result. */
export const featureSearch = ({ count, plural }: CountFormatter) => ({
  resultCount: (n: number) => `${count(n)} ${plural(n, { one: 'result', other: 'results' })}`,
  noResults: 'No plan has it under this name. Try fewer or different words.',
  /** The argument is a list of plans. */
  inPlans: (plans: string) => `In ${plans}`,
  asAddOn: (plans: string) => `As an add-on in ${plans}`,
  inEveryPlan: 'In every plan',
  inNoPlan: 'In no plan',
  /** The plans of a list that are not named. */
  others: (n: number) => `+${count(n)}`,
  yourPlanHasIt: 'Your plan has it',
  /** The arguments are a plan, with its add-on if it needs one, and a price. */
  cheapest: (plan: string, price: string) => `Cheapest: ${plan}, ${price}`,
  planAndAddOn: (plan: string, addOn: string) => `${plan} + ${addOn}`,
  seeInComparison: (n: number) =>
    `See ${count(n)} more ${plural(n, { one: 'result', other: 'results' })} in the comparison`,
  close: 'Close search',
  /** It is shown on a plan's card. The argument is what was searched for. */
  notIncluded: (item: string) => `No ${item}`,
  withAddOn: (item: string, price: string) => `${item} as an add-on, ${price}`,
});

/** What an account uses of its limits. */
export const usage = () => ({
  title: 'What you use',
  /** "14 of 10 projects" */
  of: (used: string, allowed: string) => `${used} of ${allowed}`,
  uses: (used: string) => `You use ${used}.`,
  none: (plan: string) => `${plan} has none.`,
  /** Above what the plan allows. */
  remove: (excess: string) => `Remove ${excess} first.`,
});

/** What only some pages show of plans. */
export const planDetails = { buildPlan, comparison, featureSearch, notices, usage };
