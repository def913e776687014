import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';
import { LabeledField } from './labeled-field';

interface TextFieldProps extends ComponentProps<'input'> {
  /** Above the field. Without it, the caller labels the field. */
  label?: ReactNode;
}

/** A native text input. 16 px keep a phone from zooming in on it. */
export function TextField({ label, className, ...rest }: TextFieldProps) {
  const field = (id: string | undefined) => (
    <input {...rest} id={id} className={classNames('field min-w-0 phone:text-[1rem]', className)} />
  );
  return label === undefined ? field(rest.id) : <LabeledField label={label}>{field}</LabeledField>;
}
