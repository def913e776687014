'use client';

import { type ReactNode, type RefObject, use, useEffect, useId, useRef, useState } from 'react';
import { getLanguage, languages } from '@/components/i18n/languages';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { useNumbersFormat } from '@/components/i18n/use-numbers-format';
import { classNames } from '@/components/ui/class-names';
import { DateText } from '@/components/ui/date-text';
import { linkClassName, NoScriptLink } from '@/components/ui/text-link';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { HistoryEntry } from '@/lib/contract/history';
import { formatMoney } from '@/lib/format/money';
import { findUserUnit } from '@/lib/pricing/price';
import { ChartPoints, targetRadius, usePlanPriceFormat } from './chart-points';
import { RendersHidden, wholeHistory } from './feature-changes';
import { buildPriceChart, type ChartSegment, placeLabels } from './price-chart-model';
import { calculatePaidAmounts, getCommonUsers, type PricePeriod } from './price-periods';

const [top, lineHeight, bottom] = [36, 120, 32];
/** Approximate width of a character of a label. */
const characterWidth = 7;

interface PriceChartProps {
  /** The oldest comes first. */
  periods: readonly PricePeriod[];
  /** The change that is scheduled. It is null if there is none. */
  scheduled: AccountChangeBody | null;
  /** Unix seconds. It is null until mounted. */
  now: number | null;
  /** Moves the focus to the entry of a plan in the list. */
  onSelect: (entry: HistoryEntry) => void;
}

/**
 * A step chart of what the account paid by list, add-ons above the plan, with a point for each entry, and the same as a table.
 * Drawn after mount, when its width is known.
 */
export function PriceChart({ periods, scheduled, now, onSelect }: PriceChartProps) {
  const { amounts, pricing } = useText();
  const { chart } = usePageText('account').history;
  const captionId = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const prices = periods.flatMap(({ price, addOns }) => [price, ...addOns]);
  const perUser = prices.some(({ user_fee }) => user_fee);
  const unit = findUserUnit(prices);
  const users = getCommonUsers(periods);
  const [first] = periods;
  if (!first || periods.length < 2) return null;
  return (
    <figure aria-labelledby={captionId} className="pb-8">
      <figcaption className="flex flex-wrap gap-x-6 text-small text-soft">
        <span id={captionId}>
          {chart.title[first.entry.billing_period]}
          {perUser && users && ` · ${pricing.forSeats(users, unit && amounts.unit(unit, users))}`}
        </span>
        {periods.some(({ addOns }) => addOns.length > 0) && (
          <span aria-hidden="true" className="flex gap-x-4">
            <LegendItem className="bg-sunk">{chart.plan}</LegendItem>
            <LegendItem className="bg-line forced-colors:opacity-40">{chart.addOns}</LegendItem>
          </span>
        )}
      </figcaption>
      <div ref={box} className="h-[188px] break-inside-avoid print:h-auto">
        {width !== null && now !== null && (
          <Chart periods={periods} scheduled={scheduled} now={now} width={width} onSelect={onSelect} />
        )}
      </div>
      <PriceTable periods={periods} />
    </figure>
  );
}

function LegendItem({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-x-1.5">
      <span
        className={classNames(
          'size-2.5 border border-edge [print-color-adjust:exact] forced-color-adjust-none',
          className,
        )}
      />
      {children}
    </span>
  );
}

function useWidth(box: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([change]) => setWidth(change?.contentRect.width ?? null));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

interface ChartProps extends Omit<PriceChartProps, 'now'> {
  now: number;
  width: number;
}

