import type { Counting } from '@/lib/format/words';

/** `/compare`: the grid. */
export const comparison = ({ count, plural }: Counting) => ({
  title: 'Compare plans',
  lead: 'Every feature, side by side.',
  failed: 'The comparison couldn’t be loaded',
  caption: 'What each plan includes',
  feature: 'Feature',
  search: 'Search features',
  onlyDifferences: 'Only differences',
  plansShown: 'Plans shown',
  firstPlan: 'First plan',
  secondPlan: 'Second plan',
  /** "12 of 300 features" */
  shown: (shown: number, total: number) => {
    const all = `${count(total)} ${plural(total, { one: 'feature', other: 'features' })}`;
    return shown === total ? all : `${count(shown)} of ${all}`;
  },
  /** Only where not all chosen plans fit beside one another. */
  plansThatFit: (features: string, fit: number, chosen: number) =>
    `${features}; the first ${count(fit)} of ${count(chosen)} ${plural(chosen, { one: 'plan', other: 'plans' })} fit here`,
  included: 'Included',
  notIncluded: 'Not included',
  optional: 'Optional',
  otherFeatures: 'General',
  noFeatures: {
    title: 'Nothing to compare yet',
    body: 'No features have been listed for these plans.',
  },
  noDifferences: {
    title: 'No differences',
    body: (n: number): string =>
      n < 2
        ? 'One plan alone has nothing to differ from. Show another beside it.'
        : 'These plans include the same.',
    action: 'Show all features',
  },
  noMatch: {
    title: 'No feature matches',
    body: 'Try fewer or other words.',
  },
});
