/** On `/`, for a plan that consists of add-ons. */
export const buildPlan = () => ({
  title: 'Build your plan',
  lead: 'Add what you need. The total is for all that you add.',
  add: 'Add',
  remove: 'Remove',
  selection: 'Your selection',
});