function Chart({ periods, scheduled, now, width, onSelect }: ChartProps) {
  const dateOptions = useDateFormatOptions();
  const { locale } = dateOptions;
  const currency = periods[0]?.entry;
  const rightToLeft = languages[getLanguage(locale)].dir === 'rtl';
  const size = { height: lineHeight, rightToLeft };
  const plannedPeriod = scheduled && toPlannedPeriod(scheduled, periods.at(-1), now);
  // The ticks do not depend on the width.
  const labels = buildPriceChart(periods, now, { ...size, width }, plannedPeriod).ticks.map(({ minor }) =>
    currency ? formatMoney(locale, currency, minor) : '',
  );
  const axisWidth = Math.max(...labels.map((label) => label.length)) * characterWidth + 8;
  const plotWidth = Math.max(1, width - axisWidth - 2 * targetRadius);
  const chart = buildPriceChart(periods, now, { ...size, width: plotWidth }, plannedPeriod);
  const { segments, ticks, years, planned } = chart;
  const formatYear = new Intl.DateTimeFormat(locale, { year: 'numeric', timeZone: 'UTC' });
  const [lineStart, lineEnd] = rightToLeft ? [0, plotWidth + targetRadius] : [-targetRadius, plotWidth];
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the caption of the figure names it, and a title would be a tooltip
    <svg viewBox={`0 0 ${width} ${top + lineHeight + bottom}`} className="block w-full overflow-visible">
      <g transform={`translate(${targetRadius + (rightToLeft ? 0 : axisWidth)} ${top})`}>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can be focused, and the links of the points have its texts */}
        <g aria-hidden="true">
          {segments.map((segment) => (
            <SegmentArea key={segment.start} segment={segment} />
          ))}
          {ticks.map(({ minor, y }, index) => (
            <g key={minor}>
              <path d={`M${lineStart} ${y + 0.5}H${lineEnd}`} className="stroke-line" />
              <text
                x={rightToLeft ? plotWidth + targetRadius + axisWidth : -targetRadius - axisWidth}
                y={y + 4}
                className="figures fill-soft text-small"
              >
                {labels[index]}
              </text>
            </g>
          ))}
          {years.map(({ year, x }) => (
            <text key={year} x={x} y={lineHeight + 22} textAnchor="middle" className="fill-soft text-small">
              {formatYear.format(Date.UTC(year, 0, 1))}
            </text>
          ))}
          <path d={drawSteps(segments)} fill="none" className="stroke-edge" />
          {segments.map((segment) => (
            <SegmentLine key={segment.start} segment={segment} />
          ))}
          <PriceLabels segments={segments} width={plotWidth} />
          {planned && (
            <path
              d={`M${planned.nowX} ${planned.beforeY}H${planned.startX}V${planned.afterY}H${planned.endX}`}
              fill="none"
              strokeWidth={2}
              strokeDasharray="4 4"
              className="stroke-yours"
            />
          )}
        </g>
        <ChartPoints
          segments={segments.filter(({ isFirst }) => isFirst)}
          width={plotWidth}
          noPriceY={lineHeight / 2}
          rightToLeft={rightToLeft}
          onSelect={onSelect}
        />
      </g>
    </svg>
  );
}

/** The price from a scheduled change on. Null if it is not known: add-ons can end with the change. */
function toPlannedPeriod(
  { effective_at: start, version, billing_period }: AccountChangeBody,
  last: PricePeriod | undefined,
  now: number,
): PricePeriod | null {
  if (start === null || start <= now || !last || last.addOns.length > 0) return null;
  const entry = { ...last.entry, title: version.title, account_billing_period: billing_period };
  return { entry, price: version, addOns: [], start, end: null };
}

/** The vertical lines between prices. */
function drawSteps(segments: ChartSegment[]): string {
  return segments
    .flatMap(({ startX, totalY }, index) => {
      const before = segments[index - 1]?.totalY;
      return totalY === null || before == null ? [] : [`M${startX} ${before}V${totalY}`];
    })
    .join('');
}

/** The price of the plan, and above it that of the add-ons. */
function SegmentArea({ segment: { startX, endX, planY, totalY } }: { segment: ChartSegment }) {
  if (planY === null || totalY === null) return null;
  const column = { x: Math.min(startX, endX), width: Math.abs(endX - startX) };
  return (
    <>
      <rect {...column} y={planY} height={lineHeight - planY} className="fill-sunk" />
      {totalY < planY && (
        <>
          <rect
            {...column}
            y={totalY}
            height={planY - totalY}
            className="fill-line forced-colors:opacity-40"
          />
          <path d={`M${startX} ${planY}H${endX}`} className="stroke-edge" />
        </>
      )}
    </>
  );
}

