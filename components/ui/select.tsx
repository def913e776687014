import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';
import { LabeledField } from './text-field';

interface SelectProps extends ComponentProps<'select'> {
  /** It is shown above the field. Without it, the caller labels the field. */
  label?: ReactNode;
  /** Values with their texts. The default is the `option` elements of `children`. */
  options?: readonly (readonly [value: string, text: string])[];
}

/** A native select. */
export function Select({ label, options, className, children, ...rest }: SelectProps) {
  const select = (id: string | undefined) => (
    <select
      {...rest}
      id={id}
      className={classNames(
        'min-h-11 max-w-full rounded-control border border-edge bg-paper px-3 text-body phone:text-[1rem] hover:border-ink',
        className,
      )}
    >
      {options?.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
      {children}
    </select>
  );
  return label === undefined ? select(rest.id) : <LabeledField label={label}>{select}</LabeledField>;
}
