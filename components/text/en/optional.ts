/** `/optional-features`: what can be added to a plan. */
export const optional = {
  title: 'Optional features',
  failed: 'The optional features couldn’t be loaded',
  /** Round the title of the account's plan. */
  lead: (plan: string) => `What you can add to ${plan}, and what it costs on top.`,
  visitorLead: 'What can be added to a plan, and what it costs on top.',
  other: 'General',
  /** Round a list of plans. */
  withPlans: (plans: string) => `with ${plans}`,
  /** Round a list of features. */
  holds: (features: string) => `Includes ${features}`,
  howToAdd: 'Add one by arrangement:',
  empty: {
    title: (plan: string) => `Nothing to add to ${plan}`,
    titleWithoutPlan: 'No optional features',
    bodyWithoutPlan: 'Everything there is comes with a plan.',
    body: 'It has no optional features. What it lacks may come with another plan.',
    action: 'Compare the plans',
  },
};
