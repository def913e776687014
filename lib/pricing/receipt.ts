import type { BillingPeriod } from '@/lib/contract/fields';
import type { Price } from '@/lib/contract/versions';
import { findUserUnit, getBilledUsers, type PricePeriods, toShownPrice, type VersionPrice } from './price';
import { computeAmount, getItemFees, subtractAmounts } from './total';

/** What an account pays for in one state. */
export interface ReceiptState {
  plan: VersionPrice;
  addOns: ReceiptAddOn[];
  /** Period that is billed. */
  billed: BillingPeriod;
  /** The default is that of the receipt. */
  users?: number;
}

export interface ReceiptAddOn {
  id: string;
  title: string;
  /** How many there are, or null for one that is not sold by quantity. */
  quantity: number | null;
  /** The value is null for an add-on that the plan includes. */
  price: Price | null;
}

/** What is paid for a line, in minor units. */
export interface ReceiptAmount {
  amount: number;
  /** The part that does not depend on a number. */
  fixed: number;
  /** The part that does: `count` times `each`. It is null for a part that there is not. */
  counted: { count: number; each: number } | null;
}

/** An amount, a word, or a price in words. It is null if the state does not have the line. */
export type ReceiptCell = ReceiptAmount | 'free' | 'included' | { unpriced: Price } | null;

export type ReceiptLine = { cells: ReceiptCell[] } & (
  | { kind: 'plan' }
  /** The number of users. `unit` is the price list's word for a user, null for "user". */
  | { kind: 'users'; unit: string | null }
  | { kind: 'add_on'; id: string; title: string }
);

export interface Receipt {
  lines: ReceiptLine[];
  /** One for each state, in minor units. It is null if something can't be priced. */
  totals: (number | null)[];
  /** The last total minus the first, or null if either is unknown, and for a single state. */
  difference: number | null;
  /** Whether a total depends on the number of users. */
  perUser: boolean;
  /** What a user is called if all prices agree, or null for "user". */
  userUnit: string | null;
  /** The number of users that all amounts per user are for, or null if they are for two. */
  users: number | null;
}

interface ReceiptOptions extends Omit<PricePeriods, 'billed'> {
  /** Of states without a number of their own. */
  users: number;
}

/** The lines and totals of one state, or of the states before and after a change, per period that is shown. */
export function buildReceipt(
  states: ReceiptState[],
  { users: defaultUsers, ...options }: ReceiptOptions,
): Receipt {
  const priced = states.map(({ plan, addOns, billed, ...state }) => {
    const periods = { ...options, billed };
    const users = getBilledUsers(plan, state.users ?? defaultUsers);
    const items = [
      { price: plan },
      ...addOns.flatMap(({ price, quantity }) => (price ? { price, quantity } : [])),
    ];
    return {
      plan: toShownPrice(plan, periods),
      prices: items.map(({ price }) => toShownPrice(price, periods)),
      total: computeAmount(items, { ...periods, users }),
      planCell: toPlanCell(plan, periods),
      addOns,
      users,
      periods,
    };
  });
  const prices = priced.flatMap((state) => state.prices);
  const addOns = new Map(states.flatMap((state) => state.addOns.map(({ id, title }) => [id, title])));
  const plans = priced.map(({ plan }) => plan);
  const units = new Set(plans.filter(({ user_fee }) => user_fee).map((plan) => plan.user_fee_unit));
  const lines: ReceiptLine[] = [
    { kind: 'plan', cells: priced.map(({ planCell }) => planCell) },
    ...[...units].map((unit) => ({
      kind: 'users' as const,
      unit,
      cells: priced.map(({ plan, users }) =>
        plan.user_fee && plan.user_fee_unit === unit ? toAmount(0, plan.user_fee, users) : null,
      ),
    })),
    ...[...addOns].map(([id, title]) => ({
      kind: 'add_on' as const,
      id,
      title,
      cells: priced.map((state) =>
        toAddOnCell(
          state.addOns.find((addOn) => addOn.id === id),
          state,
        ),
      ),
    })),
  ];
  const totals = priced.map(({ total }) => total);
  const counts = new Set(
    priced.filter((state) => state.prices.some(({ user_fee }) => user_fee)).map(({ users }) => users),
  );
  return {
    lines: lines.filter(({ cells }) => cells.some((cell) => cell !== null)),
    totals,
    difference: states.length > 1 ? subtractAmounts(totals.at(-1), totals[0]) : null,
    perUser: prices.some(({ user_fee }) => user_fee),
    userUnit: findUserUnit(prices),
    users: counts.size > 1 ? null : ([...counts][0] ?? defaultUsers),
  };
}

const toAmount = (fixed: number, each: number, count: number): ReceiptAmount => ({
  amount: fixed + each * count,
  fixed,
  counted: each ? { count, each } : null,
});

function toPlanCell(plan: VersionPrice, periods: PricePeriods): ReceiptCell {
  const fees = getItemFees({ price: plan }, periods);
  if (!fees) return { unpriced: plan };
  const { units = null } = plan;
  if (fees.fee) return units === null ? toAmount(fees.fee, 0, 1) : toAmount(0, fees.fee / units, units);
  return fees.user_fee ? null : 'free';
}

function toAddOnCell(
  addOn: ReceiptAddOn | undefined,
  { users, periods }: { users: number; periods: PricePeriods },
): ReceiptCell {
  if (!addOn) return null;
  const { price, quantity } = addOn;
  if (!price) return 'included';
  const fees = getItemFees({ price, quantity: quantity && 1 }, periods);
  if (!fees) return { unpriced: price };
  if (!fees.fee && !fees.user_fee) return 'free';
  return quantity !== null && quantity > 1
    ? toAmount(0, fees.fee + fees.user_fee * users, quantity)
    : toAmount(fees.fee, fees.user_fee, users);
}
