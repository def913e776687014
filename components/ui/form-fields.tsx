import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names';

interface CheckFieldProps extends ComponentProps<'input'> {
  type?: 'checkbox' | 'radio';
  children: ReactNode;
}

/** A native checkbox or radio button with its label, in a target at least 44 px high. */
export function CheckField({ type = 'checkbox', className, children, ...rest }: CheckFieldProps) {
  return (
    <label
      className={classNames(
        'inline-flex min-h-11 min-w-11 cursor-pointer items-center gap-2.5 has-aria-disabled:cursor-not-allowed',
        className,
      )}
    >
      <input {...rest} type={type} className="size-4 shrink-0 cursor-[inherit] accent-ink" />
      <span className="min-w-0">{children}</span>
    </label>
  );
}

interface RadioFieldsProps<Value> extends Pick<ComponentProps<'input'>, 'disabled' | 'aria-disabled'> {
  legend: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
  /** Below the radio buttons. */
  children?: ReactNode;
}

/** Radio buttons with a legend. */
export function RadioFields<Value extends string>(props: RadioFieldsProps<Value>) {
  const { legend, options, value, onChange, className, children, ...rest } = props;
  const name = useId();
  return (
    <fieldset className={classNames('min-w-0', className)}>
      <legend className="text-small text-soft">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <CheckField
            key={option.value}
            {...rest}
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          >
            {option.label}
          </CheckField>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
