'use client';

import { Fragment, type ReactNode } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { useDateFormatOptions, useLazyText, useText } from '@/components/i18n/text-provider';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import { classNames } from '@/components/ui/class-names';
import { CountingAmount } from '@/components/ui/counting-amount';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { AppInfo } from '@/lib/contract/versions';
import { formatNumber } from '@/lib/format/localized-amount';
import {
  type Currency,
  formatMoney,
  formatMoneyChange,
  formatMoneyToParts,
  minorUnitsPerMajor,
} from '@/lib/format/money';
import { pluralNumber } from '@/lib/format/unit-forms';
import { convertAmount, getFeePeriod } from '@/lib/pricing/price';
import { buildReceipt, type ReceiptCell, type ReceiptLine, type ReceiptState } from '@/lib/pricing/receipt';
import styles from './receipt.module.css';

/** A state with the title of its plan. */
export interface TitledReceiptState extends ReceiptState {
  title: string;
}

interface ReceiptProps {
  /** One state, or those before and after a change. */
  states: TitledReceiptState[];
  /** Period that amounts are for. */
  period: BillingPeriod;
  app: Currency & Pick<AppInfo, 'billing_period'>;
  /** Of states without a number of their own. */
  users: number;
  /** The API gives one for each state. The default is those of the prices. */
  totals?: (number | null)[];
  /** The change from an earlier total, for a single state, or that of the API. */
  difference?: number | null;
  className?: string;
}

/** What makes up a price: plan, users and add-ons, with their total, before and after a change. */
export function Receipt({ states, period, app, users: defaultUsers, className, ...given }: ReceiptProps) {
  const { amounts: units, pricing } = useText();
  const text = useLazyText('receipt').receipt;
  const { lines, perUser, userUnit, users, ...receipt } = buildReceipt(states, {
    app: app.billing_period,
    shown: period,
    users: defaultUsers,
  });
  const { totals, difference: change } = { ...receipt, ...given };
  const perMonth =
    period === app.billing_period
      ? null
      : totals.map((total) => total && convertAmount(total, period, app.billing_period));
  const billedAnnually = perMonth !== null && states.every(isBilledAnnually);
  const last = states.length - 1;
  const amounts = states.map((_, index) => [
    ...lines.map(({ cells }) => getAmount(cells[index] ?? null)),
    totals[index],
    perMonth?.[index],
    index === last ? change : null,
  ]);
  const rowProps = {
    app,
    withDecimals: amounts.map((column) => findAmountWithDecimals(column, app)),
  };
  const hasTotal = totals.some((total) => total !== null);
  return (
    <table className={classNames('w-full', last > 0 && 'border-line border-b', className)}>
      <caption className="sr-only">{text.caption}</caption>
      {last > 0 && <Head states={states} />}
      <tbody className={classNames('amount-rows', last === 0 ? styles.single : styles.rows)}>
        {lines.map((line) => (
          <LineRow
            key={getLineKey(line)}
            {...rowProps}
            line={line}
            states={states}
            users={users}
            period={period}
          />
        ))}
        {hasTotal && (
          <AmountRow
            {...rowProps}
            className={styles.total}
            label={
              <>
                {billedAnnually ? text.billedPerYear : text.total[period]}
                {perUser && users !== null && (
                  <span>{pricing.forSeats(users, userUnit && units.unit(userUnit, users))}</span>
                )}
              </>
            }
            amounts={totals}
          />
        )}
        {hasTotal && perMonth && (
          <AmountRow {...rowProps} className="text-soft" label={text.perMonth} amounts={perMonth} />
        )}
        {change !== null && (
          <AmountRow
            {...rowProps}
            label={text.difference}
            amounts={states.map((_, index) => (index === last ? change : undefined))}
            isChange
          />
        )}
      </tbody>
    </table>
  );
}

/** Whether nothing is billed per month, as an add-on that is not sold for a year. */
const isBilledAnnually = ({ billed, plan, addOns }: TitledReceiptState) =>
  billed === 'year' &&
  [plan, ...addOns.flatMap(({ price }) => price ?? [])].every(
    (price) => getFeePeriod(price, billed, 'month') !== 'month',
  );

