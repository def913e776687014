import { type ReactNode, useId } from 'react';

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
