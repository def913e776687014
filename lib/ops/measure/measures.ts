/** A figure of the pages, and the bar that UX.md sets it. */
export interface Measure {
  name: string;
  /** Where: a page, or how much of what. */
  of: string;
  figure: number;
  unit: '' | 'ms' | 'kB';
  /** Null where a figure is told for the record alone. */
  bar: { at: 'most' | 'least'; figure: number } | null;
}

export function isMet({ figure, bar }: Measure): boolean {
  if (bar === null) return true;
  return bar.at === 'most' ? figure <= bar.figure : figure >= bar.figure;
}

export function atMost(figure: number): Measure['bar'] {
  return { at: 'most', figure };
}

export function atLeast(figure: number): Measure['bar'] {
  return { at: 'least', figure };
}

/** The middle one, or of two the lower. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('There is no median of nothing.');
  return middle;
}
