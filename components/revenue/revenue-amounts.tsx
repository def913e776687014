'use client';

import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions } from '@/components/i18n/text-provider';
import { linkClassName, TextLink } from '@/components/ui/text-link';
import { staffUrls } from '@/lib/client/staff-urls';
import type { RevenueBody } from '@/lib/contract/revenue';
import { formatMoney } from '@/lib/format/money';

type Amounts = Pick<RevenueBody, 'previous_amount' | 'amount'>;
type Currencies = Pick<
  RevenueBody,
  'previous_currency' | 'previous_currency_digits' | 'currency' | 'currency_digits'
>;

/** "€550,000 → €418,000 a month". */
function useFormatAmounts(now: Currencies) {
  const then = { currency: now.previous_currency, currency_digits: now.previous_currency_digits };
  const text = usePageText('staff').revenue;
  const { locale } = useDateFormatOptions();
  return ({ previous_amount: before, amount: after }: Amounts) => {
    const [from, to] = [formatMoney(locale, then, before), formatMoney(locale, now, after)];
    return from === to ? text.same(to) : text.change(from, to);
  };
}

/** What all accounts of these versions pay, before and after. */
export function RevenueTotal({ revenue }: { revenue: RevenueBody }) {
  const text = usePageText('staff').revenue;
  const format = useFormatAmounts(revenue);
  if (revenue.accounts === 0) return <p>{text.none}</p>;
  return (
    <p className="figures">
      {text.accounts(revenue.accounts, revenue.users)}: {format(revenue)}
    </p>
  );
}

interface VersionAmountsProps {
  version: RevenueBody['versions'][number];
  currencies: Currencies;
}

/** What the accounts of a version pay, by billing period if there are two, with the largest accounts. */
export function VersionAmounts({ version, currencies }: VersionAmountsProps) {
  const text = usePageText('staff').revenue;
  const format = useFormatAmounts(currencies);
  const { accounts, users, periods, unpriced_accounts: unpriced, largest_accounts: largest } = version;
  return (
    <div className="figures pt-2">
      <p>
        {text.accounts(accounts, users)}: {format(version)}
      </p>
      {periods.length > 1 && (
        <ul className="text-small text-soft">
          {periods.map((period) => (
            <li key={period.billing_period}>
              {text.periods[period.billing_period](period.accounts, format(period))}
            </li>
          ))}
        </ul>
      )}
      {unpriced > 0 && <p className="text-small text-soft">{text.unpriced(unpriced)}</p>}
      <details className="text-small">
        <summary className={`inline-block min-h-11 content-center print:hidden ${linkClassName}`}>
          {text.largest(largest.length)}
        </summary>
        <ol className="max-w-[48rem]">
          {largest.map(({ id, title, ...amounts }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line">
              <TextLink href={staffUrls.account(id)} className="content-center min-h-11">
                <bdi>{title}</bdi>
              </TextLink>
              <span>{format(amounts)}</span>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
