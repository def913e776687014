'use client';

import { type ReactNode, use, useMemo } from 'react';
import { ContentChange } from '@/components/feature-content/feature-content';
import { useSearchText } from '@/components/feature-search/use-search-text';
import { CatalogText, CatalogTextContext } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { changeIconClassNames } from '@/components/ui/change-icon';
import { classNames } from '@/components/ui/class-names';
import { CollapsedList } from '@/components/ui/collapsed-list';
import { DateText } from '@/components/ui/date-text';
import { TextField } from '@/components/ui/text-field';
import { linkClassName } from '@/components/ui/text-link';
import { pageUrls } from '@/lib/client/page-urls';
import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import type { HistoryEntry } from '@/lib/contract/history';
import { type FoundSubject, indexHistory, type SubjectEvent, searchHistory } from './search-history';

interface HistorySearchProps {
  /** The newest comes first. */
  entries: HistoryEntry[];
  addOnEntries: AddOnHistoryEntry[];
  /** Whether older entries are being loaded. */
  isLoading: boolean;
  /** Whether the search is always open. */
  isOpen: boolean;
  query: string;
  onChange: (query: string) => void;
}

/** "Since when do we have …?": a search for features, limits and add-ons. Without JavaScript, Enter submits it. */
export function HistorySearch({ query, onChange, isOpen, ...history }: HistorySearchProps) {
  const { search: text } = usePageText('account').history;
  const field = useSearchText(query, onChange);
  const search = (
    <search className="block">
      <form action={pageUrls.history()} onSubmit={(event) => event.preventDefault()}>
        <TextField
          type="search"
          name="q"
          aria-label={text.title}
          placeholder={isOpen ? text.title : text.placeholder}
          {...field}
          autoComplete="off"
          spellCheck={false}
          className="w-full middle:w-96"
        />
      </form>
      {query.trim() !== '' && <Results query={query} {...history} />}
    </search>
  );
  if (isOpen) return <div className="screen-only pb-6 phone:-mt-4 phone:pb-1">{search}</div>;
  return (
    <details open={query !== ''} className="screen-only pb-6">
      <summary className={`mb-1 inline-block min-h-11 content-center ${linkClassName}`}>{text.title}</summary>
      {search}
    </details>
  );
}

const maxResults = 10;

function Results({
  entries,
  addOnEntries,
  isLoading,
  query,
}: Pick<HistorySearchProps, 'entries' | 'addOnEntries' | 'isLoading' | 'query'>) {
  const history = usePageText('account').history;
  const { pricing } = useText();
  const index = useMemo(() => indexHistory(entries, addOnEntries), [entries, addOnEntries]);
  const { subjects, count } = useMemo(() => searchHistory(index, query, maxResults), [index, query]);
  const hiddenCount = count - subjects.length;
  return (
    <>
      <p role="status" className={count === 0 || isLoading ? 'pt-4 text-soft' : 'sr-only'}>
        {isLoading && history.loadingOlder}
        {!isLoading && (count === 0 ? history.search.nothing : history.search.found(count))}
      </p>
      <ul className="pt-3">
        {subjects.map((subject) => (
          <Subject key={`${subject.isAddOn} ${subject.id}`} subject={subject} />
        ))}
      </ul>
      {hiddenCount > 0 && <p className="text-small text-soft">{pricing.andMore(hiddenCount)}</p>}
    </>
  );
}

/** The last events are shown at once. */
const maxEvents = 3;

function Subject({ subject: { title, isAddOn, isOn, since, events } }: { subject: FoundSubject }) {
  const { search: text } = usePageText('account').history;
  const others = events.filter((event) => event !== since);
  const sinceOff = isAddOn ? text.offSince : text.notSince;
  return (
    <li className="max-w-[72ch] border-line border-t py-3">
      <h2 className="font-medium">
        <CatalogText>{title}</CatalogText>
      </h2>
      <p>
        {interpolate(isOn ? text.since : sinceOff, [
          <DateText key="date" at={since.at} />,
          <Cause key="cause" event={since} isOfSubject={isAddOn} />,
        ])}
      </p>
      <CollapsedList items={others} max={maxEvents} className="text-small">
        {(shown) => <Events events={shown} isOfAddOn={isAddOn} />}
      </CollapsedList>
    </li>
  );
}

const icons = { gained: 'plus', lost: 'minus', changed: 'dash' } as const;

/** An improved amount has the mark of what is gained. */
function getMark({ kind, change }: SubjectEvent): keyof typeof icons {
  if (!change || change.improved === null) return kind;
  return change.improved ? 'gained' : 'lost';
}

function Events({ events, isOfAddOn }: { events: readonly SubjectEvent[]; isOfAddOn: boolean }) {
  const { search: text } = usePageText('account').history;
  const { ui } = useText();
  if (events.length === 0) return null;
  return (
    <ul className="pt-1 text-small">
      {events.map((event) => {
        const labels = { gained: isOfAddOn ? text.on : text.gained, lost: isOfAddOn ? text.off : text.lost };
        return (
          <li
            key={`${event.at} ${event.kind} ${event.source} ${event.subject}`}
            className={classNames(
              'flex gap-2 py-0.5 before:mt-[0.2rem]',
              changeIconClassNames[icons[getMark(event)]],
            )}
          >
            <span className="min-w-0">
              {event.change ? (
                <span className="figures">
                  <ContentChange from={event.change.from} to={event.change.to} />
                </span>
              ) : (
                labels[event.kind as keyof typeof labels]
              )}
              {ui.comma}
              <DateText at={event.at} />
              {ui.comma}
              <span className="text-soft">
                <Cause event={event} isOfSubject={isOfAddOn} />
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** "with Team, by Ada", or "with a change of Team by Larder". An add-on itself is not named again. */
function Cause({ event, isOfSubject }: { event: SubjectEvent; isOfSubject: boolean }): ReactNode {
  const history = usePageText('account').history;
  const { provider } = use(CatalogTextContext);
  const { source, subject, by } = event;
  const { causes } = history.search;
  const person = <bdi key="person">{by === null ? provider : by || history.formerUser}</bdi>;
  if (isOfSubject) return interpolate(causes.itself, [person]);
  return interpolate(by === null ? causes.change : causes[source], [
    <CatalogText key="subject">{subject}</CatalogText>,
    person,
  ]);
}
