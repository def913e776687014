import type { HistoryEntry } from '@/lib/contract/history';
import { calculateTotal } from '@/lib/format/price';

/** A period on one plan, in pixels. `y` is null for a plan without a price. */
export interface ChartSegment {
  entry: HistoryEntry;
  start: number;
  end: number;
  y: number | null;
}

interface ChartSize {
  width: number;
  /** From the highest price to the baseline. */
  height: number;
  /** Mirrors the time axis. */
  rightToLeft: boolean;
}

interface PriceChart {
  /** Oldest first. */
  segments: ChartSegment[];
  /** The first of January of each labeled year. */
  years: { x: number; year: number }[];
}

const minYearSpacing = 56;

/** Maps a history, newest first, to a step chart of the price for one user. `now` is in Unix seconds. */
export function buildPriceChart(
  entries: readonly HistoryEntry[],
  now: number,
  { width, height, rightToLeft }: ChartSize,
): PriceChart {
  const oldestFirst = entries.toReversed();
  const first = oldestFirst[0]?.activated ?? now;
  const duration = Math.max(1, now - first);
  const getX = (seconds: number) => {
    const x = (width * (Math.min(seconds, now) - first)) / duration;
    return rightToLeft ? width - x : x;
  };
  const totals = oldestFirst.map((entry) => calculateTotal(entry, 1));
  const highest = Math.max(1, ...totals.map((total) => total ?? 0));
  const segments = oldestFirst.map((entry, index) => {
    const total = totals[index] ?? null;
    return {
      entry,
      start: getX(entry.activated),
      end: getX(entry.deactivated ?? now),
      y: total === null ? null : height - (height * total) / highest,
    };
  });
  return { segments, years: listYears(first, now, getX, width) };
}

/** Every year, or every second, fifth and so on, so that the labels do not touch. */
function listYears(first: number, now: number, getX: (seconds: number) => number, width: number) {
  const toYear = (seconds: number) => new Date(seconds * 1000).getUTCFullYear();
  const [firstYear, lastYear] = [toYear(first) + 1, toYear(now)];
  const maxCount = Math.max(1, Math.floor(width / minYearSpacing));
  const count = lastYear - firstYear + 1;
  const step = [1, 2, 5, 10, 20, 50].find((years) => count / years <= maxCount) ?? 100;
  return Array.from({ length: Math.max(0, count) }, (_, index) => firstYear + index)
    .filter((year) => (lastYear - year) % step === 0)
    .map((year) => ({ year, x: getX(Date.UTC(year, 0, 1) / 1000) }));
}
