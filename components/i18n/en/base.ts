import type { ApiErrorCode } from '@/lib/contract/errors';
import { amounts, pricing } from './plans';

/** Loading, error and stale states of every section. */
const ui = () => ({
  tryAgain: 'Try again',
  cancel: 'Cancel',
  tryingAgain: 'Trying again…',
  loading: 'Loading',
  /** Submits fields without JavaScript. */
  apply: 'Show',
  dismiss: 'Dismiss',
  viewHistory: 'View history',
  /** List separator. */
  comma: ', ',
  causes: {
    offline: 'You’re offline.',
    unreachable: 'The service didn’t respond.',
    unknown: 'Something went wrong on our side.',
  },
  lastUpdated: (time: string) => `Last updated ${time}.`,
  retry: 'Retry',
});

/** Header and footer. */
const shell = () => ({
  theme: { legend: 'Theme', light: 'Light', dark: 'Dark', system: 'System' },
  language: 'Language',
  mainNavigation: 'Main',
  offline: 'You’re offline. You can keep reading this page, but you can’t change anything.',
  /** Replaces `offline` after a click on a link. */
  offlineNavigation: 'You’re offline. Other pages open when you’re connected again.',
  switchedElsewhere: 'Your plan was switched elsewhere.',
});

/**
 * Messages for API error codes that a page can show. The API's own messages are always English; they are shown for codes
 * that are not listed here. Messages from the catalog are not translated.
 */
export const errors = () =>
  ({
    forbidden: 'Only account owners can switch plans.',
    unauthenticated: 'Your session has ended. Sign in again in another tab, then try again.',
    too_many_requests: 'Too many requests. Wait a moment and try again.',
    version_not_found: 'This plan is no longer available to you.',
    account_not_found: 'Account not found.',
    preview_stale: 'Your plan or its price has changed. Review the changes and confirm again.',
    version_inactive: 'This plan is no longer offered.',
    price_on_request: 'Contact us for pricing.',
    /** `price_on_request` for a plan whose price is stated in words. */
    price_in_words: 'Contact us to switch to this plan.',
    users_limit_exceeded: 'The plan allows fewer users. Nothing was changed.',
    users_managed_by_host: 'The number of users is managed in the app. Add or remove users there.',
    switch_conflict: 'Another plan switch is in progress. Try again.',
  }) satisfies Partial<Record<ApiErrorCode | 'price_in_words', string>>;

/** Texts of all pages. */
export const base = { ui, shell, errors, amounts, pricing };
