'use client';

import { useId, useState } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { TextField } from '@/components/ui/text-field';
import { maxUsers } from '@/lib/contract/enums';
import { pluralNumber } from '@/lib/format/unit-forms';

interface SeatsControlProps {
  /** Name of the field, in a form. */
  name?: string;
  seats: number;
  /** The price list's word for a user. It is null for "user". */
  unit?: string | null;
  /** Text of the query string that `seats` was read from. It is null if there is none. */
  requested?: string | null;
  /** Smallest and largest number. The default is 1 and `maxUsers`. */
  min?: number;
  max?: number | null;
  disabled?: boolean;
  onChange: (seats: number) => void;
}

/** The number of users, or of units of a price: a slider for approximate values and a field for exact ones. */
export function SeatsControl({
  name,
  seats,
  unit = null,
  requested = null,
  min = 1,
  disabled = false,
  onChange,
  ...props
}: SeatsControlProps) {
  const max = props.max ?? maxUsers;
  const isValid = (number: number) => Number.isInteger(number) && number >= min && number <= max;
  const { amounts, pricing } = useText();
  const fieldId = useId();
  const label = unit ? amounts.unit(unit, pluralNumber) : pricing.seats;
  const noun = unit && amounts.unit(unit, seats);
  // The text in the field while it is not a valid number of users. It stays until it is corrected.
  const [draft, setDraft] = useState(requested !== null && !isValid(Number(requested)) ? requested : null);
  return (
    <div className="screen-only flex w-full flex-wrap items-center gap-x-4 middle:w-80">
      <label htmlFor={fieldId} className="first-letter:uppercase">
        {label}
      </label>
      <div className="flex min-w-0 grow items-center gap-x-4">
        <input
          type="range"
          disabled={disabled}
          aria-label={pricing.seatsRange(label)}
          aria-valuetext={pricing.seatsCount(seats, noun)}
          min={0}
          max={seatStops.length - 1}
          value={getSeatStopIndex(seats)}
          onChange={({ target }) => {
            setDraft(null);
            onChange(Math.min(Math.max(seatStops[target.valueAsNumber] ?? 1, min), max));
          }}
          className="ruler w-16 min-w-0 grow"
        />
        <TextField
          id={fieldId}
          name={name}
          type="number"
          disabled={disabled}
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          aria-describedby={`${fieldId}-hint`}
          aria-invalid={draft !== null || undefined}
          value={draft ?? seats}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ target }) => {
            const valid = isValid(target.valueAsNumber);
            setDraft(valid ? null : target.value);
            if (valid) onChange(target.valueAsNumber);
          }}
          className="figures w-24 text-center aria-invalid:border-lost"
        />
      </div>
      <p
        id={`${fieldId}-hint`}
        aria-live="polite"
        className={draft === null ? 'sr-only' : 'w-full pt-1 text-small'}
      >
        {draft === null ? pricing.seatsHint(min, max) : pricing.seatsInvalid(min, max, seats, noun)}
      </p>
    </div>
  );
}

/** The values of the slider: small steps for small teams, larger ones for large teams. */
const seatStops = [1];
const steps = [1, 20, 5, 50, 10, 100, 25, 200, 50, 500, 100, 1000, 250, 2000, 500, 5000, 1000, 10_000];
for (let index = 0; index < steps.length; index += 2) {
  const [step = 1, end = 0] = steps.slice(index);
  for (let stop = (seatStops.at(-1) ?? 0) + step; stop <= end; stop += step) seatStops.push(stop);
}

/** Index of the last stop that is not above `seats`. */
function getSeatStopIndex(seats: number): number {
  return Math.max(
    0,
    seatStops.findLastIndex((stop) => stop <= seats),
  );
}
