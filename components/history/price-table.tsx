'use client';

import { use } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { useNumbersFormat } from '@/components/i18n/use-numbers-format';
import { DateText } from '@/components/ui/date-text';
import { linkClassName, NoScriptLink } from '@/components/ui/text-link';
import { formatMoney } from '@/lib/format/money';
import { RendersHidden, wholeHistory } from './feature-changes';
import { calculatePaidAmounts, getCommonUsers, type PricePeriod } from './price-periods';

/** What the account paid by list, newest first: the content of the chart. `periods` are oldest first. */
export function PriceTable({ periods }: { periods: readonly PricePeriod[] }) {
  const { chart } = usePageText('account').history;
  return (
    <details className="text-small">
      <summary className={`mt-2 inline-block print:hidden ${linkClassName}`}>{chart.showTable}</summary>
      {use(RendersHidden) ? (
        <Table periods={periods} />
      ) : (
        <NoScriptLink href={wholeHistory}>{chart.showTable}</NoScriptLink>
      )}
    </details>
  );
}

function Table({ periods }: { periods: readonly PricePeriod[] }) {
  const { chart } = usePageText('account').history;
  const { pricing } = useText();
  const formatNumbers = useNumbersFormat();
  const { locale } = useDateFormatOptions();
  const showsNumbers =
    getCommonUsers(periods) === null || periods.some(({ entry }) => entry.quantity !== null);
  const headings = [chart.plan, chart.addOns, chart.total];
  return (
    <table className="mt-2 w-full max-w-[48rem] border-line border-b">
      <thead>
        <tr className="align-bottom text-soft">
          <th scope="col" className="py-1.5 text-start font-normal">
            {chart.from}
          </th>
          {headings.map((heading) => (
            <th key={heading} scope="col" className="py-1.5 ps-3 text-end font-normal">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="amount-rows *:border-line">
        {periods.toReversed().map((period) => {
          const { entry, start } = period;
          const { plan, addOns, total } = calculatePaidAmounts(period, entry.billing_period);
          const amounts = [plan, addOns, total].map((minor) =>
            minor === null ? '–' : formatMoney(locale, entry, minor),
          );
          return (
            <tr key={start}>
              <th scope="row">
                <DateText at={start} />
                <span className="block text-soft">
                  <bdi>{entry.title}</bdi>
                  {entry.account_billing_period !== entry.billing_period &&
                    ` · ${pricing.billedPeriod[entry.account_billing_period]}`}
                  {showsNumbers && ` · ${formatNumbers({ ...entry, price: entry })}`}
                </span>
              </th>
              {amounts.map((amount, index) => (
                <td key={headings[index]}>{amount}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
