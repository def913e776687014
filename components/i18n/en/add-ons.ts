import type { CountFormatter } from '@/lib/format/plurals';

/** `/optional-features`: add-ons. */
export const addOns = ({ count }: CountFormatter) => ({
  title: 'Add-ons',
  failed: 'The add-ons couldn’t be loaded',
  /** The argument is the title of the account's plan. */
  lead: (plan: string) => `Add-ons for ${plan}, and what they cost.`,
  visitorLead: 'Add-ons for each plan, and what they cost.',
  ungrouped: 'General',
  /** The argument is a list of plans. */
  availableWith: (plans: string) => `with ${plans}`,
  includes: 'Includes',
  /** The arguments are lists of add-ons. */
  requires: (addOns: string) => `Requires ${addOns}`,
  excludes: (addOns: string) => `Can’t be combined with ${addOns}`,
  /** The argument is a link with the text `contactUs`. */
  contactToAdd: (contactUs: string) => `To add one, ${contactUs}.`,
  contactUs: 'contact us',
  /** The argument is the title of the account's plan. It is null if there is none. */
  sections: {
    on: (_plan: string | null) => 'Your add-ons',
    available: (plan: string | null) => (plan === null ? 'Available' : `Available for ${plan}`),
    included: (plan: string | null) => (plan === null ? 'Included' : `Included in ${plan}`),
    elsewhere: (plan: string | null): string => (plan === null ? 'With a plan' : 'With other plans'),
  },
  total: (price: string) => `Your add-ons: ${price}`,
  /** The argument is a list of add-ons. */
  notInTotal: (addOns: string) => `Not part of the total: ${addOns}`,
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  ask: 'Ask an owner',
  on: 'On',
  onSince: (date: string) => `On since ${date}`,
  offSince: (date: string) => `Off since ${date}`,
  included: 'Included in your plan',
  retired: 'No longer offered. It stays on until you turn it off.',
  /** An add-on that has changed since it was turned on. The argument is the price of the changed one. */
  kept: (price: string) =>
    `It stays as you turned it on until you turn it off or change plans. Turned on today, it costs ${price}.`,
  notOffered: 'Not available',
  /** Followed by a list of plans. */
  otherPlans: 'Available with',
  offline: 'You’re offline. Reconnect to change add-ons.',
  /** Why an add-on can't be turned on or off. Arguments are lists of add-ons. */
  blockers: {
    forbidden: 'Only account owners can change add-ons. Ask an owner of your account.',
    self_service_disabled: 'Contact us to change add-ons.',
    option_included: 'Included in your plan.',
    option_not_offered: 'Not available for your plan.',
    billing_period_unavailable: 'Not sold with your billing period.',
    option_dependency_missing: (addOns: string) => `Turn on ${addOns} first.`,
    option_excluded: (addOns: string) => `Can’t be combined with ${addOns}. Turn that off first.`,
    users_limit_exceeded: 'Your plan allows fewer users without it. Remove users first.',
    usage_exceeds_limit: 'You use more than your plan allows without it. Use less first.',
    option_required: (addOns: string) => `${addOns} requires it. Turn that off first.`,
  },
  titleOn: (addOn: string) => `Turn on ${addOn}?`,
  titleOff: (addOn: string) => `Turn off ${addOn}?`,
  youGet: 'You get',
  youLose: 'You lose',
  changing: 'Changing…',
  confirmOnAgain: 'Yes, turn on',
  confirmOffAgain: 'Yes, turn off',
  notAllowed: 'You can’t change this add-on',
  failedOn: 'The add-on was not turned on',
  failedOff: 'The add-on was not turned off',
  unchanged: 'Nothing has changed.',
  alreadyOn: 'The add-on is already on.',
  alreadyOff: 'The add-on is already off.',
  unknown: 'We don’t know yet whether the change worked',
  done: {
    on: (addOn: string, price: string) => `${addOn} is on: ${price}`,
    off: (addOn: string, price: string) => `${addOn} is off: ${price}`,
  },
  quantity: {
    label: 'Quantity',
    fewer: 'One fewer',
    more: 'One more',
    invalid: (min: number, max: number) => `Enter a whole number from ${count(min)} to ${count(max)}.`,
    change: 'Change quantity',
    title: (addOn: string) => `Change the quantity of ${addOn}?`,
    confirm: 'Change',
    confirmAgain: 'Yes, change',
    failed: 'The quantity was not changed',
    /** The argument is a quantity and an add-on: "3 × Extra seat". */
    done: (addOn: string, price: string) => `You now have ${addOn}: ${price}`,
  },
  empty: {
    title: (plan: string) => `No add-ons for ${plan}`,
    titleWithoutPlan: 'No add-ons',
    bodyWithoutPlan: 'All features are included in a plan.',
    body: 'Other plans may include the features you need.',
    action: 'Compare plans',
  },
});
