'use client';

import type { ReactNode } from 'react';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { getPriceMessages } from '@/components/pricing/price-messages';
import { classNames } from '@/components/ui/class-names';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { AppInfo, Price } from '@/lib/contract/versions';
import { formatMoney, formatMoneyChange, formatMoneyToParts, minorUnitsPerMajor } from '@/lib/format/money';
import { formatAnnualPrice, formatPrice } from '@/lib/format/price';
import {
  buildPriceRows,
  calculateTotals,
  type PriceCell,
  type PriceColumn,
  type SwitchPrices,
} from './switch-summary';
import { useSwitchingText } from './use-switching-text';

/** The plans of a switch with their prices, as in the list or in the preview. */
export interface PricedPlans {
  from: PricedPlan | null;
  to: PricedPlan;
  options: NonNullable<SwitchPrices['options']> | null;
  /** Period of the fees. */
  period: BillingPeriod;
}

type PricedPlan = Price & { id: string; title: string };

/** "€71 a month instead of €9, for 1 user (+€62)." Without totals, the two prices. */
export function usePriceSentence(plans: PricedPlans, { currency }: AppInfo, seats: number): string {
  const text = useText();
  const { priceSentence } = useSwitchingText();
  const { locale } = useDateFormatOptions();
  const formatTotals = useTotalSentence(currency, seats);
  const { from, to, period } = plans;
  const totals = calculateTotals(plans, seats);
  if (totals) return formatTotals({ ...totals, period });
  const format = (price: Price) => formatPrice(price, { locale, currency, period }, getPriceMessages(text));
  const [before, after] = [from && format(from), format(to)];
  return priceSentence({ after, before, difference: null, period: null, seats: null });
}

/** Totals in minor units, for the number of users. */
interface SentenceTotals {
  before: number | null;
  after: number;
  /** Whether a total depends on the number of users. */
  perUser: boolean;
  period: BillingPeriod;
}

/** Formats the total before and after a change as a sentence. */
export function useTotalSentence(currency: string, seats: number): (totals: SentenceTotals) => string {
  const { priceSentence } = useSwitchingText();
  const { locale } = useDateFormatOptions();
  return ({ before, after, perUser, period }) =>
    priceSentence({
      after: formatMoney(locale, currency, after),
      before: before === null ? null : formatMoney(locale, currency, before),
      difference:
        before === null || before === after ? null : formatMoneyChange(locale, currency, after - before),
      period,
      seats: perUser ? seats : null,
    });
}

interface SwitchPriceTableProps {
  plans: PricedPlans;
  app: AppInfo;
  seats: number;
}

