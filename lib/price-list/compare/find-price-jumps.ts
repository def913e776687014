import { toSnakeCase } from '@/lib/contract/field-names';
import type { Price } from '@/lib/db/catalog';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import type { ImportedCatalog } from '../build/written-catalog';
import type { Extension, PriceExtension } from '../parse/extension';
import type { Remark } from '../yaml/diagnostics';
import { createMoneyFormatter } from './format-fees';

/** 12.99 that becomes 129 is a typing error too. */
const minFactor = 9;

const units = {
  fee: 'feeUnit',
  userFee: 'userFeeUnit',
  annualFee: 'feeUnit',
  annualUserFee: 'userFeeUnit',
} as const;
type FeeName = keyof typeof units;
const fees = Object.keys(units) as FeeName[];

/** Prices that are about ten times as high or as low as before. */
export function findPriceJumps(
  stored: StoredCatalog,
  { app, versions, addOns, addOnPrices }: ImportedCatalog,
  extension: Extension,
): Remark[] {
  if (stored.app.currency !== app.currency || stored.app.billingPeriod !== app.billingPeriod) return [];
  const money = createMoneyFormatter(app, app);
  const describeJump = (
    section: 'plans' | 'addOns',
    key: string,
    [before, after]: [Price | undefined, Price | undefined],
  ): Remark[] => {
    const fee =
      before &&
      after &&
      fees.find((name) => before[units[name]] === after[units[name]] && isJump(before[name], after[name]));
    if (!fee) return [];
    const name = fee.startsWith('annual') ? 'annual price' : 'price';
    const message = `The ${name} is ${money(after[fee])}. It was ${money(before[fee])}.`;
    const set = findField(extension[section]?.[key] ?? {}, fee);
    return [{ source: set ? 'extension' : 'price-list', path: [section, key, set ?? 'price'], message }];
  };
  return [
    ...versions.flatMap((version) => {
      const before = stored.versions.find(({ catalogKey }) => catalogKey === version.catalogKey);
      return describeJump('plans', version.catalogKey, [before, version]);
    }),
    ...addOns.flatMap(({ catalogKey }) => {
      const row = stored.addOns.find((addOn) => addOn.catalogKey === catalogKey);
      const before = stored.addOnPrices.find(({ addOnId }) => addOnId === row?.id);
      return describeJump('addOns', catalogKey, [
        before,
        addOnPrices.find(({ addOn }) => addOn === catalogKey),
      ]);
    }),
  ];
}

/** The field that sets a fee. An annual one can follow from the other. It is undefined if the price list sets it. */
function findField(prices: PriceExtension, fee: FeeName): string | undefined {
  const fields = [toSnakeCase(fee), toSnakeCase(fee).replace('annual_', '')];
  return fields.find((name) => prices[name as keyof PriceExtension] !== undefined);
}

function isJump(before: number | null, after: number | null): boolean {
  if (!before || !after) return false;
  return Math.max(before / after, after / before) >= minFactor;
}
