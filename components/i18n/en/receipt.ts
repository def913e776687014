/** What makes up a price. */
export const receipt = () => ({
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
});
