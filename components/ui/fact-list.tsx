import type { ReactNode } from 'react';
import { classNames } from './class-names';

/** A label and its value. A fact without a value is left out. */
export type Fact = readonly [label: ReactNode, value: ReactNode];

/** Values beside their labels. `className` sets the columns. */
export function FactList({ facts, className }: { facts: readonly Fact[]; className: string }) {
  return (
    <dl className={classNames('grid gap-y-1', className)}>
      {facts.map(
        ([label, value], index) =>
          value && (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts have no id and no state
            <div key={index} className="contents">
              <dt className="text-soft">{label}</dt>
              <dd className="text-ink">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
