import type { ReactNode } from 'react';
import { PageHeading } from '@/components/ui/page-heading';
import { linkClassName } from '@/components/ui/text-link';
import { staffUrls } from '@/lib/client/staff-urls';
import { labels } from './labels';
import { getSectionId } from './markdown';

export interface ContentGroup {
  title: string;
  links: { id: string; label: string }[];
}

interface ReferenceLayoutProps {
  /** What is shown above the heading. */
  back?: ReactNode;
  title: string;
  lead: ReactNode;
  contents: ContentGroup[];
  /** Sections. */
  children: ReactNode;
}

/** A page of the reference: its heading, and its contents beside the sections on wide screens, above them on narrow ones. */
export function ReferenceLayout({ back, title, lead, contents, children }: ReferenceLayoutProps) {
  return (
    <div lang="en" dir="ltr" className="measure">
      {back}
      <PageHeading title={title} lead={lead} />
      <div className="wide:grid wide:grid-cols-[13rem_minmax(0,1fr)] wide:items-start wide:gap-x-16">
        <TableOfContents groups={contents} />
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  );
}

/** Link from the page of an operation or a schema to all others. */
export function BackLink() {
  return (
    <p className="screen-only pt-6 text-small">
      <a href={staffUrls.docs()} className={linkClassName}>
        {labels.title}
      </a>
    </p>
  );
}

function TableOfContents({ groups }: { groups: ContentGroup[] }) {
  return (
    <nav
      aria-label={labels.contents}
      className="screen-only pb-12 text-small wide:sticky wide:top-0 wide:max-h-dvh wide:overflow-y-auto wide:py-6"
    >
      <ul className="grid gap-x-8 gap-y-6 narrow:grid-cols-2 wide:grid-cols-1">
        {groups.map(({ title, links }) => (
          <li key={title}>
            <span className="block border-b border-line pb-1 font-medium">{title}</span>
            <ul>
              {links.map(({ id, label }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="flex min-h-11 items-center text-soft transition-colors hover:text-ink"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SectionProps {
  /** The default is the ID of the title. */
  id?: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

export function Section({ title, id = getSectionId(title), lead, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="border-t-2 border-rule pt-4 pb-12">
      <h2 id={id} className="scroll-mt-6 text-head">
        {title}
      </h2>
      {lead && <p className="mt-2 mb-8 max-w-[60ch] text-soft">{lead}</p>}
      {children}
    </section>
  );
}

/** Of a list whose rows are a name, and beside it on wide screens what it means. A page has hundreds, without classes. */
export const rowsClassName =
  '*:gap-x-8 *:border-b *:border-line *:py-2.5 middle:*:grid middle:*:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]';
