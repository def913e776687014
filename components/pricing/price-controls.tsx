'use client';

import { useId } from 'react';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { classNames } from '@/components/ui/class-names';
import { QueryForm } from '@/components/ui/query-form';
import { priceSearchParams } from '@/lib/client/page-urls';
import { formatPercent } from '@/lib/format/plurals';
import { SeatsControl } from './seats-control';
import type { Billing } from './use-billing';

interface PriceControlsProps {
  seats: number;
  /** The price list's word for a user, null for "user". */
  unit?: string | null;
  /** Text of the query string that `seats` was read from. Null without one. */
  requestedSeats?: string | null;
  /** Absent if no price depends on the number of users. */
  onSeats?: ((seats: number) => void) | undefined;
  billing: Billing;
}

/** What prices depend on: the number of users and the billing period. */
export function PriceControls({
  seats,
  unit = null,
  requestedSeats = null,
  onSeats,
  billing,
}: PriceControlsProps) {
  if (!onSeats && !billing.hasChoice) return null;
  return (
    <QueryForm
      params={Object.keys(priceSearchParams)}
      className="screen-only flex w-full flex-wrap items-center justify-between gap-x-8 gap-y-2 middle:w-auto middle:justify-end"
    >
      {onSeats && (
        <SeatsControl name="seats" seats={seats} unit={unit} requested={requestedSeats} onChange={onSeats} />
      )}
      {billing.hasChoice && <PeriodControl name="period" billing={billing} />}
    </QueryForm>
  );
}

const periods = ['month', 'year'] as const;

/** Selects monthly or annual billing: two radio buttons that look like one control with two parts. */
export function PeriodControl({
  name,
  billing,
  disabled = false,
}: {
  /** Of the field, in a form. */
  name?: string;
  billing: Billing;
  disabled?: boolean;
}) {
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  const ownName = useId();
  const { period, maxSaving, setPeriod } = billing;
  return (
    <fieldset disabled={disabled} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <legend className="sr-only">{pricing.billing.legend}</legend>
      <div className="flex">
        {periods.map((option) => (
          <label
            key={option}
            className={classNames(
              'relative flex min-h-11 min-w-11 cursor-pointer items-center border border-edge px-4 transition-colors',
              'has-checked:border-ink has-checked:bg-ink has-checked:text-paper not-has-checked:hover:bg-sunk',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
              'has-disabled:cursor-not-allowed forced-colors:has-checked:bg-[Highlight]',
              // Otherwise the browser draws a background behind the text.
              'forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:text-[HighlightText]',
              option === 'month' ? 'rounded-s-control' : 'rounded-e-control -ms-px',
            )}
          >
            <input
              type="radio"
              name={name ?? ownName}
              value={option}
              checked={period === option}
              onChange={() => setPeriod(option)}
              className="absolute inset-0 cursor-[inherit] opacity-0"
            />
            {pricing.billing[option]}
          </label>
        ))}
      </div>
      {maxSaving !== null && (
        <span className="figures text-small text-soft">
          {pricing.billing.savesUpTo(formatPercent(locale, maxSaving))}
        </span>
      )}
    </fieldset>
  );
}
