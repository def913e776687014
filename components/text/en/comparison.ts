import { plural } from '@/lib/format/words';

const count = new Intl.NumberFormat('en-GB');
const features = (n: number) => plural('en', n, { one: 'feature', other: 'features' });
const plans = (n: number) => plural('en', n, { one: 'plan', other: 'plans' });

/** `/compare`: the grid. */
export const comparison = {
  title: 'Compare plans',
  lead: 'Every feature, side by side.',
  section: 'The comparison',
  caption: 'What each plan includes',
  feature: 'Feature',
  search: 'Search features',
  searchHint: 'Title, description or group',
  clearSearch: 'Clear search',
  onlyDifferences: 'Only differences',
  plansShown: 'Plans shown',
  allPlans: 'All plans',
  firstPlan: 'First plan',
  secondPlan: 'Second plan',
  /** "12 of 300 features" */
  shown: (shown: number, total: number) =>
    shown === total
      ? `${count.format(total)} ${features(total)}`
      : `${count.format(shown)} of ${count.format(total)} ${features(total)}`,
  /** Only where not all chosen plans fit beside one another. */
  plansThatFit: (fit: number, chosen: number) =>
    `the first ${count.format(fit)} of ${count.format(chosen)} ${plans(chosen)} fit here`,
  included: 'Included',
  notIncluded: 'Not included',
  optional: 'Optional',
  optionalAt: 'Optional, at the price shown',
  otherFeatures: 'General',
  to: 'to',
  noFeatures: {
    title: 'Nothing to compare yet',
    body: 'No features have been listed for these plans.',
  },
  noDifferences: {
    title: 'No differences',
    body: (n: number) =>
      n < 2
        ? 'One plan alone has nothing to differ from. Show another beside it.'
        : 'These plans include the same.',
    action: 'Show all features',
  },
  noMatch: {
    title: 'No feature matches',
    body: 'Try fewer or other words.',
  },
};
