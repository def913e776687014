import { findCurrencyDigits } from '@/lib/contract/currency-digits';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import { type Conversion, scaleFees } from '@/lib/db/convert-amounts';

/**
 * The conversion of an app to the digits of ISO 4217, and the stored catalog after it. It is null if the app has these digits, or
 * another currency than the list. `declared` are the digits in which an operator says that amounts are stored.
 */
export function planConversion(
  stored: StoredCatalog,
  currency: string,
  declared: number | null,
): { conversion: Conversion; converted: StoredCatalog } | null {
  const to = findCurrencyDigits(currency);
  const assumed = stored.app.currencyDigits ?? getEngineDigits(currency);
  if (to === null || stored.app.currency !== currency || assumed === to) return null;
  const from = declared ?? assumed;
  // Digits are never removed: an amount could be lost.
  if (from > to) return null;
  const factor = 10 ** (to - from);
  return {
    conversion: { currency, from, to, factor },
    converted: {
      ...stored,
      app: { ...stored.app, currencyDigits: to },
      versions: stored.versions.map((version) => scaleFees(version, factor)),
      addOnPrices: stored.addOnPrices.map((price) => scaleFees(price, factor)),
    },
  };
}

/** The digits with which an earlier version has written amounts. */
const getEngineDigits = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

type Priced = { catalogKey: string; fee: number | null; userFee: number | null };

/** Why it is not known how amounts are to be converted, or why they are not. `listed` has those after the conversion. */
export function describeDigitsProblem(
  { app, versions }: StoredCatalog,
  listed: Priced[],
  { conversion, currencyDigits: declared }: { conversion: Conversion | null; currencyDigits: number | null },
): string | null {
  const stored = app.currencyDigits;
  if (declared !== null && declared !== conversion?.from) {
    // The same command again, after the conversion.
    if (conversion === null && declared < (stored ?? 0)) return null;
    return `The digits ${declared} can't be those of the amounts in ${app.currency}.`;
  }
  if (!conversion || declared !== null || !contradicts(versions, listed, conversion)) return null;
  const { currency, from, to } = conversion;
  return (
    `Amounts of the app in ${currency} are known to have ${from} digits, but with ${to} they are the prices of the list. ` +
    `Say which, with --currency-digits ${from} or --currency-digits ${to}.`
  );
}

/** Whether no plan costs what the list says after the conversion, and one does without it. */
function contradicts(stored: Priced[], listed: Priced[], { factor }: Conversion): boolean {
  const fees = new Map(listed.map(({ catalogKey, ...fee }) => [catalogKey, fee]));
  const agree = (by: number) =>
    stored.some(({ catalogKey, ...version }) =>
      (['fee', 'userFee'] as const).some(
        (name) => version[name] && version[name] * by === fees.get(catalogKey)?.[name],
      ),
    );
  return !agree(factor) && agree(1);
}
