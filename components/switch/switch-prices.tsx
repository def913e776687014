'use client';

import type { ReactNode } from 'react';
import { useText } from '@/components/text/text-provider';
import { classNames } from '@/components/ui/class-names';
import type { AppInfo } from '@/lib/contract/version-list';
import { DecimalAmount } from '../pricing/decimal-amount';
import type { Outlook } from './find-changes';
import { buildPriceRows, type PriceCell, type PriceColumn } from './price-columns';

interface SwitchPricesProps {
  outlook: Outlook;
  app: AppInfo;
  seats: number;
}

/** From, to and the difference, set as a tariff: amounts under one another, aligned on the decimal. */
export function SwitchPrices({ outlook, app, seats }: SwitchPricesProps) {
  const { switching } = useText();
  const { columns, from, to, difference } = buildPriceRows(outlook, seats);
  const headings = useColumnHeadings(app, seats);
  const rows = [from, to, difference].filter((row) => row !== null);
  const row = {
    columns,
    currency: app.currency,
    beside: columns.map((_, at) => rows.map((cells) => cells[at]).filter((cell) => typeof cell === 'number')),
  };
  return (
    <table className="mt-6 w-full border-line border-b max-narrow:text-small">
      <caption className="sr-only">{switching.prices}</caption>
      <thead>
        <tr className="text-small text-soft">
          <td />
          {columns.map((column) => (
            <th key={column} scope="col" className="pb-1 ps-3 narrow:ps-6 text-end align-bottom font-normal">
              {headings[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {from && <Row {...row} label={<bdi>{outlook.from?.title}</bdi>} cells={from} quiet />}
        <Row {...row} label={<bdi>{outlook.to.title}</bdi>} cells={to} />
        {difference && <Row {...row} label={switching.difference} cells={difference} change />}
      </tbody>
    </table>
  );
}

function useColumnHeadings(app: AppInfo, seats: number): Record<PriceColumn, string> {
  const { pricing, switching } = useText();
  return {
    base: switching.columns.base[app.billing_period],
    per_user: switching.columns.perUser[app.billing_period],
    total: pricing.forSeats(seats),
  };
}

interface RowProps {
  label: ReactNode;
  columns: PriceColumn[];
  cells: PriceCell[];
  /** What else stands in each column, to align by. */
  beside: number[][];
  currency: string;
  quiet?: boolean;
  change?: boolean;
}

function Row({ label, columns, cells, beside, currency, quiet, change }: RowProps) {
  return (
    <tr
      className={classNames(
        'border-line border-t align-baseline',
        quiet && 'text-soft',
        change && 'font-medium',
      )}
    >
      <th scope="row" className="min-w-20 py-2 text-start font-normal wrap-anywhere">
        {label}
      </th>
      {columns.map((column, at) => (
        <td key={column} className="py-2 ps-3 narrow:ps-6 text-end">
          <Cell value={cells[at] ?? null} beside={beside[at] ?? []} currency={currency} change={change} />
        </td>
      ))}
    </tr>
  );
}

interface CellProps {
  value: PriceCell;
  beside: number[];
  currency: string;
  change?: boolean | undefined;
}

function Cell({ value, beside, currency, change }: CellProps) {
  const { pricing, switching } = useText();
  if (value === null) return '–';
  if (value === 'free') return pricing.free;
  if (value === 'on_request') return pricing.onRequest;
  if (value === 0) return switching.sameAmount;
  return <DecimalAmount minor={value} beside={beside} currency={currency} change={change} />;
}
