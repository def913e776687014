'use client';

import { useId, useState } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { TextField } from '@/components/ui/text-field';
import { maxSeats } from '@/lib/client/page-urls';

/** The number of users for price estimates: a slider for approximate values and a field for exact ones. */
export function SeatsControl({ seats, onChange }: { seats: number; onChange: (seats: number) => void }) {
  const { pricing } = useText();
  const fieldId = useId();
  // The text in the field while it is not a valid number of users.
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <div className="screen-only flex w-full items-center gap-x-4 middle:w-auto">
      <label htmlFor={fieldId} className="shrink-0">
        {pricing.seats}
      </label>
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
        className="ruler w-24 min-w-0 grow middle:w-56"
      />
      <TextField
        id={fieldId}
        type="number"
        inputMode="numeric"
        min={1}
        max={maxSeats}
        step={1}
        aria-describedby={`${fieldId}-hint`}
        value={draft ?? seats}
        onChange={({ target }) => {
          const value = target.valueAsNumber;
          const valid = Number.isInteger(value) && value >= 1 && value <= maxSeats;
          setDraft(valid ? null : target.value);
          if (valid) onChange(value);
        }}
        onBlur={({ target }) => {
          if (target.valueAsNumber > maxSeats) onChange(maxSeats);
          setDraft(null);
        }}
        className="figures w-20 shrink-0 text-center"
      />
      <span id={`${fieldId}-hint`} className="sr-only">
        {pricing.seatsHint(maxSeats)}
      </span>
    </div>
  );
}

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
