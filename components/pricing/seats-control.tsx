'use client';

import { useId, useState } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { TextField } from '@/components/ui/text-field';
import { maxSeats } from '@/lib/client/page-urls';

interface SeatsControlProps {
  seats: number;
  /** Text of the query string that `seats` was read from. Null without one. */
  requested?: string | null;
  onChange: (seats: number) => void;
}

/** The number of users for price estimates: a slider for approximate values and a field for exact ones. */
export function SeatsControl({ seats, requested = null, onChange }: SeatsControlProps) {
  const { pricing } = useText();
  const fieldId = useId();
  // The text in the field while it is not a valid number of users. It stays until it is corrected.
  const [draft, setDraft] = useState(
    requested !== null && !isValidSeats(Number(requested)) ? requested : null,
  );
  return (
    <div className="screen-only flex w-full flex-wrap items-center gap-x-4 middle:w-96">
      <label htmlFor={fieldId}>{pricing.seats}</label>
      <div className="flex min-w-0 grow items-center gap-x-4">
        <input
          type="range"
          aria-label={pricing.seatsRange}
          aria-valuetext={pricing.seatsCount(seats)}
          min={0}
          max={seatStops.length - 1}
          value={getSeatStopIndex(seats)}
          onChange={({ target }) => {
            setDraft(null);
            onChange(seatStops[target.valueAsNumber] ?? 1);
          }}
          className="ruler w-16 min-w-0 grow middle:w-44"
        />
        <TextField
          id={fieldId}
          type="number"
          inputMode="numeric"
          min={1}
          max={maxSeats}
          step={1}
          aria-describedby={`${fieldId}-hint`}
          aria-invalid={draft !== null || undefined}
          value={draft ?? seats}
          onChange={({ target }) => {
            const valid = isValidSeats(target.valueAsNumber);
            setDraft(valid ? null : target.value);
            if (valid) onChange(target.valueAsNumber);
          }}
          className="figures w-20 text-center aria-invalid:border-lost"
        />
      </div>
      <p
        id={`${fieldId}-hint`}
        aria-live="polite"
        className={draft === null ? 'sr-only' : 'w-full pt-1 text-small'}
      >
        {draft === null ? pricing.seatsHint(maxSeats) : pricing.seatsInvalid(maxSeats, seats)}
      </p>
    </div>
  );
}

const isValidSeats = (seats: number) => Number.isInteger(seats) && seats >= 1 && seats <= maxSeats;

/** The values of the slider: small steps for small teams, larger ones for large teams. */
const seatStops = [
  ...Array.from({ length: 20 }, (_, index) => index + 1),
  ...[25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 125, 150, 175, 200, 250, 300, 350, 400, 450, 500],
  ...[600, 700, 800, 900, 1000, 1250, 1500, 1750, 2000, 2500, 3000, 3500, 4000, 4500, 5000],
  ...[6000, 7000, 8000, 9000, 10_000],
];

/** Index of the last stop that is not above `seats`. */
function getSeatStopIndex(seats: number): number {
  return Math.max(
    0,
    seatStops.findLastIndex((stop) => stop <= seats),
  );
}