/** The price table: current plan, target plan and difference, aligned on the decimal separator. */
export function SwitchPriceTable({ plans, app, seats }: SwitchPriceTableProps) {
  const switching = useSwitchingText();
  const { columns, from, to, difference } = buildPriceRows(plans, seats);
  const getHeading = useColumnHeading(plans.period, seats);
  const getAnnualPrice = useAnnualPrice(app, plans.period);
  const rows = [from, to, difference].filter((row) => row !== null);
  const rowProps = {
    columns,
    currency: app.currency,
    columnAmounts: columns.map((_, index) =>
      rows.map((cells) => cells[index]).filter((cell) => typeof cell === 'number'),
    ),
  };
  return (
    <table className="mt-6 w-full border-line border-b max-narrow:text-small">
      <caption className="sr-only">{switching.prices}</caption>
      <thead>
        <tr className="text-small text-soft">
          <td />
          {columns.map((column) => (
            <th
              key={getColumnKey(column)}
              scope="col"
              className={classNames(
                'pb-1 ps-3 narrow:ps-6 text-end align-bottom font-normal',
                getVisibility(column, columns),
              )}
            >
              {getHeading(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {from && plans.from && (
          <PriceTableRow
            {...rowProps}
            label={<PlanLabel title={plans.from.title} annual={getAnnualPrice(plans.from)} />}
            cells={from}
            muted
          />
        )}
        <PriceTableRow
          {...rowProps}
          label={<PlanLabel title={plans.to.title} annual={getAnnualPrice(plans.to)} />}
          cells={to}
        />
        {difference && (
          <PriceTableRow {...rowProps} label={switching.difference} cells={difference} isDifference />
        )}
      </tbody>
    </table>
  );
}

/** Columns that a phone has no space for. The sentence states the totals, and the add-ons are listed with their prices. */
const getVisibility = (column: PriceColumn, columns: PriceColumn[]) =>
  columns.length > 3 && !('unit' in column) && 'max-narrow:hidden';

const getColumnKey = (column: PriceColumn) =>
  'unit' in column ? `${column.kind} ${column.unit ?? ''}` : column.kind;

function useColumnHeading(period: BillingPeriod, seats: number): (column: PriceColumn) => string {
  const { pricing } = useText();
  const switching = useSwitchingText();
  const { base, perUnit } = switching.columns;
  return (column) => {
    if (!('unit' in column))
      return column.kind === 'total' ? pricing.forSeats(seats) : switching.columns.options;
    if (column.kind === 'base' && column.unit === null) return base[period];
    return perUnit(column.unit ?? pricing.price.user, period);
  };
}

function useAnnualPrice(app: AppInfo, period: BillingPeriod): (price: Price) => string | null {
  const text = useText();
  const { locale } = useDateFormatOptions();
  const options = { locale, currency: app.currency, period: app.billing_period };
  return (price) => (period === 'year' ? null : formatAnnualPrice(price, options, getPriceMessages(text)));
}

/** The title of a plan, and its price with annual billing. */
function PlanLabel({ title, annual }: { title: string; annual: string | null }) {
  return (
    <>
      <bdi>{title}</bdi>
      {annual && (
        <span className="figures block text-small text-soft max-narrow:w-0 max-narrow:min-w-full">
          {annual}
        </span>
      )}
    </>
  );
}

interface PriceTableRowProps extends Pick<PriceTableCellProps, 'currency' | 'isDifference'> {
  label: ReactNode;
  columns: PriceColumn[];
  cells: PriceCell[];
  /** All amounts of each column, for the alignment. */
  columnAmounts: number[][];
  muted?: boolean;
}

function PriceTableRow(props: PriceTableRowProps) {
  const { label, columns, cells, columnAmounts, currency, muted, isDifference } = props;
  return (
    <tr
      className={classNames(
        'border-line border-t align-baseline',
        muted && 'text-soft',
        isDifference && 'font-medium',
      )}
    >
      <th scope="row" className="min-w-20 py-2 text-start font-normal wrap-anywhere">
        {label}
      </th>
      {columns.map((column, index) => (
        <td
          key={getColumnKey(column)}
          className={classNames('py-2 ps-3 narrow:ps-6 text-end', getVisibility(column, columns))}
        >
          <PriceTableCell
            value={cells[index] ?? null}
            columnAmounts={columnAmounts[index] ?? []}
            currency={currency}
            isDifference={isDifference}
          />
        </td>
      ))}
    </tr>
  );
}

interface PriceTableCellProps {
  value: PriceCell;
  /** All amounts of the column. If one has decimals, a whole amount reserves space for them. */
  columnAmounts: number[];
  currency: string;
  /** Shows a plus or minus sign. */
  isDifference?: boolean | undefined;
}

function PriceTableCell({ value, ...props }: PriceTableCellProps) {
  const { pricing } = useText();
  const switching = useSwitchingText();
  if (value === null) return '–';
  if (value === 'free') return pricing.free;
  if (value === 'on_request') return pricing.onRequest;
  if (typeof value === 'object') return <bdi className="figures">{value.text}</bdi>;
  if (value === 0) return switching.zeroDifference;
  return <AlignedAmount minor={value} {...props} />;
}

interface AlignedAmountProps extends Omit<PriceTableCellProps, 'value'> {
  /** In minor units. */
  minor: number;
}

/**
 * Aligns `$8` with `$16.50` on the decimal separator, by an invisible `.50`. Where the currency follows the amount, the
 * zeros are written out instead (`8,00 €` and `16,50 €`), because a gap would separate amount and currency.
 */
function AlignedAmount({ minor, columnAmounts, currency, isDifference = false }: AlignedAmountProps) {
  const { locale } = useDateFormatOptions();
  const unitsPerMajor = minorUnitsPerMajor(currency);
  const withDecimals = columnAmounts.find((amount) => amount % unitsPerMajor !== 0);
  const needsPadding = withDecimals !== undefined && minor % unitsPerMajor === 0;
  const padWithZeros = needsPadding && formatMoneyToParts(locale, currency, minor).after !== '';
  const format = isDifference ? formatMoneyChange : formatMoney;
  return (
    <span className="figures whitespace-nowrap">
      {format(locale, currency, minor, padWithZeros)}
      {needsPadding && !padWithZeros && (
        <span aria-hidden="true" className="invisible">
          {formatMoneyToParts(locale, currency, withDecimals).fraction}
        </span>
      )}
    </span>
  );
}
