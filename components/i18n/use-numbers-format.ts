'use client';

import type { Price } from '@/lib/contract/versions';
import { useText } from './text-provider';

interface AccountNumbers {
  users: number;
  /** How many units of the price. It is null if it is not sold per unit. */
  quantity: number | null;
  price: Pick<Price, 'user_fee' | 'fee_unit' | 'user_fee_unit'>;
}

/** Returns a function that formats the numbers that a price is for: "9 users", "3 sites", "9 users · 3 sites". */
export function useNumbersFormat(): (numbers: AccountNumbers) => string {
  const { amounts, pricing } = useText();
  const format = (n: number, unit: string | null) => pricing.seatsCount(n, unit && amounts.unit(unit, n));
  return ({ users, quantity, price }) =>
    [
      ...(quantity === null || price.user_fee ? [format(users, price.user_fee_unit)] : []),
      ...(quantity === null ? [] : [format(quantity, price.fee_unit)]),
    ].join(' · ');
}
