import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names';

/** A field below its label. `children` gets the ID of the field. */
export function LabeledField({ label, children }: { label: ReactNode; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-small text-soft">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

interface TextFieldProps extends ComponentProps<'input'> {
  /** Above the field. Without it, the caller labels the field. */
  label?: ReactNode;
}

/** A native text input. 16 px keep a phone from zooming in on it. */
export function TextField({ label, className, ...rest }: TextFieldProps) {
  const field = (id: string | undefined) => (
    <input
      {...rest}
      id={id}
      className={classNames(
        'min-h-11 min-w-0 rounded-control border border-edge bg-paper px-3 text-body phone:text-[1rem] placeholder:text-soft',
        'transition-colors hover:border-ink',
        className,
      )}
    />
  );
  return label === undefined ? field(rest.id) : <LabeledField label={label}>{field}</LabeledField>;
}

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