/** The line of the total. */
function SegmentLine({ segment: { startX, endX, totalY, end } }: { segment: ChartSegment }) {
  return (
    <path
      d={`M${startX} ${totalY ?? lineHeight / 2}H${endX}`}
      strokeWidth={2}
      strokeDasharray={totalY === null ? '2 4' : undefined}
      className={end === null ? 'stroke-yours' : 'stroke-ink'}
    />
  );
}

/** Prices above their lines where they fit, with the title of the plan where the line is as long. */
function PriceLabels({ segments, width }: { segments: ChartSegment[]; width: number }) {
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  const formatPlanPrice = usePlanPriceFormat();
  const getPrice = (segment: ChartSegment) => {
    const { plan, total } = segment.paid;
    if (plan === null) return formatPlanPrice(segment);
    if (total === null) return '–';
    return total === 0 ? pricing.free : formatMoney(locale, segment.entry, total);
  };
  const showsTitle = (segment: ChartSegment) =>
    segment.isLongest &&
    `${segment.entry.title} ${getPrice(segment)}`.length * characterWidth <
      Math.abs(segment.endX - segment.startX) - 12;
  const getText = (segment: ChartSegment) =>
    showsTitle(segment) ? `${segment.entry.title} ${getPrice(segment)}` : getPrice(segment);
  const size = { width, noPriceY: lineHeight / 2, characterWidth };
  return placeLabels(segments, getText, size).map(({ segment, x, y }) => (
    <text key={segment.start} x={x} y={y - 10} textAnchor="middle" className="figures fill-ink text-small">
      {showsTitle(segment) && <tspan className="[unicode-bidi:isolate]">{segment.entry.title}</tspan>}
      {` ${getPrice(segment)}`}
    </text>
  ));
}

/** What the account paid by list, newest first: the content of the chart. `periods` are oldest first. */
function PriceTable({ periods }: { periods: readonly PricePeriod[] }) {
  const { chart } = usePageText('account').history;
  return (
    <details className="text-small">
      <summary className={`mt-2 inline-block print:hidden ${linkClassName}`}>{chart.showTable}</summary>
      {use(RendersHidden) ? (
        <Table periods={periods} />
      ) : (
        <NoScriptLink href={wholeHistory}>{chart.showTable}</NoScriptLink>
      )}
    </details>
  );
}

function Table({ periods }: { periods: readonly PricePeriod[] }) {
  const { chart } = usePageText('account').history;
  const { pricing } = useText();
  const formatNumbers = useNumbersFormat();
  const { locale } = useDateFormatOptions();
  const showsNumbers =
    getCommonUsers(periods) === null || periods.some(({ entry }) => entry.quantity !== null);
  const headings = [chart.plan, chart.addOns, chart.total];
  return (
    <table className="mt-2 w-full max-w-[48rem] border-line border-b">
      <thead>
        <tr className="align-bottom text-soft">
          <th scope="col" className="py-1.5 text-start font-normal">
            {chart.from}
          </th>
          {headings.map((heading) => (
            <th key={heading} scope="col" className="py-1.5 ps-3 text-end font-normal">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="amount-rows *:border-line">
        {periods.toReversed().map((period) => {
          const { entry, start } = period;
          const { plan, addOns, total } = calculatePaidAmounts(period, entry.billing_period);
          const amounts = [plan, addOns, total].map((minor) =>
            minor === null ? '–' : formatMoney(locale, entry, minor),
          );
          return (
            <tr key={start}>
              <th scope="row">
                <DateText at={start} />
                <span className="block text-soft">
                  <bdi>{entry.title}</bdi>
                  {entry.account_billing_period !== entry.billing_period &&
                    ` · ${pricing.billedPeriod[entry.account_billing_period]}`}
                  {showsNumbers && ` · ${formatNumbers({ ...entry, price: entry })}`}
                </span>
              </th>
              {amounts.map((amount, index) => (
                <td key={headings[index]}>{amount}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
