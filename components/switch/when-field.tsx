'use client';

import { useId, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useAppDateFormatOptions, useLazyText } from '@/components/i18n/text-provider';
import { AppDate } from '@/components/ui/date-text';
import { RadioFields } from '@/components/ui/form-fields';
import { TextField } from '@/components/ui/text-field';
import { type Effective, usePeriodEnd } from '@/lib/client/changes';
import type { BillingPeriod, SwitchDecision } from '@/lib/contract/fields';
import { formatIsoDate, getStartOfDay } from '@/lib/format/date-time';

const choices = ['now', 'period_end', 'date'] as const;

interface WhenInput {
  /** Without it, the switch takes effect at once. */
  enabled: boolean;
  /** The billing periods before and after the switch. */
  before: BillingPeriod | null;
  period: BillingPeriod | null;
  direction: SwitchDecision['direction'] | null;
  /** Of support, which corrects what is wrong. */
  byDefaultNow?: boolean | undefined;
  /** Whether it is only possible at the end of the billing period. */
  periodEndOnly?: boolean | undefined;
}

/**
 * When a switch takes effect. For owners by default at the end of the billing period if the account would have less or pay for a
 * shorter period, and now otherwise.
 */
export function useWhen({
  enabled,
  before,
  period,
  direction,
  byDefaultNow = false,
  periodEndOnly = false,
}: WhenInput) {
  const periodEnd = usePeriodEnd({ enabled: enabled || periodEndOnly });
  const { timeZone: appTimeZone } = useAppDateFormatOptions();
  const [chosen, setChosen] = useState<(typeof choices)[number] | null>(null);
  const [date, setDate] = useState('');
  const periodEndsAt = periodEnd ?? null;
  const isReduction =
    !byDefaultNow && (direction === 'downgrade' || (before === 'year' && period === 'month'));
  const byDefault = isReduction && periodEndsAt !== null ? 'period_end' : 'now';
  const choice = periodEndOnly ? 'period_end' : (chosen ?? byDefault);
  const laterAt = choice === 'period_end' ? periodEndsAt : parseDay(date, appTimeZone);
  const at = !enabled || choice === 'now' ? null : laterAt;
  const isUnknown = enabled && (periodEndOnly || chosen === null) && periodEnd === undefined;
  let effective: Effective | null = choice === 'date' ? at : choice;
  // A member asks for what an owner can approve.
  if (!enabled) effective = periodEndOnly ? 'period_end' : 'now';
  if (isUnknown) effective = null;
  return {
    isEnabled: enabled && !periodEndOnly,
    /** Whether it has to wait for the end of a billing period that is not known. */
    isUnavailable: periodEndOnly && periodEnd === null,
    choice,
    setChoice: setChosen,
    date,
    setDate,
    periodEndsAt,
    /** Unix seconds. It is null for now, and while no date is chosen. */
    at,
    /** The value is null while it is unknown. */
    effective,
  };
}

export type When = ReturnType<typeof useWhen>;

const dayMs = 24 * 60 * 60 * 1000;
const maxAheadMs = 730 * dayMs;

/**
 * The start of a day in the time zone of the app, or another time of it, in Unix seconds. It is null unless it is in the next two
 * years.
 */
export function parseDay(day: string, appTimeZone: string, getTime = getStartOfDay): number | null {
  const at = getTime(day, appTimeZone);
  const aheadMs = at * 1000 - Date.now();
  return aheadMs > 0 && aheadMs <= maxAheadMs ? at : null;
}

interface WhenFieldProps {
  when: When;
  disabled: boolean;
}

/** Lets the user choose when the switch takes effect. */
export function WhenField({ when, disabled }: WhenFieldProps) {
  const { when: text } = useLazyText('switching').switching;
  const hintId = useId();
  const { timeZone } = useAppDateFormatOptions();
  const formatDay = (time: number) => formatIsoDate(time / 1000, timeZone);
  const { choice, date, periodEndsAt, at } = when;
  const labels = {
    now: text.now,
    period_end:
      periodEndsAt !== null && interpolate(text.periodEnd, [<AppDate key="date" at={periodEndsAt} />]),
    date: text.date,
  };
  const options = choices.map((value) => ({ value, label: labels[value] })).filter(({ label }) => label);
  return (
    <RadioFields
      legend={text.legend}
      options={options}
      value={choice}
      onChange={when.setChoice}
      disabled={disabled}
      className="mt-4"
    >
      {choice === 'date' && (
        <>
          <TextField
            type="date"
            aria-label={text.dateLabel}
            aria-describedby={hintId}
            required
            value={date}
            min={formatDay(Date.now() + dayMs)}
            max={formatDay(Date.now() + maxAheadMs)}
            readOnly={disabled}
            onChange={({ currentTarget }) => when.setDate(currentTarget.value)}
            className="mt-1"
          />
          <p id={hintId} className="pt-1 text-small text-soft">
            {at === null && text.dateHint}
          </p>
        </>
      )}
    </RadioFields>
  );
}
