import type { CountFormatter } from '@/lib/format/plurals';

/** Numbers of features and limits. */
export interface ChangeCounts {
  lost: number;
  /** Usage limits that are rows of their own. */
  lostLimits: number;
  lowered: number;
  gained: number;
  gainedLimits: number;
  raised: number;
}

/** Formatted amounts. */
export interface PriceSentence {
  after: string;
  before: string | null;
  difference: string | null;
  period: 'month' | 'year' | null;
  seats: number | null;
  /** The price list's word for users. It is null for "users". */
  unit: string | null;
}

/** The dialog at `/?switch=ver_…` and the messages after it. */
export const switching = ({ count, plural }: CountFormatter) => {
  const features = (n: number) => `${count(n)} ${plural(n, { one: 'feature', other: 'features' })}`;
  const addOns = (n: number) => `${count(n)} ${plural(n, { one: 'add-on', other: 'add-ons' })}`;
  return {
    title: (plan: string) => `Switch to ${plan}?`,
    titleWithoutPlan: 'Switch plans?',
    titlePeriod: { month: 'Switch to monthly billing?', year: 'Switch to annual billing?' },
    from: (plan: string) => `Current plan: ${plan}.`,
    /** `difference` has a sign. Null values are unknown or do not apply. */
    priceSentence: ({ after, before, difference, period, seats, unit }: PriceSentence) => {
      const time = period ? { month: ' a month', year: ' a year' }[period] : '';
      const compared = before === after ? ', as now' : ` instead of ${before}`;
      const instead = before === null ? '' : compared;
      const users = (n: number) => `${count(n)} ${unit ?? plural(n, { one: 'user', other: 'users' })}`;
      const forUsers = seats === null ? '' : `, for ${users(seats)}`;
      return `${after}${time}${instead}${forUsers}${difference === null ? '' : ` (${difference})`}.`;
    },
    /** Text for screen readers. */
    changeCounts: ({ lost, lostLimits, lowered, gained, gainedLimits, raised }: ChangeCounts) =>
      [
        `Features lost: ${count(lost)}.`,
        lostLimits > 0 && `Usage limits lost: ${count(lostLimits)}.`,
        lowered > 0 && `Lower limits: ${count(lowered)}.`,
        `Features gained: ${count(gained)}.`,
        gainedLimits > 0 && `Usage limits gained: ${count(gainedLimits)}.`,
        raised > 0 && `Higher limits: ${count(raised)}.`,
      ]
        .filter(Boolean)
        .join(' '),
    reason: 'Reason (optional)',
    requiredReason: 'Reason, which the customer sees in the history',
    reasonMissing: 'Enter a reason. Nothing was changed.',
    unknownPlan: {
      title: 'This plan doesn’t exist',
      body: 'It may no longer be offered to you, or the link is wrong. Your plan hasn’t changed.',
    },
    loadingPreview: 'Loading changes…',
    youLose: (n: number) => (n === 0 ? 'You lose no features' : `You lose ${features(n)}`),
    youGain: (n: number) => (n === 0 ? 'You gain no features' : `You gain ${features(n)}`),
    /** Add-ons that are on. */
    addOns: {
      lost: (n: number) => `You lose ${addOns(n)}`,
      included: (n: number) => `${addOns(n)} now included`,
      kept: (n: number) => `${addOns(n)} ${plural(n, { one: 'stays', other: 'stay' })} on`,
    },
    optionalLost: 'Add-ons you can no longer get',
    optionalGained: 'Was an add-on, now included',
    /** Usage limits that are rows of their own: "Automation runs: 100 a month". */
    lostLimits: 'Usage no longer included',
    gainedLimits: 'Usage now included',
    lowerLimits: 'Lower limits',
    higherLimits: 'Higher limits',
    otherChanges: 'Other changes',
    sameFeatures: 'The features stay the same.',
    unchangedFeatures: (n: number) =>
      `${features(n)} ${plural(n, { one: 'stays', other: 'stay' })} the same.`,
    unchangedLimits: (n: number) =>
      `${count(n)} ${plural(n, { one: 'usage limit stays', other: 'usage limits stay' })} the same.`,
    effective: 'Takes effect immediately.',
    /** Texts of a switch at a later time. */
    when: {
      legend: 'When',
      now: 'Now',
      periodEnd: (date: string) => `At the end of the period, ${date}`,
      date: 'On a date',
      dateLabel: 'Date',
      dateHint: 'Choose a date in the next two years.',
      confirm: (date: string) => `Switch on ${date}`,
      effective: (date: string) => `Takes effect on ${date}.`,
    },
    /** Texts for a member. An owner decides. */
    ask: {
      title: (plan: string) => `Ask for ${plan}?`,
      titlePeriod: { month: 'Ask for monthly billing?', year: 'Ask for annual billing?' },
      confirm: (plan: string) => `Ask for ${plan}`,
      send: 'Ask an owner',
      note: 'Note for the owners (optional)',
      effective: 'An owner of your account decides.',
    },
    /** If the provider confirms the switch on a page of its own. */
    afterPayment: 'Takes effect after payment.',
    /** What is due at once is the provider's to know. */
    billedBy: (provider: string) => `${provider} bills you.`,
    continueToPayment: 'Continue to payment',
    continuing: 'Continuing…',
    sending: 'Sending…',
    keep: (plan: string) => `Keep ${plan}`,
    confirm: (plan: string) => `Switch to ${plan}`,
    confirmAgain: (plan: string) => `Yes, switch to ${plan}`,
    switching: 'Switching…',
    close: 'Close',
    showAll: (n: number) => `Show all ${count(n)}`,
    changed: {
      title: 'The details have changed',
      plan: 'Your plan has changed.',
      price: 'A price has changed.',
      features: 'The features of these plans have changed.',
      other: 'Other details of these plans have changed.',
      review: 'Review the changes and confirm again.',
    },
    alreadyOnPlan: 'You’re already on this plan.',
    notAllowed: 'You can’t switch to this plan',
    failed: 'Your plan was not switched',
    unknown: {
      title: 'We don’t know yet whether the switch worked',
      resending: 'There was no response. The request is sent again. It is carried out only once.',
      resend: 'If you try again, the request is still carried out only once.',
    },
    offline: 'You’re offline. Nothing is sent until you press the button again.',
    previewFailed: 'The changes couldn’t be loaded',
    /** The undo of a switch. The argument is the current plan. */
    undo: {
      open: 'Undo',
      title: (plan: string) => `Undo the switch to ${plan}?`,
      titlePeriod: {
        month: 'Undo the switch to monthly billing?',
        year: 'Undo the switch to annual billing?',
      },
      confirm: 'Undo the switch',
      notAllowed: 'This switch can’t be undone',
    },
    done: {
      /** The second argument is a `priceSentence`. */
      nowOn: (plan: string, price: string) => `You’re on ${plan}: ${price}`,
      scheduled: (plan: string, date: string) => `${plan} starts on ${date}. Nothing changes until then.`,
      addOnsEnded: (n: number) => `${addOns(n)} ended.`,
    },
  };
};
