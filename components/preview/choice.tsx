'use client';

import { CheckField } from '@/components/ui/check-field';

interface ChoiceProps<Option extends string> {
  legend: string;
  name: string;
  options: readonly Option[];
  labelOf: (option: Option) => string;
  chosen: Option;
  blocked: boolean;
  onChange: (option: Option) => void;
}

/** One of a few. */
export function Choice<Option extends string>(props: ChoiceProps<Option>) {
  const { legend, name, options, labelOf, chosen, blocked, onChange } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="text-small text-soft">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <CheckField
            key={option}
            type="radio"
            name={name}
            value={option}
            checked={option === chosen}
            aria-disabled={blocked || undefined}
            onChange={() => onChange(option)}
          >
            {labelOf(option)}
          </CheckField>
        ))}
      </div>
    </fieldset>
  );
}
