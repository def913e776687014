'use client';

interface ChoicesProps<Value extends string> {
  label: string;
  options: { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Buttons of which one is pressed. */
export function Choices<Value extends string>({ label, options, value, onChange }: ChoicesProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-x-1">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="min-h-11 min-w-11 border-b-2 border-transparent px-2.5 text-soft transition-colors hover:text-ink aria-pressed:border-rule aria-pressed:text-ink"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
