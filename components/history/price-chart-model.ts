import type { HistoryEntry } from '@/lib/contract/history';
import { calculatePaidAmounts, type PaidAmounts, type PricePeriod } from './price-periods';

/** A period with its prices, in pixels. */
export interface ChartSegment extends PricePeriod {
  paid: PaidAmounts;
  startX: number;
  endX: number;
  /** Height of the plan's price and of the total. It is null for a period without a total. */
  planY: number | null;
  totalY: number | null;
  /** Whether it is the first period with the plan. */
  isFirst: boolean;
  /** Whether it is the longest period with the plan. */
  isLongest: boolean;
}

interface ChartSize {
  width: number;
  /** Height from the highest tick to the baseline. */
  height: number;
  /** Mirrors the time axis. */
  rightToLeft: boolean;
}

interface PriceChart {
  /** The oldest comes first. */
  segments: ChartSegment[];
  /** Gridlines, from the baseline. */
  ticks: { y: number; minor: number }[];
  /** The first of January of each labeled year. */
  years: { x: number; year: number }[];
  /** The price that is scheduled, from now on. It is null if there is none. */
  planned: PlannedPrice | null;
}

interface PlannedPrice {
  nowX: number;
  /** When the price changes, and the end of the chart. */
  startX: number;
  endX: number;
  /** Heights of the totals before and after. */
  beforeY: number;
  afterY: number;
}

const minYearSpacing = 56;
const tickCount = 3;
/** Part of the time axis that a planned price has at least, before and after it starts. */
const minPlannedPart = 0.08;

/** Maps periods to a step chart of the price for one user. `now` is in Unix seconds. `planned` begins later. */
export function buildPriceChart(
  periods: readonly PricePeriod[],
  now: number,
  { width, height, rightToLeft }: ChartSize,
  planned: PricePeriod | null = null,
): PriceChart {
  const first = periods[0]?.start ?? now;
  const tail = planned ? Math.max(1, Math.round((planned.start - first) * minPlannedPart)) : 0;
  const end = planned ? planned.start + tail : now;
  const duration = Math.max(1, end - first);
  const getX = (seconds: number) => {
    const x = (width * (Math.min(seconds, end) - first)) / duration;
    return rightToLeft ? width - x : x;
  };
  const paid = periods.map((period) => calculatePaidAmounts(period, period.entry.billing_period));
  const plannedTotal = planned && calculatePaidAmounts(planned, planned.entry.billing_period).total;
  const values = listTicks(Math.max(0, plannedTotal ?? 0, ...paid.map(({ total }) => total ?? 0)));
  const highest = Math.max(1, values.at(-1) ?? 0);
  const getY = (minor: number) => height - (height * minor) / highest;
  const getDuration = ({ start, end }: PricePeriod) => (end ?? now) - start;
  const firstPeriods = new Map<HistoryEntry, PricePeriod>();
  const longestPeriods = new Map<HistoryEntry, PricePeriod>();
  for (const period of periods) {
    const longest = longestPeriods.get(period.entry);
    if (!longest) firstPeriods.set(period.entry, period);
    if (!longest || getDuration(period) > getDuration(longest)) longestPeriods.set(period.entry, period);
  }
  const segments = periods.map((period, index) => {
    const amounts = paid[index] ?? { plan: null, addOns: null, total: null };
    return {
      ...period,
      paid: amounts,
      startX: getX(period.start),
      endX: getX(period.end ?? now),
      planY: amounts.plan === null || amounts.total === null ? null : getY(amounts.plan),
      totalY: amounts.total === null ? null : getY(amounts.total),
      isFirst: firstPeriods.get(period.entry) === period,
      isLongest: longestPeriods.get(period.entry) === period,
    };
  });
  const beforeY = segments.at(-1)?.totalY ?? null;
  return {
    planned:
      planned && plannedTotal !== null && beforeY !== null
        ? {
            nowX: getX(now),
            startX: getX(planned.start),
            endX: getX(end),
            beforeY,
            afterY: getY(plannedTotal),
          }
        : null,
    segments,
    ticks: values.map((minor) => ({ minor, y: getY(minor) })),
    years: listYears(first, end, getX, width),
  };
}

/** Shorter lines have no label, except for the present one. */
const minLabeledLength = 20;
/** Above the line of a period, in pixels. */
const [labelBottom, labelTop] = [4, 24];

interface ChartLabel {
  segment: ChartSegment;
  x: number;
  y: number;
}

/**
 * The prices that fit beside each other and between the lines, the present one first, then those of long periods.
 * `getText` returns the label of a period.
 */
export function placeLabels(
  segments: readonly ChartSegment[],
  getText: (segment: ChartSegment) => string,
  { width, noPriceY, characterWidth }: { width: number; noPriceY: number; characterWidth: number },
): ChartLabel[] {
  const getLength = ({ startX, endX }: ChartSegment) => Math.abs(endX - startX);
  const isLabeled = (segment: ChartSegment) => segment.end === null || getLength(segment) >= minLabeledLength;
  const byLength = segments
    .filter(isLabeled)
    .sort((a, b) => Number(b.end === null) - Number(a.end === null) || getLength(b) - getLength(a));
  const placed: (ChartLabel & { left: number; right: number })[] = [];
  for (const segment of byLength) {
    const y = segment.totalY ?? noPriceY;
    const text = getText(segment);
    const half = (text.length * characterWidth) / 2 + 4;
    const x = Math.min(
      Math.max((segment.startX + segment.endX) / 2, half - characterWidth),
      width - half + characterWidth,
    );
    const [left, right] = [x - half, x + half];
    const isCrossed = segments.some((other, index) => {
      if (Math.max(other.startX, other.endX) <= left || Math.min(other.startX, other.endX) >= right)
        return false;
      const before = segments[index - 1]?.totalY ?? other.totalY;
      // The line of the price, and the step to it.
      const [lineY, stepY] = [other.totalY ?? y, before ?? y];
      const hasStep = other.startX > left && other.startX < right;
      const [highest, lowest] = hasStep ? [Math.min(lineY, stepY), Math.max(lineY, stepY)] : [lineY, lineY];
      return lowest > y - labelTop && highest < y - labelBottom;
    });
    const isTaken = placed.some(
      (other) => other.left < right && other.right > left && Math.abs(other.y - y) < labelTop - labelBottom,
    );
    if (!isCrossed && !isTaken) placed.push({ segment, x, y, left, right });
  }
  return placed;
}

/** Round values from zero to the first that is not below `highest`. */
function listTicks(highest: number): number[] {
  if (highest === 0) return [0];
  const least = highest / tickCount;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, ([1, 2, 5, 10].find((digit) => digit * power >= least) ?? 10) * power);
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
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
