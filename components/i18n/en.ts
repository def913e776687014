import { type CountFormatter, createCountFormatter } from '@/lib/format/plurals';
import { accounts } from './en/accounts';
import { addOns } from './en/add-ons';
import { buildPlan } from './en/build-plan';
import { catalog } from './en/catalog';
import { changes } from './en/changes';
import { comparison } from './en/comparison';
import { earlierPlan } from './en/earlier-plan';
import { errorPage } from './en/error-page';
import { featureSearch } from './en/feature-search';
import { history } from './en/history';
import { moves } from './en/moves';
import { amounts, pricing } from './en/plans';
import { preview } from './en/preview';
import { switching } from './en/switching';
import { webhooks } from './en/webhooks';

/** Header and footer. */
const shell = {
  theme: { legend: 'Theme', light: 'Light', dark: 'Dark', system: 'System' },
  language: 'Language',
  mainNavigation: 'Main',
  offline: 'You’re offline. You can keep reading this page, but you can’t change anything.',
  /** Replaces `offline` after a click on a link. */
  offlineNavigation: 'You’re offline. Other pages open when you’re connected again.',
  switchedElsewhere: 'Your plan was switched elsewhere.',
};

/** Parts of header and footer that only the server renders. */
const serverShell = {
  skipToContent: 'Skip to content',
  pages: {
    plans: 'Plans',
    compare: 'Compare',
    addOns: 'Add-ons',
    requests: 'Requests',
    history: 'History',
    catalog: 'Catalog',
    preview: 'Preview',
    moves: 'Moves',
    webhooks: 'Webhooks',
    accounts: 'Accounts',
    audit: 'Audit',
  },
  signIn: 'Sign in',
  signOut: 'Sign out',
  backTo: (product: string) => `Back to ${product}`,
  signedInAs: 'Signed in as',
  roles: { member: 'Member', owner: 'Owner', product: 'Product', support: 'Support' },
  defaultTitle: 'Plans',
  currencyNote: (currency: string) => `Prices in ${currency}`,
  noScript: 'JavaScript is off. You can read all prices and features here, but you can’t switch plans.',
  apiReference: 'API reference',
  /** The description of the plans page for search engines. The argument is a list of plans. */
  plansDescription: (plans: string) => `Plans and prices: ${plans}. Compare what each plan includes.`,
};

/** Pages without data. */
const notFound = {
  title: 'Page not found',
  body: 'The address may be wrong, or the page no longer exists.',
  link: 'See all plans',
};

/** Served without the app when the database is not available. */
const unavailablePage = {
  title: 'This page is temporarily unavailable',
  body: 'The data of this page can’t be loaded right now. Your plan hasn’t changed. Try again in a moment.',
};

const noApp = {
  title: 'App not found',
  body: 'There is no app at this address. Check the address and try again.',
};

/** Loading, error and stale states of every section. */
const ui = {
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
};

/**
 * Messages for API error codes that a page can show. The API's own messages are always English; they are shown for codes
 * that are not listed here. Messages from the catalog are not translated.
 */
const errors = {
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
  users_below_minimum: 'The plan is sold for more users. Nothing was changed.',
  quantity_out_of_range: 'The plan is not sold in this quantity. Nothing was changed.',
  users_managed_by_host: 'The number of users is managed in the app. Add or remove users there.',
  switch_conflict: 'Another plan switch is in progress. Try again.',
};

/** `/sign-in`, which only the demo has. */
const signIn = {
  title: 'Choose a demo user',
  lead: 'This is a demo with made-up users. Choose one; no password needed.',
  /** Followed by `asUser` for screen readers: "Sign in as Ada". */
  submit: 'Sign in',
  asUser: (person: string) => `as ${person}`,
  noUsers: 'There are no demo users yet.',
};

/** Errors of a one-time sign-in link. */
const signInLink = {
  expired: {
    title: 'This link has expired',
    body: 'Sign-in links work once and expire after five minutes. Go back to where you came from and open a new one.',
  },
  unavailable: {
    title: 'Sign-in is temporarily unavailable',
    body: 'Wait a moment and open the link again.',
  },
  seePlans: 'See all plans',
};

/**
 * Texts for the browser, without those of `usePageText`. They depend on the locale, because number formats differ
 * between locales of one language.
 */
export function getEnglishBrowserText(words: CountFormatter) {
  return {
    ui,
    shell,
    errorPage,
    errors,
    amounts,
    pricing: pricing(words),
  };
}

/** All texts except those of the API reference. Other languages have the same shape. */
export function getEnglishText(locale: string) {
  const words = createCountFormatter(locale);
  return {
    ...getEnglishBrowserText(words),
    serverShell,
    notFound,
    unavailablePage,
    noApp,
    comparison: comparison(words),
    buildPlan: buildPlan(),
    earlierPlan: earlierPlan(),
    featureSearch: featureSearch(words),
    switching: switching(words),
    addOns: addOns(words),
    changes: changes(words),
    history: history(words),
    catalog: catalog(words),
    preview: preview(words),
    moves: moves(words),
    webhooks: webhooks(words),
    accounts: accounts(words),
    signIn,
    signInLink,
  };
}

export type BrowserText = ReturnType<typeof getEnglishBrowserText>;
export type Text = ReturnType<typeof getEnglishText>;
