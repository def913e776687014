'use client';

import { type ReactNode, type Ref, useId } from 'react';
import { TextField } from '@/components/ui/text-field';

const maxAheadMs = 2 * 365 * 24 * 60 * 60 * 1000;

/** A time as fields have it, in the user's time zone. */
export function formatFieldTime(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Unix seconds. It is null unless it is in the next two years, and later than `after`, in Unix seconds. */
export function parseFieldTime(text: string, after: number | null = null): number | null {
  const time = Date.parse(text);
  const isLater = time > Math.max(Date.now(), (after ?? 0) * 1000);
  return isLater && time <= Date.now() + maxAheadMs ? time / 1000 : null;
}

interface TimeFieldProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  value: string;
  isInvalid: boolean;
  onChange: (value: string) => void;
  /** The hint below the field. */
  children: ReactNode;
}

/** A time in the next two years. */
export function TimeField({ ref, label, value, isInvalid, onChange, children }: TimeFieldProps) {
  const hintId = useId();
  return (
    <>
      <TextField
        ref={ref}
        type="datetime-local"
        aria-label={label}
        aria-describedby={hintId}
        aria-invalid={isInvalid || undefined}
        value={value}
        min={formatFieldTime(Date.now())}
        max={formatFieldTime(Date.now() + maxAheadMs)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className="mt-1"
      />
      <p id={hintId} className="pt-1 text-small text-soft">
        {children}
      </p>
    </>
  );
}
