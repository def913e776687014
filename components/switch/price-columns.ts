import { type Fees, totalFor } from '@/lib/format/price';
import type { Outlook } from './find-changes';

export type PriceColumn = 'base' | 'per_user' | 'total';

/** Null where there's nothing to say in this column; `on_request` where the plan has no price at all. */
export type PriceCell = number | 'free' | 'on_request' | null;

export interface PriceRows {
  columns: PriceColumn[];
  from: PriceCell[] | null;
  to: PriceCell[];
  /** Null where either side has no price. */
  difference: PriceCell[] | null;
}

/** The prices of a switch as a table: only the columns that one of the two has, and a sum where users make one. */
export function buildPriceRows({ from, to }: Pick<Outlook, 'from' | 'to'>, seats: number): PriceRows {
  const plans = from ? [from, to] : [to];
  const has = (field: keyof Fees) => plans.some((plan) => (plan[field] ?? 0) > 0);
  const columns: PriceColumn[] = [];
  if (has('fee') || !has('user_fee')) columns.push('base');
  if (has('user_fee')) columns.push('per_user');
  if (has('user_fee') && seats > 1) columns.push('total');
  return {
    columns,
    from: from && columns.map((column, at) => cell(from, column, seats, at === 0)),
    to: columns.map((column, at) => cell(to, column, seats, at === 0)),
    difference:
      from && priced(from) && priced(to)
        ? columns.map((column) => amount(to, column, seats) - amount(from, column, seats))
        : null,
  };
}

const priced = ({ fee, user_fee }: Fees) => fee !== null || user_fee !== null;

function amount(fees: Fees, column: PriceColumn, seats: number): number {
  if (column === 'total') return totalFor(fees, seats) ?? 0;
  return (column === 'base' ? fees.fee : fees.user_fee) ?? 0;
}

/** A plan that costs nothing, or can't be had for a price, says so once, in the first column. */
function cell(fees: Fees, column: PriceColumn, seats: number, first: boolean): PriceCell {
  if (!priced(fees)) return first ? 'on_request' : null;
  if (!fees.fee && !fees.user_fee) return first ? 'free' : null;
  return amount(fees, column, seats) || null;
}
