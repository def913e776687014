'use client';

import { useRouter } from 'next/navigation';
import { type DragEvent, useRef, useState } from 'react';
import { Pager } from '@/components/accounts/pager';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { QueryStatus } from '@/components/ui/query-status';
import { ListSkeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import {
  type CatalogPage,
  type EditionInput,
  editionUrls,
  useCreateEdition,
  useEditions,
} from '@/lib/client/catalog';
import { createIdempotencyKey } from '@/lib/client/idempotency-key';
import type { EditionBody, ListedEditionBody } from '@/lib/contract/catalog-editions';
import { EditionByline, EditionEnd, EditionError, EditionState } from './edition-state';
import { hasScheduleNotice, ScheduleNotice } from './schedule-notice';
import { useCatalogText } from './use-catalog-text';

interface EditionListViewProps {
  shown: CatalogPage;
  /** A price list to start from. */
  template: string;
  /** Whether there are plans, also if no edition records them. */
  hasLive: boolean;
  /** The edition that another one is chosen to be compared with. */
  compared: EditionBody | null;
}

/** The editions of the price list, a page at a time, and new drafts. */
export function EditionListView({ shown, template, hasLive, compared }: EditionListViewProps) {
  const text = useCatalogText();
  const query = useEditions(shown);
  const { cursor } = shown;
  const editions = query.data?.data;
  const next = query.data?.next_cursor;
  const isEmpty = editions?.length === 0;
  const pageOf = (page: string) => editionUrls.page({ cursor: page, compare: compared?.id });
  return (
    <div className="measure">
      <PageHeading title={text.title} lead={text.lead} />
      {compared && <ComparisonNotice compared={compared} />}
      {editions?.filter(hasScheduleNotice).map((edition) => (
        <ScheduleNotice key={edition.id} edition={edition} linked />
      ))}
      {isEmpty && cursor === '' && <EmptyState {...text.empty} />}
      {editions && cursor === '' && !compared && <NewDraft hasLive={hasLive} template={template} />}
      <QueryStatus title={text.failed} query={query}>
        <ListSkeleton rowCount={6} bars={['w-64', 'w-32']} />
      </QueryStatus>
      {isEmpty && cursor !== '' && <EmptyState {...text.emptyPage} />}
      {editions && !isEmpty && (
        <ol aria-label={text.list} className="border-t-2 border-rule">
          {editions.map((edition) => (
            <EditionRow key={edition.id} edition={edition} compared={compared} />
          ))}
        </ol>
      )}
      <Pager
        first={cursor !== '' && { href: pageOf(''), label: text.newest }}
        next={next !== undefined && { href: pageOf(next), label: text.older }}
      />
    </div>
  );
}

function ComparisonNotice({ compared: { id, number } }: { compared: EditionBody }) {
  const { compare } = useCatalogText();
  const { ui } = useText();
  return (
    <p className="mb-8 flex flex-wrap gap-x-6 border-s-4 border-rule ps-4">
      {compare.choose(number)}
      <TextLink href={editionUrls.edition(id)}>{ui.cancel}</TextLink>
    </p>
  );
}

interface EditionRowProps {
  edition: ListedEditionBody;
  compared: EditionBody | null;
}

function EditionRow({ edition, compared }: EditionRowProps) {
  const text = useCatalogText();
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
        {compared && compared.id !== id && <CompareLink editions={[compared, edition]} />}
      </div>
    </li>
  );
}

/** Leads to what changes from the older of two editions to the newer one. */
function CompareLink({ editions }: { editions: [compared: EditionBody, shown: EditionBody] }) {
  const text = useCatalogText();
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
const summaryKinds = ['added', 'changed', 'retired', 'restored'] as const;

/** What an edition changes, in one line. */
function ChangeSummary({ changes }: { changes: NonNullable<ListedEditionBody['changes']> }) {
  const { summary } = useCatalogText();
  const { versions, features, add_ons: addOns } = changes;
  const parts = summaryKinds.flatMap((kind) => {
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

/** What the API accepts (`maxPriceListBodyBytes`), with room for escapes. */
const maxFileBytes = 4 * 1024 * 1024;

interface NewDraftProps {
  hasLive: boolean;
  template: string;
}

/** Creates a draft from the live list, a template or a file, and opens it in the editor. */
function NewDraft({ hasLive, template }: NewDraftProps) {
  const { create: text } = useCatalogText();
  const router = useRouter();
  const fileInput = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const create = useCreateEdition(({ id }) => router.push(editionUrls.editor(id)));
  // After a success, the editor is on its way.
  const working = create.isPending || create.isSuccess;
  const start = (input: EditionInput) => {
    setIsTooLarge(false);
    if (!working) create.mutate({ ...input, idempotencyKey: createIdempotencyKey() });
  };
  const startFromFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxFileBytes) setIsTooLarge(true);
    else start({ source: await file.text() });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void startFromFile(event.dataTransfer.files[0]);
  };
  return (
    <fieldset
      aria-label={text.legend}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={classNames(
        'screen-only mb-10 min-w-0 rounded-control border border-dashed p-5',
        isOver ? 'border-ink bg-sunk' : 'border-edge',
      )}
    >
      <p className="pb-3 text-small text-soft">{text.legend}</p>
      <div className="flex flex-wrap items-center gap-3">
        {hasLive && (
          <Button tone="solid" blocked={working} onClick={() => start({ base_id: 'live' })}>
            {text.live}
          </Button>
        )}
        <Button
          tone={hasLive ? 'outlined' : 'solid'}
          blocked={working}
          onClick={() => start({ source: template })}
        >
          {text.template}
        </Button>
        <Button blocked={working} onClick={() => fileInput.current?.click()}>
          {text.file}
        </Button>
        <input
          ref={fileInput}
          type="file"
          accept=".yml,.yaml,text/yaml"
          hidden
          onChange={({ currentTarget }) => {
            void startFromFile(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
        <p className="text-small text-soft">{text.drop}</p>
      </div>
      <div role="status" className="text-small text-soft">
        {working && <p className="pt-3">{text.working}</p>}
      </div>
      <div role="alert">
        {isTooLarge && <p className="pt-3">{text.tooLarge}</p>}
        {create.error && (
          <p className="pt-3">
            {text.failed} <EditionError error={create.error} />
          </p>
        )}
      </div>
    </fieldset>
  );
}
