/** A bound for a measured value. */
export interface Goal {
  type: 'min' | 'max';
  value: number;
}

/** Whether a value meets its goal, if it has one. */
export function meetsGoal({ value, goal }: { value: number; goal: Goal | null }): boolean {
  if (goal === null) return true;
  return goal.type === 'min' ? value >= goal.value : value <= goal.value;
}

/** The median, or NaN for an empty list. It is the mean of the two middle numbers if their count is even. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** The median of the numbers that are not null, or null if there are none. */
export function medianOfKnown(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? null : median(known);
}

/** The value that `share` of the numbers do not exceed, or 0 without numbers. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
