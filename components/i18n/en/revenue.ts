import type { CountFormatter } from '@/lib/format/plurals';

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
