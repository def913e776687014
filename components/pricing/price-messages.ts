import type { BrowserText } from '@/components/i18n/en';
import type { Price } from '@/lib/contract/versions';
import type { PriceMessages } from '@/lib/format/price';

/** The fields of a price. The contract has them as schemas, which the browser does not load. */
export const priceFieldNames = [
  'fee',
  'user_fee',
  'fee_unit',
  'user_fee_unit',
  'annual_fee',
  'annual_user_fee',
  'price_text',
] as const satisfies (keyof Price)[];

/** The messages that `formatPrice` needs. */
export function getPriceMessages({ pricing }: BrowserText): PriceMessages {
  return { free: pricing.free, onRequest: pricing.onRequest, ...pricing.price };
}
