'use client';

import { TextChange } from '@/components/feature-content/feature-content';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { buttonClassName } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Code } from '@/components/ui/inline-text';
import { PageHeading } from '@/components/ui/page-heading';
import { PageLink } from '@/components/ui/page-link';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import { editionUrls } from '@/lib/client/catalog';
import { staffUrls } from '@/lib/client/staff-urls';
import type { EditionBody, EditionDetails } from '@/lib/contract/catalog-editions';
import type { AppInfo } from '@/lib/contract/versions';
import { hasChanges } from './catalog-difference';
import { EditionDifference } from './edition-difference';
import { EditionByline, EditionState } from './edition-state';

interface EditionComparisonProps {
  from: string;
  to: string;
  /** The edition `to`, compared with `from`. It is null if the text of one has problems. */
  edition: EditionDetails | null;
  app: AppInfo;
}

/** What changes from one edition to another. */
export function EditionComparison({ from, to, edition, app }: EditionComparisonProps) {
  const { backToList, compare: text, title, existing } = usePageText('staff').catalog;
  const { compared_to: base, difference, existing_changes: decided = [] } = edition ?? {};
  return (
    <div className="measure">
      <PreloadText groups={['staff']} />
      <p className="screen-only pt-6">
        <TextLink href={staffUrls.catalog()}>{backToList}</TextLink>
      </p>
      <PageHeading
        title={base && edition ? text.title(base.number, edition.number) : title}
        aside={
          base && (
            <div className="screen-only flex flex-wrap gap-3">
              <PageLink href={editionUrls.page({ compare: to })} className={buttonClassName()}>
                {text.open}
              </PageLink>
              <PageLink href={editionUrls.comparison(to, from)} className={buttonClassName()}>
                {text.swap}
              </PageLink>
            </div>
          )
        }
      />
      {!edition && (
        <EmptyState title={text.failed} body={text.invalid}>
          <TextLink href={editionUrls.page({ compare: to })}>{text.open}</TextLink>
        </EmptyState>
      )}
      {base && edition && difference && (
        <>
          <ul className="pb-8">
            <EditionLine edition={base} />
            <EditionLine edition={edition} />
          </ul>
          {!hasChanges(difference) && decided.length === 0 && (
            <p className="border-t-2 border-rule pt-4 pb-16">{text.none}</p>
          )}
          <EditionDifference difference={difference} app={app} deciding={null} />
          {decided.length > 0 && (
            <Section title={existing.title}>
              <ul>
                {decided.map(({ key, from: before, to: after }) => (
                  <li key={key} className="[overflow-wrap:anywhere]">
                    <Code>{key}</Code>:{' '}
                    <TextChange
                      before={before ? existing[before] : existing.undecided}
                      after={after ? existing[after] : existing.undecided}
                    />
                  </li>
                ))}
              </ul>
            </Section>
          )}
        </>
      )}
    </div>
  );
}

function EditionLine({ edition }: { edition: EditionBody }) {
  const text = usePageText('staff').catalog;
  const { id, number, note } = edition;
  return (
    <li className="flex flex-wrap items-baseline gap-x-6 py-2.5">
      <TextLink href={editionUrls.edition(id)}>{text.edition(number)}</TextLink>
      <EditionState edition={edition} />
      {note && <bdi className="[overflow-wrap:anywhere]">{note}</bdi>}
      <span className="text-small text-soft">
        <EditionByline edition={edition} />
      </span>
    </li>
  );
}
