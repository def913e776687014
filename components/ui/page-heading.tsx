import type { ReactNode } from 'react';

/** The h1 of a page, with an optional introduction below it and page-wide controls at the end of the line. */
export function PageHeading({
  title,
  lead,
  aside,
}: {
  title: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 pt-8 pb-6 middle:pt-6 print:pt-0 print:pb-6">
      <div className="min-w-0 grow middle:basis-80">
        <h1 className="text-title">{title}</h1>
        {lead && <div className="mt-1 max-w-[60ch] text-lead text-soft">{lead}</div>}
      </div>
      {aside}
    </div>
  );
}
