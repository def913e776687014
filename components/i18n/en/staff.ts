import type { CountFormatter } from '@/lib/format/plurals';
import { accounts } from './accounts';
import { catalog } from './catalog';
import { customer } from './customer';
import { moves } from './moves';
import { preview } from './preview';
import { priceTable } from './price-table';
import { webhooks } from './webhooks';

/** What accounts pay by list, in reviews of the product team. Amounts are formatted. */
export const revenue = ({ count, plural }: CountFormatter) => {
  const accounts = (n: number) => `${count(n)} ${plural(n, { one: 'account', other: 'accounts' })}`;
  const users = (n: number) => `${count(n)} ${plural(n, { one: 'user', other: 'users' })}`;
  return {
    title: 'List revenue',
    accounts: (n: number, of: number) => `${accounts(n)}, ${users(of)}`,
    change: (before: string, after: string) => `${before} → ${after} a month`,
    same: (amount: string) => `${amount} a month, as now`,
    /** `accounts` is the number of accounts of one period. */
    periods: {
      month: (n: number, change: string) => `Billed monthly: ${accounts(n)}, ${change}`,
      year: (n: number, change: string) => `Billed annually: ${accounts(n)}, ${change}`,
    },
    unpriced: (n: number) => `${accounts(n)} with a plan or add-on that has no list price. It counts as 0.`,
    largest: (n: number) =>
      plural(n, { one: 'The largest account', other: `The ${count(n)} largest accounts` }),
    note: 'By list price, with users, quantities, billing periods and add-ons. An annual price counts a twelfth. What you have agreed or billed can differ.',
    none: 'No account pays for what changes.',
    loading: 'Computing what accounts pay…',
    failed: 'What accounts pay couldn’t be computed.',
  };
};

/** `/setup`: creates the first app. */
export const setup = () => ({
  title: 'Create your app',
  lead: 'Your app starts with a draft of its price list. Customers see no plans before you publish it.',
  noLink: 'There is no app here yet. You create it with the set-up link of this server.',
  linkInvalid: 'This set-up link is not valid, or has expired.',
  whereLink:
    'The server prints the link when it starts: in its terminal, or in the log of the service or container. It is valid for 24 hours. After a restart there is a new one.',
  command: 'Or create the app on the command line:',
  appTitle: 'Name of the app',
  currency: 'Currency',
  choose: 'Choose a currency',
  period: 'Prices are',
  periods: { month: 'per month', year: 'per year' },
  start: 'Start with',
  starts: { template: 'an example', list: 'your own price list' },
  file: 'Choose a file',
  list: 'Price list as YAML',
  listHint: 'Name and currency in the list apply when it is published.',
  name: 'Your name',
  session:
    'You are signed in as the product team for 12 hours, under this name. Later, your application or the command line creates sign-in links.',
  submit: 'Create app',
  working: 'Creating the app…',
  insecure: 'Open this page over HTTPS, or on localhost. Elsewhere the browser can’t keep you signed in.',
  errors: {
    link: 'The set-up link is not valid any more. Nothing was created. Restart the server and open the new link.',
    exists: 'Someone else has created an app meanwhile. Nothing was created.',
    seePlans: 'See its plans',
    unknown: 'It is unknown whether the app was created. Reload the page.',
    failed: 'The app was not created.',
  },
});

/** The pages of staff. */
export const staff = { accounts, catalog, customer, moves, preview, priceTable, revenue, setup, webhooks };
