import type { Price } from '@/lib/contract/versions';

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
