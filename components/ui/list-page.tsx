import type { ReactNode } from 'react';
import { PageHeading } from './page-heading';
import { Pager, type Pages } from './pager';

interface ListPageProps {
  title: string;
  lead: string;
  /** Above the list, such as a form that searches it. */
  children?: ReactNode;
  /** How many rows there are. */
  found?: string;
  /** The name of the list. */
  list: string;
  rows: ReactNode[];
  /** What is shown without rows. */
  empty: ReactNode;
  pages: Pages;
}

/** A page with a list, a page of it at a time. Links and forms work without JavaScript. */
export function ListPage({ title, lead, children, found, list, rows, empty, pages }: ListPageProps) {
  return (
    <div className="measure pb-16">
      <PageHeading title={title} lead={lead} />
      {children}
      <div role="status">
        {rows.length === 0 && empty}
        {rows.length > 0 && found && <p className="pb-3 text-small text-soft">{found}</p>}
      </div>
      {rows.length > 0 && (
        <ol aria-label={list} className="border-t-2 border-rule">
          {rows}
        </ol>
      )}
      <Pager {...pages} />
    </div>
  );
}
