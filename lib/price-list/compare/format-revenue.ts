import type { Revenue } from '@/lib/domain/editions/revenue';
import type { MoneyFormatter } from './format-fees';
import { formatAccounts } from './format-outcomes';

/** What accounts pay before and after, by version and billing period, with the largest accounts. */
export function formatRevenue({ versions }: Revenue, money: MoneyFormatter): string[] {
  const formatAmounts = ({ before, after }: { before: number; after: number }) =>
    `${money(before, 'before')} → ${money(after, 'after')}`;
  return versions.flatMap(({ tag, title, periods, largest }) => {
    const total = { accounts: 0, users: 0, before: 0, after: 0, unpriced: 0 };
    for (const period of periods) {
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += period[name];
    }
    const { accounts, users, unpriced } = total;
    return [
      `${tag}  ${title}  (${formatAccounts(accounts)}, ${users} users): ${formatAmounts(total)}`,
      ...(periods.length > 1
        ? periods.map(
            (each) =>
              `    billed per ${each.billingPeriod}  (${formatAccounts(each.accounts)}): ${formatAmounts(each)}`,
          )
        : []),
      ...(unpriced > 0
        ? [`    ${formatAccounts(unpriced)} with something that has no list price, which counts as 0`]
        : []),
      ...largest.map((each) => `    ${each.externalId ?? each.id}  ${each.title}: ${formatAmounts(each)}`),
    ];
  });
}
