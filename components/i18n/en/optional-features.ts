import type { CountFormatter } from '@/lib/format/plurals';

/** `/optional-features`: add-ons. */
export const optionalFeatures = ({ count }: CountFormatter) => ({
  title: 'Add-ons',
  failed: 'The add-ons couldn’t be loaded',
  /** The argument is the title of the account's plan. */
  lead: (plan: string) => `Add-ons for ${plan}, and what they cost.`,
  visitorLead: 'Add-ons for each plan, and what they cost.',
  ungrouped: 'General',
  /** The argument is a list of plans. */
  availableWith: (plans: string) => `with ${plans}`,
  includes: 'Includes',
  andMore: (n: number) => `and ${count(n)} more`,
  /** The arguments are lists of add-ons. */
  requires: (addOns: string) => `Requires ${addOns}`,
  excludes: (addOns: string) => `Can’t be combined with ${addOns}`,
  /** The argument is a link with the text `contactUs`. */
  contactToAdd: (contactUs: string) => `To add one, ${contactUs}.`,
  contactUs: 'contact us',
  empty: {
    title: (plan: string) => `No add-ons for ${plan}`,
    titleWithoutPlan: 'No add-ons',
    bodyWithoutPlan: 'All features are included in a plan.',
    body: 'Other plans may include the features you need.',
    action: 'Compare plans',
  },
});
