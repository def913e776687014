'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { DateText } from '@/components/ui/date-text';
import { ErrorMessage } from '@/components/ui/error-message';
import { StateLabel } from '@/components/ui/icon';
import { TextLink } from '@/components/ui/text-link';
import { editionUrls } from '@/lib/client/catalog';
import type { EditionBody } from '@/lib/contract/catalog-editions';

const icons = { scheduled: 'clock', published: 'tick', discarded: 'off' } as const;

export function EditionState({ edition: { state, live } }: { edition: EditionBody }) {
  const text = usePageText('staff').catalog;
  if (live) return <span className="font-medium">{text.live}</span>;
  if (state === 'draft') return <span>{text.states.draft}</span>;
  return <StateLabel icon={icons[state]}>{text.states[state]}</StateLabel>;
}

/** Who created, last edited, scheduled or published an edition, and when. */
export function EditionByline({ edition }: { edition: EditionBody }) {
  const text = usePageText('staff').catalog;
  const { state, revision, created_by, created_at, updated_by, updated_at } = edition;
  const { published_by, publish_at, published_at } = edition;
  const name = (actor: EditionBody['created_by']) => <bdi key="name">{actor.name}</bdi>;
  const date = (at: number) => <DateText key="date" at={at} withTime />;
  if (state === 'published' && published_by && published_at !== null) {
    return interpolate(text.published, [name(published_by), date(published_at)]);
  }
  if (state === 'scheduled' && published_by && publish_at !== null) {
    return interpolate(text.scheduled, [name(published_by), date(publish_at)]);
  }
  if (state !== 'discarded' && revision > 1) {
    return interpolate(text.edited, [name(updated_by), date(updated_at)]);
  }
  return interpolate(text.created, [name(created_by), date(created_at)]);
}

/** When an edition ends, and which one it ends. `linked` leads there. */
export function EditionEnd({ edition, linked = false }: { edition: EditionBody; linked?: boolean }) {
  const { ends, edition: formatEdition } = usePageText('staff').catalog;
  const { state, ends_at: at, ended_by: endedBy, ends_edition: ended } = edition;
  // Links are 44 px apart.
  const line = linked ? 'mt-5 block first:mt-0' : 'block';
  const link = (id: string, text: string) =>
    linked ? <TextLink href={editionUrls.edition(id)}>{text}</TextLink> : text;
  return (
    <>
      {at !== null && (
        <span className={line}>
          {interpolate(endedBy?.state === 'published' ? ends.past : ends.at, [
            <DateText key="date" at={at} withTime />,
          ])}
          {endedBy && linked && <> ({link(endedBy.id, formatEdition(endedBy.number))})</>}
        </span>
      )}
      {endedBy?.state === 'draft' && (
        <span className={line}>{link(endedBy.id, ends.draft(endedBy.number))}</span>
      )}
      {ended && state !== 'discarded' && (
        <span className={line}>{link(ended.id, ends.edition(ended.number))}</span>
      )}
    </>
  );
}

/** Why a change of an edition failed. `unknown` replaces the cause if the change may have been made. */
export function EditionError({ error, unknown }: { error: unknown; unknown?: string }) {
  return <ErrorMessage error={error} messages={usePageText('staff').catalog.errors} unknown={unknown} />;
}
