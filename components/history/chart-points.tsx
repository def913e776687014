'use client';

import { type KeyboardEvent, useRef, useState } from 'react';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import type { HistoryEntry } from '@/lib/contract/history';
import { formatDate } from '@/lib/format/date-time';
import { formatMoney, isolate } from '@/lib/format/money';
import type { ChartSegment } from './price-chart-model';

/** Half of a target, and the margin for the first and the last point. */
export const targetRadius = 22;

/** Closer points have no outline. */
const minPointSpacing = 14;

interface ChartPointsProps {
  width: number;
  /** One for each entry. */
  segments: ChartSegment[];
  /** Where the line of a price that is not a number is. */
  noPriceY: number;
  rightToLeft: boolean;
  onSelect: (entry: HistoryEntry) => void;
}

/** One tab stop for all points. Arrow keys move between them. */
export function ChartPoints({ segments, width, noPriceY, rightToLeft, onSelect }: ChartPointsProps) {
  const text = useText();
  const formatPlanPrice = usePlanPriceFormat();
  const dateOptions = useDateFormatOptions();
  const [active, setActive] = useState(segments.length - 1);
  const group = useRef<SVGGElement>(null);
  const activeIndex = Math.min(active, segments.length - 1);
  const isDense = segments.length > width / minPointSpacing;

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
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the links in it
    <g ref={group} onKeyDown={onKeyDown}>
      {segments.map((segment, index) => {
        const { entry, paid, startX: x, totalY } = segment;
        const { locale } = dateOptions;
        const { billing_period: period } = entry;
        const price =
          paid.total === null
            ? formatPlanPrice(segment)
            : text.pricing.price.inPeriod(formatMoney(locale, entry, paid.total), period);
        const label = [entry.title, price, formatDate(entry.activated, dateOptions)].join(text.ui.comma);
        const pointY = totalY ?? noPriceY;
        return (
          <a
            key={entry.history_id}
            href={`#${entry.history_id}`}
            aria-label={label}
            tabIndex={index === activeIndex ? 0 : -1}
            onFocus={() => setActive(index)}
            onClick={(event) => {
              event.preventDefault();
              onSelect(entry);
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
              <circle
                cx={x}
                cy={pointY}
                r={isDense ? 2 : 4.5}
                strokeWidth={1.5}
                className={isDense ? 'fill-ink' : 'fill-paper stroke-ink'}
              />
            )}
          </a>
        );
      })}
    </g>
  );
}

/** Formats the price of the plan, such as one in words. */
export function usePlanPriceFormat(): (segment: ChartSegment) => string {
  const formatPrice = usePriceFormat();
  return ({ price, entry }) => formatPrice(price, entry, entry.account_billing_period, entry.billing_period);
}
