import type { CountFormatter } from '@/lib/format/plurals';

/** `/history`: the timeline. */
export const history = ({ count, plural }: CountFormatter) => {
  const features = (n: number) => `${count(n)} ${plural(n, { one: 'feature', other: 'features' })}`;
  const changes = (n: number) => plural(n, { one: 'change', other: 'changes' });
  return {
    lead: 'Every change to your plan, exactly as recorded.',
    /** What the account paid by list, as a chart and as a table. */
    chart: {
      title: { month: 'List price per month', year: 'List price per year' },
      showTable: 'Show as a table',
      from: 'From',
      plan: 'Plan',
      addOns: 'Add-ons',
      total: 'Total',
    },
    /** Filters above a long list. */
    filters: {
      plan: 'Plan',
      person: 'Changed by',
      everyone: 'Everyone',
      from: 'From',
      to: 'To',
      shown: (shown: number, total: number) => `${count(shown)} of ${count(total)} ${changes(total)}`,
      clear: 'Clear filters',
    },
    /** The search. A result names a feature, a limit or an add-on. */
    search: {
      title: 'Since when do we have …?',
      placeholder: 'Feature, limit or add-on',
      found: (n: number) => `${count(n)} ${plural(n, { one: 'result', other: 'results' })}`,
      nothing: 'Your plans and add-ons never had this.',
      /** The arguments are a date and one of `causes`. */
      since: (date: string, cause: string) => `Since ${date}, ${cause}.`,
      notSince: (date: string, cause: string) => `Not included since ${date}, ${cause}.`,
      offSince: (date: string, cause: string) => `Off since ${date}, ${cause}.`,
      causes: {
        plan: (plan: string, person: string) => `with ${plan}, by ${person}`,
        addOn: (addOn: string, person: string) => `with the add-on ${addOn}, by ${person}`,
        change: (subject: string, provider: string) => `with a change of ${subject} by ${provider}`,
        itself: (person: string) => `by ${person}`,
      },
      gained: 'Included',
      lost: 'No longer included',
      on: 'Turned on',
      off: 'Turned off',
    },
    showDetails: 'Show details',
    hideDetails: 'Hide details',
    failed: 'The history couldn’t be loaded',
    list: 'Changes, newest first',
    current: 'Current',
    justNow: 'Just now',
    /** The argument is the title of the previous plan. */
    changedFrom: {
      upgrade: (title: string) => `Upgraded from ${title}`,
      downgrade: (title: string) => `Downgraded from ${title}`,
      none: (title: string) => `Switched from ${title}`,
    },
    /** Switches from another version of the same plan. */
    changedFromEarlier: {
      upgrade: (title: string) => `Upgraded from an earlier ${title}`,
      downgrade: (title: string) => `Downgraded from an earlier ${title}`,
      none: (title: string) => `Switched from an earlier ${title}`,
    },
    followed: (title: string) => `Changed with the price list, from an earlier ${title}`,
    firstPlan: 'First plan',
    terms: { agreed: 'Terms agreed', ended: 'Terms ended' },
    changedPeriod: { month: 'Switched to monthly billing', year: 'Switched to annual billing' },
    /** The argument is the title of the plan before the undo. */
    undone: (title: string) => `Undid the switch to ${title}`,
    trialUntil: (date: string) => `Trial until ${date}`,
    trialEnded: 'The trial ended',
    undonePeriod: 'Undid the change of the billing period',
    /** The argument is the number with its noun. */
    changedUsers: (users: string) => `Changed to ${users}`,
    undoneUsers: 'Undid the change of the number of users',
    undo: 'Undo',
    active: 'Active',
    soFar: (duration: string) => `${duration} so far`,
    priceAtTheTime: 'Price at the time',
    changedBy: 'Changed by',
    /** In place of a name that was removed. */
    formerUser: 'A former user',
    channels: {
      portal: (name: string) => `${name}, in the portal`,
      api: (name: string) => `${name}, via the API`,
      support: (name: string) => `${name}, support`,
      command: (name: string) => `${name}, from the command line`,
    },
    reason: 'Reason',
    /** The arguments are the app and the plan. */
    catalogChange: (provider: string, plan: string) => `${provider} changed ${plan}`,
    lost: (n: number) => `Lost ${features(n)}`,
    gained: (n: number) => `Gained ${features(n)}`,
    lostLimits: () => 'Usage no longer included',
    gainedLimits: () => 'Usage now included',
    lowered: (n: number) => `${count(n)} ${plural(n, { one: 'lower limit', other: 'lower limits' })}`,
    raised: (n: number) => `${count(n)} ${plural(n, { one: 'higher limit', other: 'higher limits' })}`,
    changed: (n: number) => `${count(n)} other ${changes(n)}`,
    startedWith: (n: number) => `Started with ${features(n)}`,
    startedWithLimits: () => 'Usage included',
    sameFeatures: 'The features stayed the same.',
    showAll: (n: number) => `Show all ${count(n)} ${changes(n)}`,
    showOlder: (n: number) => `Show ${count(n)} older ${changes(n)}`,
    loadingOlder: 'Loading older changes…',
    olderFailed: 'Older changes couldn’t be loaded.',
    download: 'Download as CSV',
    /** Changes to add-ons. */
    options: {
      list: 'Add-on changes, newest first',
      filter: 'Show',
      filters: { all: 'All changes', plans: 'Plans', options: 'Add-ons' },
      /** The argument is a quantity and an add-on: "3 × Extra seat". */
      quantity: (addOn: string) => `Changed to ${addOn}`,
      toggle: {
        active: (addOn: string) => `${addOn} turned on`,
        inactive: (addOn: string) => `${addOn} turned off`,
      },
      /** By a switch of plans. */
      switch: {
        active: (addOn: string) => `${addOn} has a new price with this plan`,
        inactive: (addOn: string) => `${addOn} ended with this switch`,
      },
      /** Text for the end by a publication. */
      included: (addOn: string) => `${addOn} ended because the plan includes it now`,
      restored: (addOn: string) => `${addOn} turned on again by the undo`,
    },
    empty: {
      title: 'No plan changes yet',
      body: 'Changes to your plan will appear here.',
      action: 'See plans',
    },
    noAccount: {
      visitor: {
        title: 'Sign in to see your plan history',
        body: 'It shows which plans your account has had, and when.',
      },
      signedIn: {
        title: 'No plan history',
        body: 'You’re signed in without an account, so there is no history to show.',
      },
      openFromProduct: 'Open this page from the product you use, while you’re signed in to your account.',
    },
  };
};
