// Amounts in the digits of Stripe, which differ from ISO 4217: https://docs.stripe.com/currencies#minor-units

const zeroDecimal = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
/** Their last digit is 0. */
const threeDecimal = 'BHD JOD KWD OMR TND'.split(' ');
/** Two decimals, which are 00: Stripe has kept these from the time when it had decimals for them. */
const withoutCents = ['ISK', 'UGX'];

interface Currency {
  currency: string;
  currency_digits: number;
}

function getStripeDigits(currency: string): number {
  if (zeroDecimal.includes(currency)) return 0;
  return threeDecimal.includes(currency) ? 3 : 2;
}

/** What amounts are multiples of. */
function getStep(currency: string): bigint {
  if (threeDecimal.includes(currency)) return 10n;
  return withoutCents.includes(currency) ? 100n : 1n;
}

/** An amount of App Versions as Stripe has it. It is null for one that Stripe can't charge exactly. */
export function toStripeAmount(
  amount: number,
  { currency, currency_digits: digits }: Currency,
): number | null {
  const scaled = BigInt(amount) * 10n ** BigInt(getStripeDigits(currency));
  const unit = 10n ** BigInt(digits);
  return scaled % (unit * getStep(currency)) === 0n ? Number(scaled / unit) : null;
}
