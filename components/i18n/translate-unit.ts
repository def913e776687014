import { singularizeUnit, toCountedUnit } from '@/lib/format/amount';

/** A unit of the catalog after a number. Units are English, and often words of the provider, which stay as they are. */
export type UnitTranslation = (unit: string, n: number) => string;

/**
 * Translates a unit, also one that is a number of something: "500 contacts". `translate` gets a singular, and returns
 * undefined for a word that it does not know.
 */
export function createUnitTranslation(
  translate: (noun: string, n: number) => string | undefined,
): UnitTranslation {
  return (unit, n) => {
    const [, count, noun = unit] = /^(\d[\d,.]*) (.+)$/.exec(unit) ?? [];
    const translated = translate(singularizeUnit(noun).toLowerCase(), count === undefined ? n : 2);
    if (translated === undefined) return toCountedUnit(unit, n);
    return toCountedUnit(count === undefined ? translated : `${count} ${translated}`, 1);
  };
}
