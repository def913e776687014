import { isAmountAsGood } from '@/lib/domain/catalog/amounts';
import { isNothing } from '@/lib/format/localized-amount';
import type { ImportReport } from './import-report';
import type { ImportedCatalog } from './written-catalog';

/** Names the amounts and texts of add-ons that give an account on their plans nothing more. */
export function warnIdleAmounts(
  { features, cells, addOnPrices, addOnEffects }: ImportedCatalog,
  report: ImportReport,
): void {
  for (const { addOn, feature, effect, byVersion, ...content } of addOnEffects) {
    const row = features.find(({ catalogKey }) => catalogKey === feature);
    const isText = content.amount === null && !content.unlimited;
    if (!row || effect === 'add' || byVersion !== null || (isText && content.value === null)) continue;
    const plans = addOnPrices.filter((price) => price.addOn === addOn).map(({ version }) => version);
    const isIdle = (plan: string) => {
      const cell = cells.find((each) => each.version === plan && each.feature === feature);
      if (cell === undefined) return false;
      return isText ? cell.value === content.value : isAmountAsGood(cell, content, row.betterAmount);
    };
    const limit = `"${row.limitKey ?? feature}"`;
    if (isNothing({ ...content, unit: row.unit }, row.betterAmount)) {
      report.warn(['addOns', addOn], `It has 0 of ${limit}, which adds nothing.`);
    } else if (plans.length > 0 && plans.every(isIdle)) {
      report.warn(['addOns', addOn], `Its plans have "${content.value}" of ${limit} already.`);
    }
  }
}
