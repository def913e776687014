import type { CountFormatter } from '@/lib/format/plurals';

/** Changes that wait for a date, an owner or the provider: above every page of an account, in its history, and on `/requests`. */
export const changes = ({ count, plural }: CountFormatter) => ({
  title: 'Planned changes',
  /** Badges on the cards of plans. */
  badges: {
    from: (date: string) => `From ${date}`,
    until: (date: string) => `Until ${date}`,
    trial: (n: number) => `${count(n)}-day trial`,
    asked: 'Asked for',
    waits: 'Waits for confirmation',
  },
  /** The arguments are the plan and the date. */
  changesTo: (plan: string, date: string) => `Changes to ${plan} on ${date}.`,
  changesPeriod: {
    month: (date: string) => `Changes to monthly billing on ${date}.`,
    year: (date: string) => `Changes to annual billing on ${date}.`,
  },
  /** The first argument is "9 users" or "3 sites". */
  changesNumber: (count: string, date: string) => `Changes to ${count} on ${date}.`,
  /** Scheduled by the provider, such as the end of a trial. */
  until: (plan: string, date: string, next: string) => `${plan} until ${date}, then ${next}.`,
  /** What follows is another plan, or the price of the same one. */
  trialOf: (plan: string, date: string, next: string) => `Trial of ${plan} until ${date}, then ${next}.`,
  /** The start of a trial, and a plan that is chosen in one. */
  trial: {
    title: (plan: string) => `Start the trial of ${plan}?`,
    choice: (n: number) => `Start with a trial of ${count(n)} ${plural(n, { one: 'day', other: 'days' })}`,
    confirm: 'Start the trial',
    /** What follows is another plan, with a `priceSentence` unless it is free, or the same plan. */
    thenPlan: (date: string, plan: string, price: string) => `Free until ${date}, then ${plan}: ${price}`,
    thenFreePlan: (date: string, plan: string) => `Free until ${date}, then ${plan}.`,
    thenSame: (date: string, price: string) => `Free until ${date}, then ${price}`,
    chosen: (price: string) => `To keep the plan on trial: ${price}`,
    addOnsPaid: (price: string) => `Add-ons are paid in the trial too: ${price}`,
    /** What becomes of an add-on that is on before the trial. The others stay on at no higher price. */
    addOns: {
      restored: (addOn: string) => `${addOn} is turned on again then.`,
      dearer: (addOn: string, after: string, before: string) =>
        `${addOn} costs ${after} instead of ${before} then.`,
      off: (addOn: string) => `${addOn} is turned off then.`,
      lost: (addOn: string) => `${addOn} is not turned on again.`,
    },
    chooseTitle: (plan: string) => `Choose ${plan} now?`,
    choose: (plan: string) => `Choose ${plan}`,
    ends: (date: string) => `Your trial until ${date} ends.`,
  },
  /** Of several things that change together. The first argument lists them: "Basic · 5 users · 0 × Pack". */
  changesAll: (list: string, date: string) => `Changes on ${date}: ${list}.`,
  /** What is paid from a scheduled change on, and in a trial. The arguments are prices per period. */
  pays: {
    after: (after: string) => `Then ${after}.`,
    same: (after: string) => `Then ${after}, as now.`,
    instead: (after: string, before: string) => `Then ${after} instead of ${before}.`,
    inTrial: (price: string) => `Until then, add-ons cost ${price}.`,
    /** From the end of terms. */
    afterTerms: (date: string, price: string) => `From ${date}, when the terms have ended: ${price}.`,
  },
  /** What applies until the switch. The arguments are the current plan and its price. */
  untilThen: (plan: string, price: string) => `Until then, you keep ${plan}: ${price}.`,
  replaces: (plan: string, date: string) => `Replaces the change to ${plan} on ${date}.`,
  joins: (date: string) =>
    `It is made together with what is scheduled for ${date}. The total is that of all.`,
  byProvider: (provider: string, plan: string, date: string) =>
    `${provider} changes your plan to ${plan} on ${date}.`,
  keep: (plan: string) => `Keep ${plan}`,
  keepBilling: 'Keep the billing period',
  keepUsers: 'Keep the number of users',
  keepQuantity: 'Keep the quantity',
  choose: 'Choose another plan',
  /** The arguments are the plan and the provider. */
  waitsForProvider: (plan: string, provider: string) => `The switch to ${plan} waits for ${provider}.`,
  continueToPayment: 'Continue to payment',
  cancelSwitch: 'Cancel the switch',
  /** The reasons follow. */
  notMade: (plan: string) => `The change to ${plan} was not made.`,
  blockers: {
    usage_exceeds_limit: 'The usage exceeds what the plan allows.',
    price_increased: 'Its price is higher than when you chose it.',
    content_reduced: 'It includes less than when you chose it.',
    terms_would_end: 'It ends terms that were agreed since you chose it.',
  },
  /** Says why an undo, or a switch for later, is not possible, by the code of the blocker. */
  undoBlockers: {
    period_end_unknown:
      'This change takes effect at the end of your billing period, which is not known. Contact us.',
    undo_superseded: 'Your plan or an add-on has changed since this switch. Choose a plan instead.',
    undo_expired: 'The switch was made over 24 hours ago. Choose a plan instead.',
    undo_unavailable:
      'What you had before, such as a trial or an earlier price, is no longer available. Choose a plan instead.',
    confirmation_required: 'The provider confirms each switch. Choose a plan instead.',
    change_locked: 'The provider decided this change. Choose a plan instead.',
  },
  /** Texts for a member. An owner decides. */
  copyLink: {
    label: 'Copy link for the owner',
    copied: 'Link copied. An owner who opens it sees this switch.',
    failed: 'The link couldn’t be copied. Copy the address of this page instead.',
  },
  /** The undo of a switch. */
  restores: 'You return to',
  review: 'Review the change',
  viewRequests: 'View requests',
  youAsked: (plan: string) => `You asked for ${plan}. An owner decides.`,
  withdraw: 'Withdraw the request',
  canceling: 'Canceling…',
  cancelFailed: 'The change was not canceled.',
  /** What is shown after a cancellation. */
  kept: (plan: string) => `You keep ${plan}.`,
  canceled: (plan: string) => `The change to ${plan} is canceled.`,
  /** How a change ended. */
  applied: (plan: string) => `You’re on ${plan}.`,
  superseded: (plan: string) => `Another change has replaced the one to ${plan}.`,
  expired: (plan: string) => `The switch to ${plan} was not confirmed in time. Nothing was changed.`,
  /** A message follows. */
  declinedBy: (person: string, plan: string) =>
    `${person} declined the switch to ${plan}. Nothing was changed.`,
  /** The argument is the title of an add-on, with the quantity if it is not one. */
  addOn: {
    turnsOff: (addOn: string, date: string) => `${addOn} is turned off on ${date}.`,
    waitsForProvider: (addOn: string, provider: string) => `${addOn} waits for ${provider}.`,
    cancelSwitch: 'Cancel the change',
    notMade: (addOn: string) => `The change to ${addOn} was not made.`,
    canceled: (addOn: string) => `The change to ${addOn} is canceled.`,
    applied: (addOn: string) => `You now have ${addOn}.`,
    superseded: (addOn: string) => `Another change has replaced the one to ${addOn}.`,
    expired: (addOn: string) => `${addOn} was not confirmed in time. Nothing was changed.`,
    declinedBy: (person: string, addOn: string) => `${person} declined ${addOn}. Nothing was changed.`,
  },
  scheduledBy: (person: string) => `Scheduled by ${person}`,
  requests: {
    title: 'Requests',
    lead: 'Who asks for another plan or an add-on. Owners of the account decide.',
    failed: 'The requests couldn’t be loaded',
    empty: {
      title: 'No requests',
      body: 'A member who needs another plan can ask for it on the plans page. The request is shown here.',
      action: 'See all plans',
    },
    noAccount: {
      visitor: {
        title: 'Sign in to see the requests of your account',
        body: 'Members ask for another plan or an add-on, and owners decide here.',
      },
      signedIn: {
        title: 'No requests',
        body: 'You’re signed in without an account, so there are no requests to show.',
      },
    },
    open: 'Waiting for an owner',
    ended: 'Decided',
    /** The arguments are the person and the plan. */
    asks: (person: string, plan: string) => `${person} asks for ${plan}`,
    /** Of a decided request. */
    asked: (person: string, plan: string) => `${person} asked for ${plan}`,
    people: (n: number) => `${count(n)} ${plural(n, { one: 'person asks', other: 'people ask' })} for this.`,
    review: 'Review and approve',
    /** Opens the dialog that approves. */
    approve: 'Approve',
    all: 'See all requests',
    decline: 'Decline',
    states: {
      approved: (person: string) => `Approved by ${person}`,
      declined: (person: string) => `Declined by ${person}`,
      canceled: 'Withdrawn',
      superseded: 'Replaced by another change',
      expired: 'Not answered within 30 days',
    },
    /** The dialog. */
    declining: {
      title: (plan: string) => `Decline ${plan}?`,
      body: 'Everyone who asked can read your message.',
      message: 'Message (optional)',
      working: 'Declining…',
      failed: 'The request was not declined.',
    },
  },
});
