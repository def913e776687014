'use client';

import { useId, useRef, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import { DateText } from '@/components/ui/date-text';
import { StateLabel } from '@/components/ui/icon';
import { Section } from '@/components/ui/section';
import { Select } from '@/components/ui/select';
import { LabeledField } from '@/components/ui/text-field';
import { linkClassName } from '@/components/ui/text-link';
import { useAddEditionNote } from '@/lib/client/catalog';
import type { EditionDetails, ListedEditionBody } from '@/lib/contract/catalog-editions';
import type {
  EditionNoteBody,
  EditionNoteList,
  PostedNoteKind,
  ReviewerBody,
} from '@/lib/contract/edition-notes';
import { EditionError } from './edition-state';

/** The limit of the API. */
const maxTextLength = 4000;

const sectionId = 'edition-review';

/** Says in a list who reviews a draft, or that changes are requested. It renders nothing for others. */
export function ReviewState({ edition }: { edition: ListedEditionBody }) {
  const text = usePageText('staff').catalog.review;
  const { state, reviewer, changes_requested_by: by } = edition;
  if (by) return <StateLabel icon="cross">{text.state}</StateLabel>;
  if (!reviewer || state === 'published' || state === 'discarded') return null;
  return (
    <span className="text-small text-soft">
      {interpolate(text.reviewBy, [<bdi key="name">{reviewer.name}</bdi>])}
    </span>
  );
}

/** Who keeps a draft from being published. It renders nothing for others. */
export function ReviewNotice({ edition: { changes_requested_by: by } }: { edition: EditionDetails }) {
  const text = usePageText('staff').catalog.review;
  if (!by) return null;
  return (
    <div className="mb-8 border-s-4 border-lost ps-4">
      <p className="font-medium">{interpolate(text.blocked, [<bdi key="name">{by.name}</bdi>])}</p>
      <p>{text.blockedBody}</p>
      <p>
        <a href={`#${sectionId}`} className={linkClassName}>
          {text.see}
        </a>
      </p>
    </div>
  );
}

export interface EditionReviewProps {
  edition: EditionDetails;
  /** The newest comes first. */
  notes: EditionNoteList;
  /** Other people of the product team. */
  reviewers: ReviewerBody[];
}

/** What people have written about an edition and decided on it, and their next note. */
export function EditionReview({ edition, notes, reviewers }: EditionReviewProps) {
  const text = usePageText('staff').catalog.review;
  return (
    <div id={sectionId}>
      <Section title={text.title}>
        <NoteForm edition={edition} reviewers={reviewers} />
        {notes.data.length === 0 ? (
          <p className="pt-6 text-soft">{text.empty}</p>
        ) : (
          <ol aria-label={text.notes} className="mt-6">
            {notes.data.map((note) => (
              <Note key={note.number} note={note} edition={edition} />
            ))}
          </ol>
        )}
        {notes.has_more && <p className="pt-3 text-soft">{text.older}</p>}
      </Section>
    </div>
  );
}

function Note({ note, edition }: { note: EditionNoteBody; edition: EditionDetails }) {
  const text = usePageText('staff').catalog.review;
  const { kind, created_by: by, reviewer, created_at: at, revision } = note;
  const isDecision = kind === 'changes_requested' || kind === 'approved';
  return (
    <li className="border-t border-line py-3">
      <p>
        <span className="font-medium">
          {interpolate(text.kinds[kind], [
            <bdi key="name">{by.name}</bdi>,
            <bdi key="reviewer">{reviewer?.name}</bdi>,
          ])}
        </span>{' '}
        <span className="text-small text-soft">
          <DateText at={at} withTime />
          {isDecision && revision < edition.revision && ` · ${text.outdated}`}
        </span>
      </p>
      {note.text && (
        <p dir="auto" className="max-w-[72ch] whitespace-pre-line [overflow-wrap:anywhere]">
          {note.text}
        </p>
      )}
    </li>
  );
}

/** Writes a note. A draft can also be decided on, and a person chosen who does. */
function NoteForm({ edition, reviewers }: Pick<EditionReviewProps, 'edition' | 'reviewers'>) {
  const text = usePageText('staff').catalog.review;
  const [note, setNote] = useState('');
  const [chosen, setChosen] = useState('');
  const [isTextMissing, setIsTextMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const errorId = useId();
  const { mutate, isPending, data, error } = useAddEditionNote(edition.id, () => {
    setNote('');
    setChosen('');
  });
  const { state, etag, edited_by_you: isOwn } = edition;
  const isDraft = state === 'draft' || state === 'scheduled';
  const reviewer = reviewers[Number(chosen || -1)] ?? null;
  const add = (kind: PostedNoteKind) => {
    const isMissing = (kind === 'comment' || kind === 'changes_requested') && note.trim() === '';
    setIsTextMissing(isMissing);
    if (isMissing) return field.current?.focus();
    mutate({
      kind,
      text: note,
      reviewer: kind === 'review_requested' ? reviewer : null,
      etag: kind === 'comment' ? null : etag,
    });
  };
  const done = data && data.kind !== 'saved' ? text.done[data.kind] : null;
  return (
    <div className="screen-only">
      <LabeledField label={text.text}>
        {(id) => (
          <textarea
            ref={field}
            id={id}
            dir="auto"
            rows={3}
            maxLength={maxTextLength}
            value={note}
            aria-invalid={isTextMissing || undefined}
            aria-describedby={isTextMissing ? errorId : undefined}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            className="w-full rounded-control border border-edge bg-paper px-3 py-2 text-body phone:text-[1rem] hover:border-ink aria-invalid:border-lost"
          />
        )}
      </LabeledField>
      <div className="flex flex-wrap gap-3 pt-3">
        <Button blocked={isPending} onClick={() => add('comment')}>
          {text.comment}
        </Button>
        {isDraft && !isOwn && (
          <>
            <Button blocked={isPending} onClick={() => add('changes_requested')}>
              {text.requestChanges}
            </Button>
            <Button blocked={isPending} onClick={() => add('approved')}>
              {text.approve}
            </Button>
          </>
        )}
      </div>
      {isDraft && isOwn && <p className="pt-3 text-small text-soft">{text.own}</p>}
      {isDraft && reviewers.length > 0 && (
        <div className="flex flex-wrap items-end gap-3 pt-4">
          <Select
            label={text.reviewer}
            value={chosen}
            options={[
              ['', text.choose],
              ...reviewers.map(({ name }, index) => [String(index), name] as const),
            ]}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
          <Button blocked={isPending || !reviewer} onClick={() => add('review_requested')}>
            {text.requestReview}
          </Button>
        </div>
      )}
      <p role="status" className="pt-3 text-small text-soft empty:hidden">
        {isPending ? text.working : done}
      </p>
      <p id={errorId} role="alert" className="pt-3 empty:hidden">
        {isTextMissing && text.textMissing}
        {error && !isPending && <EditionError error={error} unknown={text.failed} />}
      </p>
    </div>
  );
}
