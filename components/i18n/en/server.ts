import type { LinkedPage } from '@/lib/contract/pages';
import type { SignInProblem } from '@/lib/contract/staff-sign-in';

/** Parts of header and footer that only the server renders. */
const serverShell = () => ({
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
  } satisfies Record<LinkedPage, string>,
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
});

/** Pages without data. */
const notFound = () => ({
  title: 'Page not found',
  body: 'The address may be wrong, or the page no longer exists.',
  link: 'See all plans',
});

/** Served without the app when the database is not available. */
const unavailablePage = () => ({
  title: 'This page is temporarily unavailable',
  body: 'The data of this page can’t be loaded right now. Your plan hasn’t changed. Try again in a moment.',
});

const noApp = () => ({
  title: 'App not found',
  body: 'There is no app at this address. Check the address and try again.',
});

/** `/sign-in` of staff with OpenID Connect, and its errors. */
const staffSignIn = () => ({
  lead: (app: string) => `For people who work on ${app}. Customers sign in where they use it.`,
  submit: 'Sign in with your company account',
  again: 'Sign in again',
  problems: {
    denied: {
      title: 'You are not signed in',
      body: 'The sign-in was canceled, or your company account may not use these pages.',
    },
    'no-role': {
      title: 'You have no role here',
      body: 'Your company account is not in a group that may use these pages. Ask the person who manages accounts in your company to add you.',
    },
    expired: {
      title: 'This sign-in has expired',
      body: 'A sign-in works once, within ten minutes, and in the browser that started it. You are not signed in.',
    },
    invalid: {
      title: 'You are not signed in',
      body: 'The answer of your company’s sign-in service could not be accepted. If this happens again, tell the person who set up the sign-in.',
    },
    unavailable: {
      title: 'Sign-in is temporarily unavailable',
      body: 'Your company’s sign-in service does not answer, or this one is busy. You are not signed in. Try again in a few minutes.',
    },
  } satisfies Record<SignInProblem, { title: string; body: string }>,
});

/** `/sign-in`, where only the demo has users to choose. */
const signIn = () => ({
  title: 'Choose a demo user',
  lead: 'This is a demo with made-up users. Choose one; no password needed.',
  /** Followed by `asUser` for screen readers: "Sign in as Ada". */
  submit: 'Sign in',
  asUser: (person: string) => `as ${person}`,
  noUsers: 'There are no demo users yet.',
});

/** Errors of a one-time sign-in link. */
const signInLink = () => ({
  expired: {
    title: 'This link has expired',
    body: 'Sign-in links work once and expire after five minutes. Go back to where you came from and open a new one.',
  },
  unavailable: {
    title: 'Sign-in is temporarily unavailable',
    body: 'Wait a moment and open the link again.',
  },
});

/** `/` of an account whose usage is known. */
const plansForUsage = () => ({
  title: 'Cheapest plan for your usage',
  none: 'No plan with a price is large enough for your usage.',
  all: 'Your usage in each plan',
  fits: 'Large enough for your usage',
  fitsWith: (addOns: string) => `Large enough with ${addOns}`,
  /** The argument is a list of limits. */
  exceeds: (limits: string) => `Not enough for your usage: ${limits}`,
  incomplete: 'Not all combinations of add-ons were compared. There may be a cheaper one.',
});

/** Texts that only the server renders. */
export const server = {
  serverShell,
  notFound,
  unavailablePage,
  noApp,
  signIn,
  signInLink,
  staffSignIn,
  plansForUsage,
};
