import { type Currency, minorUnitsPerMajor } from '@/lib/format/money';

/** An amount in minor units. */
export interface RoundedAmount {
  minor: number;
  /** False if it was rounded. */
  exact: boolean;
}

/**
 * Converts an amount to an integer of the currency's minor unit: 12.5 USD to 1250. If the amount has more decimals than the
 * minor unit, `exact` is false and the result is rounded half up.
 */
export function toMinorUnits(amount: number, currency: Currency): RoundedAmount {
  return roundFraction(scale(amount, currency, []));
}

/** A factor, or a numerator and a denominator. */
export type Factor = number | [numerator: number, denominator: number];

interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** Multiplies an amount exactly, in minor units. Uses the decimal digits, because floating-point numbers are inexact. */
export function scale(amount: number, currency: Currency, factors: Factor[]): Fraction {
  return [amount, minorUnitsPerMajor(currency), ...factors].map(toFraction).reduce((product, factor) => ({
    numerator: product.numerator * factor.numerator,
    denominator: product.denominator * factor.denominator,
  }));
}

function toFraction(factor: Factor): Fraction {
  if (typeof factor !== 'number') {
    return { numerator: BigInt(factor[0]), denominator: BigInt(factor[1]) };
  }
  const [whole = '0', fraction = ''] = toDecimalString(factor).split('.');
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}

/** Rounds half up. */
export function roundFraction({ numerator, denominator }: Fraction): RoundedAmount {
  return {
    minor: Number((numerator * 2n + denominator) / (denominator * 2n)),
    exact: numerator % denominator === 0n,
  };
}

/** The shortest decimal representation, which is what the file contains. */
function toDecimalString(amount: number): string {
  const text = String(amount);
  if (!text.includes('e')) return text;
  return amount >= 1 ? BigInt(amount).toString() : amount.toFixed(20);
}
