'use client';

import { type ReactNode, useId } from 'react';
import { classNames } from './class-names';

interface SectionProps {
  /** The value is null for a section without a heading. */
  title: ReactNode;
  /** The content is below the title at every width. */
  wide?: boolean;
  children: ReactNode;
}

/** A part of a page. On a wide screen, the content is beside the title. */
export function Section({ title, wide = false, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title === null ? undefined : id}
      className={classNames(
        'border-t-2 border-rule pt-3',
        wide ? 'pb-10' : 'pb-16 wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)] wide:gap-x-8',
      )}
    >
      {title !== null && (
        <h2 id={id} className="pb-4 text-head">
          {title}
        </h2>
      )}
      <div className="col-start-2 min-w-0">{children}</div>
    </section>
  );
}
