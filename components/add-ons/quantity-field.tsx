'use client';

import { useId, useState } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { TextField } from '@/components/ui/text-field';

interface QuantityFieldProps {
  quantity: number | null;
  min: number;
  max: number;
  blocked: boolean;
  /** The value is null for a text that is not a quantity from `min` to `max`. */
  onChange: (quantity: number | null) => void;
}

/** How many of an add-on: a field, and buttons for one fewer and one more. */
export function QuantityField({ quantity, min, max, blocked, onChange }: QuantityFieldProps) {
  const { quantity: text } = usePageText('account').addOns;
  const fieldId = useId();
  // The text in the field while it is not a valid quantity. It stays until it is corrected.
  const [draft, setDraft] = useState('');
  const current = quantity ?? min;
  const step = (next: number) => onChange(Math.min(Math.max(next, min), max));
  return (
    <div className="pt-6">
      <label htmlFor={fieldId} className="text-small text-soft">
        {text.label}
      </label>
      <div className="flex items-center gap-2 pt-1">
        <Button
          className="px-3"
          aria-label={text.fewer}
          blocked={blocked || current <= min}
          onClick={() => step(current - 1)}
        >
          <Icon name="minus" />
        </Button>
        <TextField
          id={fieldId}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          readOnly={blocked}
          aria-describedby={`${fieldId}-hint`}
          aria-invalid={quantity === null || undefined}
          value={quantity ?? draft}
          onChange={({ target }) => {
            const next = target.valueAsNumber;
            const isValid = Number.isInteger(next) && next >= min && next <= max;
            setDraft(target.value);
            onChange(isValid ? next : null);
          }}
          className="figures w-24 text-center aria-invalid:border-lost"
        />
        <Button
          className="px-3"
          aria-label={text.more}
          blocked={blocked || current >= max}
          onClick={() => step(current + 1)}
        >
          <Icon name="plus" />
        </Button>
      </div>
      <p id={`${fieldId}-hint`} aria-live="polite" className="pt-1 text-small text-soft">
        {quantity === null ? text.invalid(min, max) : text.range(min, max)}
      </p>
    </div>
  );
}
