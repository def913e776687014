import { calculatePaidAmounts, type PaidAmounts, type PricePeriod } from './price-periods';

/** A period with its prices, in pixels. */
export interface ChartSegment extends PricePeriod {
  paid: PaidAmounts;
  startX: number;
  endX: number;
  /** Height of the plan's price and of the total. Null for a period without a total. */
  planY: number | null;
  totalY: number | null;
  /** Whether it is the first period with the plan. */
  isFirst: boolean;
  /** Whether it is the longest period with the plan. */
  isLongest: boolean;
}

interface ChartSize {
  width: number;
  /** From the highest tick to the baseline. */
  height: number;
  /** Mirrors the time axis. */
  rightToLeft: boolean;
}

interface PriceChart {
  /** Oldest first. */
  segments: ChartSegment[];
  /** Gridlines, from the baseline. */
  ticks: { y: number; minor: number }[];
  /** The first of January of each labeled year. */
  years: { x: number; year: number }[];
  /** The price that is scheduled, from now on. Null without one. */
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
  const segments = periods.map((period, index) => {
    const amounts = paid[index] ?? { plan: null, addOns: null, total: null };
    const samePlan = periods.filter(({ entry }) => entry === period.entry);
    return {
      ...period,
      paid: amounts,
      startX: getX(period.start),
      endX: getX(period.end ?? now),
      planY: amounts.plan === null || amounts.total === null ? null : getY(amounts.plan),
      totalY: amounts.total === null ? null : getY(amounts.total),
      isFirst: samePlan[0] === period,
      isLongest: !samePlan.some((other) => getDuration(other) > getDuration(period)),
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
