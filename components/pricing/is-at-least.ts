const quantity = /^([0-9]+(?:\.[0-9]+)?)\s*(.*?)s?$/;
const boundless = /^unlimited$/i;

/**
 * Whether one value of a feature is proven to be no less than another: the same words, or figures of one unit (one area,
 * two areas), or no limit.
 */
export function isAtLeast(upper: string | undefined, lower: string | undefined): boolean {
  if (upper === lower) return true;
  if (upper === undefined || lower === undefined) return false;
  if (boundless.test(upper)) return true;
  const [, high, highUnit] = quantity.exec(upper.replaceAll(',', '')) ?? [];
  const [, low, lowUnit] = quantity.exec(lower.replaceAll(',', '')) ?? [];
  return high !== undefined && low !== undefined && highUnit === lowUnit && Number(high) >= Number(low);
}
