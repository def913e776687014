import { interpolate } from '@/components/i18n/interpolate';
import { getRequestText } from '@/components/i18n/request-text';
import { EmptyState } from '@/components/ui/empty-state';
import { ListPage } from '@/components/ui/list-page';
import { TextLink } from '@/components/ui/text-link';
import { type CatalogPage, editionUrls } from '@/lib/client/catalog';
import type { EditionBody, EditionList, ListedEditionBody } from '@/lib/contract/catalog-editions';
import { rowChanges } from '@/lib/contract/enums';
import { ReviewState } from './edition-review';
import { EditionByline, EditionEnd, EditionState } from './edition-state';
import { NewDraft } from './new-draft';
import { ScheduleNotice } from './schedule-notice';

interface EditionListViewProps {
  shown: CatalogPage;
  list: EditionList;
  /** A price list to start from. */
  template: string;
  /** Whether there are plans, also if no edition records them. */
  hasLive: boolean;
  /** The edition that another one is chosen to be compared with. */
  compared: EditionBody | null;
}

/** The editions of the price list, a page at a time, and new drafts. */
export function EditionListView({ shown, list, template, hasLive, compared }: EditionListViewProps) {
  const text = getRequestText().catalog;
  const isFirst = shown.cursor === '';
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      list={text.list}
      empty={<EmptyState {...(isFirst ? text.empty : text.emptyPage)} />}
      pages={{
        shown: shown.cursor,
        next: list.next_cursor,
        getHref: (cursor) => editionUrls.page({ cursor, compare: compared?.id }),
        labels: [text.newest, text.older],
      }}
      rows={list.data.map((edition) => <EditionRow key={edition.id} edition={edition} compared={compared} />)}
    >
      {compared && <ComparisonNotice compared={compared} />}
      {list.data.map((edition) => (
        <ScheduleNotice key={edition.id} edition={edition} linked />
      ))}
      {isFirst && !compared && <NewDraft hasLive={hasLive} template={template} />}
    </ListPage>
  );
}

function ComparisonNotice({ compared: { id, number } }: { compared: EditionBody }) {
  const { catalog, ui } = getRequestText();
  return (
    <p className="mb-8 flex flex-wrap gap-x-6 border-s-4 border-rule ps-4">
      {catalog.compare.choose(number)}
      <TextLink href={editionUrls.edition(id)}>{ui.cancel}</TextLink>
    </p>
  );
}

interface EditionRowProps {
  edition: ListedEditionBody;
  compared: EditionBody | null;
}

function EditionRow({ edition, compared }: EditionRowProps) {
  const text = getRequestText().catalog;
  const { id, number, note, changes } = edition;
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line py-4 middle:grid-cols-[minmax(0,2fr)_minmax(0,1.2fr)_minmax(0,0.8fr)]">
      <div className="min-w-0">
        <TextLink href={editionUrls.edition(id)} className="font-medium">
          {text.edition(number)}
        </TextLink>
        {note && (
          <p className="[overflow-wrap:anywhere]">
            <bdi>{note}</bdi>
          </p>
        )}
        {changes && (
          <p className="text-small text-soft">
            <ChangeSummary changes={changes} />
          </p>
        )}
      </div>
      <p className="min-w-0 text-small text-soft">
        <EditionByline edition={edition} />
        <EditionEnd edition={edition} />
      </p>
      <div className="flex flex-wrap items-baseline gap-x-6 middle:flex-col middle:items-end">
        <EditionState edition={edition} />
        <ReviewState edition={edition} />
        {compared && compared.id !== id && <CompareLink editions={[compared, edition]} />}
      </div>
    </li>
  );
}

/** Leads to what changes from the older of two editions to the newer one. */
function CompareLink({ editions }: { editions: [compared: EditionBody, shown: EditionBody] }) {
  const text = getRequestText().catalog;
  const [, shown] = editions;
  const [from, to] = editions.toSorted((a, b) => a.number - b.number) as [EditionBody, EditionBody];
  return (
    <TextLink href={editionUrls.comparison(from.id, to.id)}>
      {text.compare.row}
      <span className="sr-only">: {text.edition(shown.number)}</span>
    </TextLink>
  );
}

const maxTitles = 3;

/** What an edition changes, in one line. */
function ChangeSummary({ changes }: { changes: NonNullable<ListedEditionBody['changes']> }) {
  const { summary } = getRequestText().catalog;
  const { versions, features, add_ons: addOns } = changes;
  const parts = rowChanges.flatMap((kind) => {
    // Generations of a plan have one title.
    const titles = [...new Set(versions.flatMap((version) => (version.kind === kind ? version.title : [])))];
    if (titles.length === 0) return [];
    const more = titles.length - maxTitles;
    const plans = titles.slice(0, maxTitles).join(', ');
    return { key: kind, plans, more: more > 0 && ` ${summary.more(more)}` };
  });
  const others = [
    ...(features > 0 ? [summary.features(features)] : []),
    ...(addOns > 0 ? [summary.addOns(addOns)] : []),
  ];
  if (parts.length + others.length === 0) return summary.other;
  return (
    <>
      {parts.map(({ key, plans, more }, index) => (
        <span key={key}>
          {index > 0 && ' · '}
          {interpolate(summary[key], [plans])}
          {more}
        </span>
      ))}
      {others.map((text, index) => (
        <span key={text}>
          {(index > 0 || parts.length > 0) && ' · '}
          {text}
        </span>
      ))}
    </>
  );
}
