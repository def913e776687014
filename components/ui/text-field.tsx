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
  /** It is shown above the field. Without it, the caller labels the field. */
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
