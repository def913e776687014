import { findPeriod } from './billing-unit';
import type { ImportReport } from './import-report';

/** The factors of a list's `billing`, by which the price of a month is multiplied. */
export interface BillingFactors {
  /** The value is null if the list has only other periods. */
  monthly: number | null;
  annual: number | null;
  /** Other periods: "quarterly". */
  others: { name: string; factor: number }[];
}

/** A list without `billing` is billed monthly. */
export function readBillingFactors(
  billing: ReadonlyMap<string, number>,
  report: ImportReport,
): BillingFactors {
  const factors: BillingFactors = { monthly: null, annual: null, others: [] };
  for (const [name, factor] of billing) {
    const path = ['billing', name];
    const period = findBillingPeriod(name);
    if (period === null) {
      report.change('price', path, 'described in more_info');
      factors.others.push({ name, factor });
    } else if (factors[period] !== null) {
      report.leaveOut('price', path, `the list has another factor for ${period} billing`);
    } else {
      report.keep('price', path);
      factors[period] = factor;
    }
  }
  if (billing.size === 0 || (factors.annual === null && factors.others.length === 0)) factors.monthly ??= 1;
  return factors;
}

/** `monthly` for "month", "billedMonthly" and so on; `annual` for "yearly", "annualBilling" and so on. */
function findBillingPeriod(name: string): 'monthly' | 'annual' | null {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\d]+/u)
    .filter(
      (word) => word !== '' && !/^(bill(ed|ing)?|paid|payment|pay|per|price|plan|subscription)$/i.test(word),
    );
  const text = words.join(' ').toLowerCase();
  const period = findPeriod(text);
  if (period === 'month' || /^(1|one) month$/.test(text)) return 'monthly';
  if (period === 'year' || /^(annualy|anual|anually|per annum|p a)$/.test(text)) return 'annual';
  return /^(12|twelve) months?$|^(1|one) year$/.test(text) ? 'annual' : null;
}
