export interface LogScale {
  /** Where a value stands. */
  at: (value: number) => number;
  /** A line at every power of ten. */
  ticks: { x: number; label: string }[];
}

/** A logarithmic scale over the values, from one power of ten to another. */
export function logScale(values: number[], { left, right }: { left: number; right: number }): LogScale {
  const positive = values.filter((value) => value > 0);
  const from = Math.floor(Math.log10(Math.min(...positive, 100)));
  const to = Math.max(Math.ceil(Math.log10(Math.max(...positive, 1))), from + 1);
  const place = (power: number) => Math.round(left + ((power - from) / (to - from)) * (right - left));
  return {
    at: (value) => place(Math.max(from, Math.log10(value))),
    ticks: Array.from({ length: to - from + 1 }, (_, index) => ({
      x: place(from + index),
      label: (10 ** (from + index)).toLocaleString('en-US'),
    })),
  };
}
