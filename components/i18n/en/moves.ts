import type { CountFormatter } from '@/lib/format/plurals';

/** `/moves`: the product team moves accounts to another plan. */
export const moves = ({ count, plural }: CountFormatter) => {
  const accounts = (n: number) => `${count(n)} ${plural(n, { one: 'account', other: 'accounts' })}`;
  return {
    title: 'Moves',
    lead: 'Move the accounts of a plan to another one, such as those of a retired plan. Owners see the date and can choose otherwise.',
    from: 'From',
    to: 'To',
    choose: 'Choose a plan',
    retired: (plan: string) => `${plan} (retired)`,
    when: 'When',
    periodEnd: 'At the end of each billing period',
    date: 'On a date',
    now: 'Now',
    dateLabel: 'Date',
    reason: 'Reason, which owners read (optional)',
    check: 'Check',
    checking: 'Checking…',
    incomplete: 'Choose two different plans.',
    dateInvalid: 'Choose a date in the next two years.',
    checkFailed: 'The accounts couldn’t be checked.',
    checked: {
      title: 'What will happen',
      none: 'No account can be moved.',
      noAccounts: 'No account has this plan.',
      moved: (n: number) => `${accounts(n)} will be moved.`,
      /** Only the newest accounts were checked. */
      part: (all: number, movable: number, checked: number) =>
        `${accounts(all)} ${plural(all, { one: 'has', other: 'have' })} this plan. Of the newest ${count(checked)}, ${count(movable)} can be moved.`,
      revenue: 'If all accounts of the plan are moved, by list price:',
      /** Followed by names. */
      sample: 'For example:',
      skipped: (n: number) => `${accounts(n)} will not be moved:`,
      more: (n: number) => `And ${count(n)} more.`,
    },
    /** Why an account is not moved. */
    reasons: {
      change_scheduled: 'has a planned change',
      terms_would_end: 'has terms that would end',
      period_end_unknown: 'the end of its billing period is not known',
      version_current: 'has left the plan',
    },
    move: (n: number) => `Move ${accounts(n)}`,
    moving: 'Moving…',
    moveFailed: 'The move may not have begun. Try again: no account is moved twice.',
    begun: (n: number) => `The move of ${accounts(n)} has begun.`,
    list: 'Moves so far',
    none: 'No moves yet.',
    /** The arguments are plans. */
    fromTo: (from: string, to: string) => `${from} to ${to}`,
    scheduling: (n: number, all: number) => `${count(n)} of ${accounts(all)} looked at`,
    canceling: 'The rest is being canceled.',
    /** Why a move has stopped. */
    stopped: {
      preview_stale: 'Stopped: the price or the content of the new plan has changed.',
      version_inactive: 'Stopped: the new plan is no longer offered.',
      version_not_found: 'Stopped: the new plan is no longer offered.',
    },
    left: (n: number) => `${accounts(n)} ${plural(n, { one: 'was', other: 'were' })} not looked at.`,
    onDate: (date: string) => `On ${date}`,
    states: {
      open: (n: number) => `${count(n)} planned`,
      waiting: (n: number) => `${count(n)} waiting for the owner`,
      applied: (n: number) => `${count(n)} moved`,
      superseded: (n: number) => `${count(n)} chose otherwise`,
      declined: (n: number) => `${count(n)} declined`,
      expired: (n: number) => `${count(n)} not answered`,
      canceled: (n: number) => `${count(n)} canceled`,
    },
    cancel: {
      open: 'Cancel the rest',
      title: 'Cancel the rest of the move?',
      body: (n: number) => `${accounts(n)} will keep the plan. Accounts that were moved stay on the new one.`,
      keep: 'Keep the move',
      working: 'Canceling…',
      failed: 'The rest of the move may not be canceled. Try again.',
      done: 'The rest of the move is canceled.',
    },
  };
};
