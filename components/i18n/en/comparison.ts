import type { CountFormatter } from '@/lib/format/plurals';

/** `/compare`: the feature comparison table. */
export const comparison = ({ count, plural }: CountFormatter) => ({
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
  featureCount: (shown: number, total: number) => {
    const all = `${count(total)} ${plural(total, { one: 'feature', other: 'features' })}`;
    return shown === total ? all : `${count(shown)} of ${all}`;
  },
  /** For a viewport that is too narrow for all chosen plans. */
  visiblePlans: (features: string, fit: number, chosen: number) =>
    `${features}. Showing ${count(fit)} of ${count(chosen)} ${plural(chosen, { one: 'plan', other: 'plans' })}.`,
  /** The plan follows, for screen readers. */
  choose: 'Choose',
  included: 'Included',
  notIncluded: 'Not included',
  optional: 'Add-on',
  yourAddOn: 'Your add-on',
  youUse: (used: string) => `You use ${used}`,
  previousPlans: 'Previous plans',
  nextPlans: 'Next plans',
  /** The argument is the lowest of several prices. */
  from: (price: string) => `from ${price}`,
  addOnCount: (n: number) => `${count(n)} ${plural(n, { one: 'add-on', other: 'add-ons' })}`,
  ungrouped: 'General',
  noFeatures: {
    title: 'Nothing to compare yet',
    body: 'No features are listed for these plans.',
  },
  noDifferences: {
    title: 'No differences',
    body: (n: number): string =>
      n < 2
        ? 'Only one plan is shown. Add another one to compare.'
        : 'These plans include the same features.',
    action: 'Show all features',
  },
  noMatch: {
    title: 'No matching features',
    body: 'Try fewer or different words.',
  },
});
