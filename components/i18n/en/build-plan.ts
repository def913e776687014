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