const getLineKey = (line: ReceiptLine) =>
  line.kind === 'add_on' ? line.id : `${line.kind} ${line.kind === 'users' ? line.unit : ''}`;

const getAmount = (cell: ReceiptCell) =>
  cell !== null && typeof cell === 'object' && 'amount' in cell ? cell.amount : null;

/** An amount that the others of a column are aligned with. It is undefined if all are whole. */
function findAmountWithDecimals(
  amounts: (number | null | undefined)[],
  currency: Currency,
): number | undefined {
  const unitsPerMajor = minorUnitsPerMajor(currency);
  return amounts.find((amount) => typeof amount === 'number' && amount % unitsPerMajor !== 0) ?? undefined;
}

/** "Now" and "After", with the plans and the periods that they are billed for if these differ. */
function Head({ states }: { states: TitledReceiptState[] }) {
  const { pricing } = useText();
  const { before, after } = useLazyText('receipt').receipt;
  const hasSameTitle = isSame(states, 'title');
  const hasSamePeriod = isSame(states, 'billed');
  return (
    <thead>
      <tr className="align-bottom">
        <td />
        {states.map(({ title, billed }, index) => (
          <th
            key={index === 0 ? 'before' : 'after'}
            scope="col"
            className="w-[30%] pb-2 ps-3 text-end font-normal wrap-anywhere text-small text-soft"
          >
            {index === 0 ? before : after}
            {!hasSameTitle && (
              <span className={classNames('block', index > 0 && 'font-medium text-ink')}>
                <CatalogText>{title}</CatalogText>
              </span>
            )}
            {!hasSamePeriod && <span className="block">{pricing.billedPeriod[billed]}</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const isSame = <K extends keyof TitledReceiptState>(states: TitledReceiptState[], field: K) =>
  states.every((state) => state[field] === states[0]?.[field]);

interface RowProps {
  app: ReceiptProps['app'];
  /** For each column, an amount with decimals if there is one. */
  withDecimals: (number | undefined)[];
}

interface AmountRowProps extends RowProps {
  className?: string;
  label: ReactNode;
  /** The value is null for an unknown amount, undefined for none. */
  amounts: (number | null | undefined)[];
  /** Shows a plus or minus sign. */
  isChange?: boolean;
}

function AmountRow({ label, amounts, className, isChange = false, app, withDecimals }: AmountRowProps) {
  const { noDifference } = useLazyText('receipt').receipt;
  return (
    <Row className={className} label={label}>
      {amounts.map((amount, index) => {
        if (amount === undefined) return null;
        if (amount === null) return '–';
        if (isChange && amount === 0) return noDifference;
        return (
          <AlignedAmount
            isTotal
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is a state, and states keep their order
            key={index}
            minor={amount}
            currency={app}
            withDecimals={withDecimals[index]}
            isChange={isChange}
          />
        );
      })}
    </Row>
  );
}

interface LabeledRowProps {
  className?: string | undefined;
  label: ReactNode;
  children: ReactNode[];
}

/** A row with one cell for each state. The states before the last are quiet. */
function Row({ label, className, children }: LabeledRowProps) {
  return (
    <tr className={className}>
      <th scope="row">{label}</th>
      {children.map((cell, index) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is a state, and states keep their order
          key={index}
          className={index < children.length - 1 ? 'font-normal text-soft' : undefined}
        >
          {cell}
        </td>
      ))}
    </tr>
  );
}

interface LineRowProps extends RowProps {
  line: ReceiptLine;
  states: TitledReceiptState[];
  /** The value is null if the states have two numbers. */
  users: number | null;
  period: BillingPeriod;
}

/** A plan, a number of users or an add-on. How an amount is computed follows the label, or the amounts if they differ in that. */
function LineRow({ line, states, users, period, app, withDecimals }: LineRowProps) {
  const { amounts, pricing } = useText();
  const receipt = useLazyText('receipt').receipt;
  const formatCalculation = useCalculation(app);
  const calculations = line.cells.map((cell) => formatCalculation(cell, true));
  const isCommon = new Set(calculations.filter((calculation) => calculation !== null)).size === 1;
  // "8 users × €12": the label has the number.
  const [calculation] = line.cells.flatMap((cell) => formatCalculation(cell, line.kind !== 'users') ?? []);
  const seats = line.kind === 'users' && line.unit ? amounts.unit(line.unit, pluralNumber) : pricing.seats;
  const labels = {
    plan: isSame(states, 'title') ? <CatalogText>{states[0]?.title}</CatalogText> : receipt.plan,
    users:
      line.kind === 'users' &&
      (users !== null ? pricing.seatsCount(users, line.unit && amounts.unit(line.unit, users)) : seats),
    add_on: line.kind === 'add_on' && <CatalogText>{line.title}</CatalogText>,
  };
  return (
    <Row
      label={
        <>
          {labels[line.kind]}
          {isCommon && (
            <>
              {' '}
              <bdi className={styles.calculation}>{calculation}</bdi>
            </>
          )}
        </>
      }
    >
      {line.cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is a state, and states keep their order
        <Fragment key={index}>
          <LineAmount
            cell={cell}
            billed={states[index]?.billed ?? period}
            period={period}
            app={app}
            withDecimals={withDecimals[index]}
          />
          {!isCommon && calculations[index] && (
            <span className="figures block whitespace-nowrap text-small text-soft">
              <bdi>{calculations[index]}</bdi>
            </span>
          )}
        </Fragment>
      ))}
    </Row>
  );
}

/** Formats how an amount is computed: "8 × €12". Returns null for one that does not depend on a number. */
function useCalculation(currency: Currency): (cell: ReceiptCell, withCount: boolean) => string | null {
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  return (cell, withCount) => {
    if (cell === null || typeof cell === 'string' || 'unpriced' in cell || !cell.counted) return null;
    const { fixed, counted } = cell;
    const each = `× ${formatMoney(locale, currency, counted.each)}`;
    const product = withCount ? `${formatNumber(locale, counted.count)} ${each}` : each;
    return fixed ? pricing.price.sum(formatMoney(locale, currency, fixed), product) : product;
  };
}

interface LineAmountProps {
  cell: ReceiptCell;
  billed: BillingPeriod;
  period: BillingPeriod;
  app: ReceiptProps['app'];
  withDecimals: number | undefined;
}

function LineAmount({ cell, billed, period, app, withDecimals }: LineAmountProps) {
  const receipt = useLazyText('receipt').receipt;
  const { pricing } = useText();
  const formatPrice = usePriceFormat();
  if (cell === null) return '–';
  if (cell === 'free') return pricing.free;
  if (cell === 'included') return receipt.included;
  if ('unpriced' in cell) {
    return <bdi className="figures">{formatPrice(cell.unpriced, app, billed, period)}</bdi>;
  }
  return <AlignedAmount minor={cell.amount} currency={app} withDecimals={withDecimals} />;
}

interface AlignedAmountProps {
  /** Minor units. */
  minor: number;
  currency: Currency;
  withDecimals: number | undefined;
  isChange?: boolean;
  /** Counts to a new amount. */
  isTotal?: boolean;
}

/**
 * Aligns `$8` with `$16.50` on the decimal separator, by an invisible `.50`. Where the currency follows the amount, the
 * zeros are written out instead (`8,00 €` and `16,50 €`), because a gap would separate amount and currency.
 */
function AlignedAmount(props: AlignedAmountProps) {
  const { minor, withDecimals, currency, isChange = false, isTotal = false } = props;
  const { locale } = useDateFormatOptions();
  const needsPadding = withDecimals !== undefined && minor % minorUnitsPerMajor(currency) === 0;
  const padWithZeros = needsPadding && formatMoneyToParts(locale, currency, minor).after !== '';
  const formatAmount = isChange ? formatMoneyChange : formatMoney;
  const format = (amount: number) => formatAmount(locale, currency, amount, padWithZeros);
  return (
    <>
      {isTotal ? <CountingAmount value={minor} format={format} /> : format(minor)}
      {needsPadding && !padWithZeros && (
        <span aria-hidden="true" className="invisible">
          {formatMoneyToParts(locale, currency, withDecimals).fraction}
        </span>
      )}
    </>
  );
}
