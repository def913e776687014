import {
  type AmountFormatOptions,
  type Content,
  formatContent,
  formatNumber,
  hasSameUnit,
} from './localized-amount';

/** Both sides of a change. The unit is written once if both have it: `20`, `5 guides`. */
export function formatContentChange(
  from: Content,
  to: Content,
  options: AmountFormatOptions,
): [from: string | null, to: string | null] {
  const sharesUnit = from.amount !== null && to.amount !== null && from.unit !== '%' && hasSameUnit(from, to);
  return [
    sharesUnit && from.amount !== null
      ? formatNumber(options.locale, from.amount)
      : formatContent(from, options),
    formatContent(to, options),
  ];
}
