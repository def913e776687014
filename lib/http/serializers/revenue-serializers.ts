import type { RevenueBody } from '@/lib/contract/revenue';
import type { Revenue } from '@/lib/domain/editions/revenue';

type Amounts = { users: number; before: number; after: number };

/** What accounts pay by list, before and after a change. */
export function serializeRevenue({ currencies, versions }: Revenue): RevenueBody {
  const listed = versions.map(({ id, title, tag, periods, largest }) => ({
    ...{ id, title, tag },
    accounts: sum(periods, ({ accounts }) => accounts),
    ...addAmounts(periods),
    unpriced_accounts: sum(periods, ({ unpriced }) => unpriced),
    periods: periods.map(({ billingPeriod, accounts, ...amounts }) => {
      return { billing_period: billingPeriod, accounts, ...serializeAmounts(amounts) };
    }),
    largest_accounts: largest.map(({ id, externalId, title, ...amounts }) => {
      return { id, external_id: externalId, title, ...serializeAmounts(amounts) };
    }),
  }));
  return {
    previous_currency: currencies.before.currency,
    previous_currency_digits: currencies.before.currency_digits,
    ...currencies.after,
    accounts: sum(listed, ({ accounts }) => accounts),
    ...addAmounts(versions.flatMap(({ periods }) => periods)),
    versions: listed,
  };
}

function serializeAmounts({ users, before, after }: Amounts) {
  return { users, previous_amount: before, amount: after };
}

function addAmounts(rows: Amounts[]) {
  return {
    users: sum(rows, ({ users }) => users),
    previous_amount: sum(rows, ({ before }) => before),
    amount: sum(rows, ({ after }) => after),
  };
}

const sum = <T>(rows: T[], read: (row: T) => number) => rows.reduce((total, row) => total + read(row), 0);
