'use client';

import { useId, useState } from 'react';
import { useText } from '@/components/text/text-provider';
import { TextField } from '@/components/ui/text-field';
import { maxSeats } from '@/lib/client/page-state';
import { seatStops, stopFor } from './seat-stops';

/** How many users to reckon with: a slider to feel one's way, a field to say it exactly. */
export function SeatsControl({ seats, onChange }: { seats: number; onChange: (seats: number) => void }) {
  const { pricing } = useText();
  const fieldId = useId();
  // What is being typed, while it is no number of users yet.
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
        value={stopFor(seats)}
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
          const wanted = target.valueAsNumber;
          const valid = Number.isInteger(wanted) && wanted >= 1 && wanted <= maxSeats;
          setDraft(valid ? null : target.value);
          if (valid) onChange(wanted);
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
