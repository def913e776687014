import type { Pays } from '@/lib/contract/fields';
import type { Total } from '@/lib/contract/switch';
import { convertAmount } from './price';

/** What is paid in a year, in minor units: 0 without a version. It is null if the price of something is not known. */
function computeYearlyAmount(total: Total | null): number | null {
  if (!total) return 0;
  const amount = convertAmount(total.amount, total.billing_period, 'year');
  return total.not_included.length > 0 || !Number.isSafeInteger(amount) ? null : amount;
}

/**
 * Whether an account pays more or less in a year after a change than before, with its users, quantity, billing period, add-ons,
 * terms and kept prices, which totals have. Both are in one currency. The direction of a switch follows from it.
 */
export function comparePay(before: Total | null, after: Total | null): Pays {
  const [was, is] = [computeYearlyAmount(before), computeYearlyAmount(after)];
  if (was === null || is === null) return 'unknown';
  if (was === is) return 'same';
  return is > was ? 'more' : 'less';
}
