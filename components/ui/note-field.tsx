'use client';

import { useEffect, useId, useRef } from 'react';
import { TextField } from './text-field';

interface NoteFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  readOnly?: boolean;
  /** Why the text is not accepted. The field gets the focus. */
  error?: string | false;
}

export const maxNoteLength = 500;

/** A note to other people in a dialog, such as a reason, with its label. */
export function NoteField({ label, value, onChange, required, readOnly, error = false }: NoteFieldProps) {
  const errorId = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  return (
    <div className="pt-6">
      <TextField
        ref={field}
        label={label}
        value={value}
        required={required}
        aria-invalid={error !== false || undefined}
        aria-describedby={error ? errorId : undefined}
        maxLength={maxNoteLength}
        readOnly={readOnly}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        autoComplete="off"
        className="aria-invalid:border-lost"
      />
      {error && (
        <p id={errorId} className="mt-2 border-s-4 border-lost ps-4">
          {error}
        </p>
      )}
    </div>
  );
}
