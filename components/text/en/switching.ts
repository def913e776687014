import { plural } from '@/lib/format/words';

/** The dialog at `/?switch=ver_…` and what is left of it on the page. */
export const switching = {
  /** A title in the middle of a sentence is its own element. */
  question: { before: 'Switch to', after: '?' },
  questionUnnamed: 'Switch plans?',
  from: 'From',
  asking: 'Looking at what would change…',
  youLose: (n: number) =>
    n === 0
      ? 'You lose no features'
      : `You lose ${n} ${plural('en', n, { one: 'feature', other: 'features' })}`,
  youGain: (n: number) =>
    n === 0
      ? 'You gain no features'
      : `You gain ${n} ${plural('en', n, { one: 'feature', other: 'features' })}`,
  optionalLost: 'No longer available to add',
  optionalGained: 'An option before, now included',
  less: 'You have less of',
  changedAmounts: 'What changes',
  more: 'You have more of',
  amount: (before: string | null, after: string | null) => {
    if (before === null) return `now ${after}`;
    return after === null ? `was ${before}` : `${before} → ${after}`;
  },
  keepsAll: 'You lose nothing.',
  gainsNothing: 'You gain nothing.',
  noDifference: 'The features stay the same.',
  kept: (n: number) =>
    plural('en', n, { one: 'One other stays as it is.', other: `${n} others stay as they are.` }),
  prices: 'Prices',
  columns: {
    base: { month: 'per month', year: 'per year' },
    perUser: { month: 'per user / month', year: 'per user / year' },
  },
  difference: 'Difference',
  sameAmount: 'None',
  effective: 'It takes effect at once.',
  keep: 'Keep',
  cancel: 'Cancel',
  confirm: 'Switch to',
  confirmAgain: 'Yes, switch to',
  switching: 'Switching…',
  close: 'Close',
  showAll: (n: number) => `Show all ${n}`,
  changed: {
    title: 'This changed while you were looking',
    plan: 'Your plan changed meanwhile.',
    price: 'A price changed meanwhile.',
    features: 'What the plans include changed meanwhile.',
    other: 'Something about these plans changed meanwhile.',
    ask: 'Look once more, then say yes again.',
  },
  same: 'You’re on this plan already.',
  refused: 'This switch isn’t open to you',
  failed: 'Your plan has not been switched',
  unknown: {
    title: 'We don’t know yet whether that worked',
    looking: 'The answer got lost. Looking at your history to see…',
    still: 'Your history can’t be read either. Nothing is sent again without you.',
    look: 'Look again',
    movedOn: 'It was done, and the plan has been switched again since',
    notDone: 'Your history shows no switch, so nothing has changed.',
  },
  offline: 'You’re offline. Nothing will be sent until you press the button again.',
  tryAgain: 'Try again',
  /** Begins "… couldn’t be loaded". */
  previewSection: 'What would change',
  done: {
    nowOn: 'You’re on',
    switchBack: 'Switch back',
    backTo: 'to',
    viewHistory: 'View history',
    dismiss: 'Dismiss',
  },
  elsewhere: 'Your plan was switched in another tab.',
};
