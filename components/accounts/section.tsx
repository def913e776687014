'use client';

import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** The content is below the title at every width. */
  wide?: boolean;
  children: ReactNode;
}

/** A part of the page of an account. */
export function Section({ title, wide = false, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={
        wide
          ? 'border-t-2 border-rule pt-3 pb-10'
          : 'border-t-2 border-rule pt-3 pb-16 wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)] wide:gap-x-8'
      }
    >
      <h2 id={id} className="pb-4 text-head">
        {title}
      </h2>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
