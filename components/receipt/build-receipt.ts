import type { Price } from '@/lib/contract/versions';
import { findUserUnit } from '@/lib/format/price';

/** What an account pays for in one state. The prices are for the same period in all states of a receipt. */
export interface ReceiptState {
  plan: Price;
  addOns: ReceiptAddOn[];
  /** Default: that of the receipt. */
  users?: number;
}

export interface ReceiptAddOn {
  id: string;
  title: string;
  /** How many there are. Null for one that is not sold by quantity. */
  quantity: number | null;
  /** Null for an add-on that the plan includes. */
  price: Price | null;
}

/** What is paid for a line, in minor units. */
export interface ReceiptAmount {
  amount: number;
  /** The part that does not depend on a number. */
  fixed: number;
  /** The part that does: `count` times `each`. Null for a part that there is not. */
  counted: { count: number; each: number } | null;
}

/** An amount, a word, or a price in words. Null if the state does not have the line. */
export type ReceiptCell = ReceiptAmount | 'free' | 'included' | { unpriced: Price } | null;

export type ReceiptLine = { cells: ReceiptCell[] } & (
  | { kind: 'plan' }
  /** The number of users. `unit` is the price list's word for a user, null for "user". */
  | { kind: 'users'; unit: string | null }
  | { kind: 'add_on'; id: string; title: string }
);

export interface Receipt {
  lines: ReceiptLine[];
  /** One for each state, in minor units. Null if a price is on request, in words, or charged per something else than users. */
  totals: (number | null)[];
  /** The last total minus the first. Null if either is unknown, and for a single state. */
  difference: number | null;
  /** Whether a total depends on the number of users. */
  perUser: boolean;
  /** What a user is called if all prices agree. Null for "user". */
  userUnit: string | null;
  /** The number of users that all amounts per user are for. Null if they are for two. */
  users: number | null;
}

/** The lines and totals of one state, or of the states before and after a change. */
export function buildReceipt(states: ReceiptState[], users: number): Receipt {
  const plans = states.map(({ plan }) => plan);
  const prices = states.flatMap(({ plan, addOns }) => [plan, ...addOns.flatMap(({ price }) => price ?? [])]);
  const addOns = new Map(states.flatMap((state) => state.addOns.map(({ id, title }) => [id, title])));
  const units = new Set(plans.filter(({ user_fee }) => user_fee).map((plan) => plan.user_fee_unit));
  const lines: ReceiptLine[] = [
    { kind: 'plan', cells: plans.map(toPlanCell) },
    ...[...units].map((unit) => ({
      kind: 'users' as const,
      unit,
      cells: states.map(({ plan, users: count = users }) =>
        plan.user_fee && plan.user_fee_unit === unit ? toAmount(0, plan.user_fee, count) : null,
      ),
    })),
    ...[...addOns].map(([id, title]) => ({
      kind: 'add_on' as const,
      id,
      title,
      cells: states.map((state) =>
        toAddOnCell(
          state.addOns.find((addOn) => addOn.id === id),
          state.users ?? users,
        ),
      ),
    })),
  ];
  const totals = states.map((_, index) => addUp(lines.map(({ cells }) => cells[index] ?? null)));
  const [first, last] = [totals[0], totals.at(-1)];
  const counts = new Set(states.filter(isPerUser).map((state) => state.users ?? users));
  return {
    lines: lines.filter(({ cells }) => cells.some((cell) => cell !== null)),
    totals,
    difference: states.length > 1 && first != null && last != null ? last - first : null,
    perUser: prices.some(({ user_fee }) => user_fee),
    userUnit: findUserUnit(prices),
    users: counts.size > 1 ? null : ([...counts][0] ?? users),
  };
}

const isPerUser = ({ plan, addOns }: ReceiptState) =>
  [plan, ...addOns.map(({ price }) => price)].some((price) => price?.user_fee);

const toAmount = (fixed: number, each: number, count: number): ReceiptAmount => ({
  amount: fixed + each * count,
  fixed,
  counted: each ? { count, each } : null,
});

const isUnpriced = ({ fee, user_fee, fee_unit }: Price) =>
  (fee === null && user_fee === null) || (fee && fee_unit !== null);

function toPlanCell(plan: Price): ReceiptCell {
  if (isUnpriced(plan)) return { unpriced: plan };
  if (plan.fee) return toAmount(plan.fee, 0, 1);
  return plan.user_fee ? null : 'free';
}

function toAddOnCell(addOn: ReceiptAddOn | undefined, users: number): ReceiptCell {
  if (!addOn) return null;
  const { price, quantity } = addOn;
  if (!price) return 'included';
  // The fee is per one of it.
  if (isUnpriced(quantity === null ? price : { ...price, fee_unit: null })) return { unpriced: price };
  if (!price.fee && !price.user_fee) return 'free';
  const [fee, userFee] = [price.fee ?? 0, price.user_fee ?? 0];
  return quantity !== null && quantity > 1
    ? toAmount(0, fee + userFee * users, quantity)
    : toAmount(fee, userFee, users);
}

function addUp(cells: ReceiptCell[]): number | null {
  let total = 0;
  for (const cell of cells) {
    if (cell === null || typeof cell === 'string') continue;
    if ('unpriced' in cell) return null;
    total += cell.amount;
  }
  return total;
}
