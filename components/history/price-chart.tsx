'use client';

import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { getLanguage, languages } from '@/components/i18n/languages';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { getPriceMessages } from '@/components/pricing/price-messages';
import type { HistoryEntry } from '@/lib/contract/history';
import { formatDate } from '@/lib/format/date-time';
import { formatMoney, isolate } from '@/lib/format/money';
import { calculateTotal, formatPrice } from '@/lib/format/price';
import { buildPriceChart, type ChartSegment } from './price-chart-model';
import { useHistoryText } from './use-history-text';

const [top, lineHeight, bottom] = [36, 120, 32];
/** Half of a target, and the margin for the first and the last point. */
const targetRadius = 22;
/** Approximate width of a character of a label. */
const characterWidth = 7;

interface PriceChartProps {
  /** Newest first. */
  entries: readonly HistoryEntry[];
  /** Unix seconds. Null until mounted. */
  now: number | null;
  /** Moves the focus to an entry of the list, which is the text alternative of the chart. */
  onSelect: (index: number) => void;
}

/** A step chart of the price over time, with a point for each entry. Drawn after mount, when its width is known. */
export function PriceChart({ entries, now, onSelect }: PriceChartProps) {
  const history = useHistoryText();
  const { pricing } = useText();
  const captionId = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const perUser = entries.some(({ user_fee }) => user_fee);
  if (entries.length < 2) return null;
  return (
    <figure aria-labelledby={captionId} className="pb-8">
      <figcaption id={captionId} className="text-small text-soft">
        {history.priceOverTime}
        {perUser && ` · ${pricing.forSeats(1)}`}
      </figcaption>
      <div ref={box} className="h-[188px] break-inside-avoid print:h-auto">
        {width !== null && now !== null && (
          <Chart entries={entries} now={now} width={width} onSelect={onSelect} />
        )}
      </div>
    </figure>
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

function Chart({ entries, now, width, onSelect }: ChartProps) {
  const dateOptions = useDateFormatOptions();
  const rightToLeft = languages[getLanguage(dateOptions.locale)].dir === 'rtl';
  const plotWidth = Math.max(1, width - 2 * targetRadius);
  const { segments, years } = buildPriceChart(entries, now, {
    width: plotWidth,
    height: lineHeight,
    rightToLeft,
  });
  const formatYear = new Intl.DateTimeFormat(dateOptions.locale, { year: 'numeric', timeZone: 'UTC' });
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the caption of the figure is its title
    <svg viewBox={`0 0 ${width} ${top + lineHeight + bottom}`} className="block w-full overflow-visible">
      <g transform={`translate(${targetRadius} ${top})`}>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it has the focus, and the points repeat its texts */}
        <g aria-hidden="true">
          <path d={`M0 ${lineHeight + 0.5}H${plotWidth}`} className="stroke-line" />
          {years.map(({ year, x }) => (
            <text key={year} x={x} y={lineHeight + 22} textAnchor="middle" className="fill-soft text-small">
              {formatYear.format(Date.UTC(year, 0, 1))}
            </text>
          ))}
          <path d={drawSteps(segments)} fill="none" className="stroke-line" />
          {segments.map((segment) => (
            <PlanSegment key={segment.entry.history_id} segment={segment} />
          ))}
        </g>
        <Points segments={segments} rightToLeft={rightToLeft} onSelect={onSelect} />
      </g>
    </svg>
  );
}

/** The vertical lines between prices. */
function drawSteps(segments: ChartSegment[]): string {
  return segments
    .flatMap(({ start, y }, index) => {
      const before = segments[index - 1]?.y;
      return y === null || before == null ? [] : [`M${start} ${before}V${y}`];
    })
    .join('');
}

/** The line of one plan, with its title and price if they fit. */
function PlanSegment({ segment: { entry, start, end, y } }: { segment: ChartSegment }) {
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  const total = calculateTotal(entry, 1);
  const price =
    total === null
      ? pricing.onRequest
      : total === 0
        ? pricing.free
        : formatMoney(locale, entry.currency, total);
  const space = Math.abs(end - start);
  const lineY = y ?? lineHeight / 2;
  const fits = (text: string) => text.length * characterWidth < space - 12;
  return (
    <>
      <path
        d={`M${start} ${lineY}H${end}`}
        strokeWidth={2}
        strokeDasharray={y === null ? '2 4' : undefined}
        className={entry.deactivated === null ? 'stroke-yours' : 'stroke-ink'}
      />
      {fits(entry.title) && (
        <text
          x={(start + end) / 2}
          y={lineY - 10}
          textAnchor="middle"
          className="figures fill-ink text-small"
        >
          <tspan className="[unicode-bidi:isolate]">{entry.title}</tspan>
          {fits(`${entry.title} ${price}`) && ` ${price}`}
        </text>
      )}
    </>
  );
}

interface PointsProps {
  segments: ChartSegment[];
  rightToLeft: boolean;
  onSelect: (index: number) => void;
}

/** One tab stop for all points. Arrow keys move between them. */
function Points({ segments, rightToLeft, onSelect }: PointsProps) {
  const text = useText();
  const dateOptions = useDateFormatOptions();
  const [active, setActive] = useState(segments.length - 1);
  const group = useRef<SVGGElement>(null);
  const activeIndex = Math.min(active, segments.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const forward = rightToLeft ? 'ArrowLeft' : 'ArrowRight';
    const moves: Record<string, number> = {
      ArrowLeft: forward === 'ArrowLeft' ? 1 : -1,
      ArrowRight: forward === 'ArrowRight' ? 1 : -1,
      Home: -segments.length,
      End: segments.length,
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(activeIndex + move, 0), segments.length - 1);
    setActive(next);
    group.current?.querySelectorAll('a')[next]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the links in it
    <g ref={group} onKeyDown={onKeyDown}>
      {segments.map(({ entry, start, y }, index) => {
        const priceOptions = {
          locale: dateOptions.locale,
          currency: entry.currency,
          period: entry.billing_period,
        };
        const label = [
          entry.title,
          formatPrice(entry, priceOptions, getPriceMessages(text)),
          formatDate(entry.activated, dateOptions),
        ].join(text.ui.comma);
        const [x, pointY] = [start, y ?? lineHeight / 2];
        return (
          <a
            key={entry.history_id}
            href={`#${entry.history_id}`}
            aria-label={label}
            tabIndex={index === activeIndex ? 0 : -1}
            onFocus={() => setActive(index)}
            onClick={(event) => {
              event.preventDefault();
              onSelect(segments.length - 1 - index);
            }}
            className="group outline-none"
          >
            <title>{label.replace(entry.title, isolate)}</title>
            <circle cx={x} cy={pointY} r={targetRadius} className="fill-transparent" />
            <circle
              cx={x}
              cy={pointY}
              r={9}
              className="fill-transparent stroke-transparent stroke-2 group-focus-visible:stroke-ink"
            />
            {entry.deactivated === null ? (
              <rect x={x - 5} y={pointY - 5} width={10} height={10} className="fill-yours" />
            ) : (
              <circle cx={x} cy={pointY} r={4.5} strokeWidth={1.5} className="fill-paper stroke-ink" />
            )}
          </a>
        );
      })}
    </g>
  );
}
