'use client';

import { useId, useRef, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { Button } from '@/components/ui/button';
import { DateText } from '@/components/ui/date-text';
import { DialogDescription, DialogFooter, DialogFrame, DialogTitle } from '@/components/ui/dialog-frame';
import { RadioFields } from '@/components/ui/form-fields';
import { NoteField } from '@/components/ui/note-field';
import { TextField } from '@/components/ui/text-field';
import { ApiRequestError } from '@/lib/client/api-request';
import { usePublishEdition } from '@/lib/client/catalog';
import { createIdempotencyKey } from '@/lib/client/idempotency-key';
import type { EditionBody, EditionDetails } from '@/lib/contract/catalog-editions';
import { AccountsEffect, type Decisions, hasChanges, isContentChanged } from './edition-difference';
import { EditionError } from './edition-state';
import { ScheduledEditions } from './schedule-notice';
import { useCatalogText } from './use-catalog-text';

const maxAheadMs = 2 * 365 * 24 * 60 * 60 * 1000;

/** A time as fields have it, in the user's time zone. */
function formatFieldTime(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Unix seconds. Null unless it is in the next two years. */
function parseFieldTime(text: string): number | null {
  const time = Date.parse(text);
  return time > Date.now() && time <= Date.now() + maxAheadMs ? time / 1000 : null;
}

interface PublishDialogProps {
  edition: EditionDetails;
  decisions: Decisions;
  getFinalFocus: () => HTMLElement | null;
  onClose: () => void;
  onPublished: (edition: EditionBody) => void;
  /** The text or the live catalog has changed since. */
  onStale: () => void;
}

/** Confirms a publication, and names what happens to customers. */
export function PublishDialog(props: PublishDialogProps) {
  const { edition, decisions, getFinalFocus, onClose, onPublished, onStale } = props;
  const { dialog: text, changes } = useCatalogText();
  const id = useId();
  const { ui } = useText();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const timeField = useRef<HTMLInputElement>(null);
  // A scheduled edition keeps its time unless the user chooses another.
  const [isLater, setIsLater] = useState(edition.publish_at !== null);
  const [time, setTime] = useState(
    edition.publish_at === null ? '' : formatFieldTime(edition.publish_at * 1000),
  );
  const [note, setNote] = useState(edition.note);
  const [isTimeMissing, setIsTimeMissing] = useState(false);
  const publish = usePublishEdition(edition.id, onPublished);
  const { isPending, error } = publish;
  const changesAnything =
    edition.difference !== null && (hasChanges(edition.difference) || Object.keys(decisions).length > 0);
  const at = isLater ? parseFieldTime(time) : null;
  const confirm = () => {
    setIsTimeMissing(isLater && at === null);
    if (isLater && at === null) {
      timeField.current?.focus();
      return;
    }
    // Each attempt has a key of its own: `If-Match` prevents a second publication.
    const input = {
      etag: edition.etag,
      at,
      existing: decisions,
      note,
      idempotencyKey: createIdempotencyKey(),
    };
    publish.mutate(input, {
      onError: (failure) => {
        if (failure instanceof ApiRequestError && failure.code === 'edition_stale') onStale();
      },
    });
  };
  return (
    <DialogFrame
      cancelButton={cancelButton}
      getFinalFocus={getFinalFocus}
      onClose={() => !isPending && onClose()}
    >
      <div className="px-5 py-6 narrow:px-8">
        <DialogTitle>{text.title(edition.number)}</DialogTitle>
        <DialogDescription className="mt-4">
          <p>
            {!changesAnything && changes.none}
            {changesAnything && !isLater && text.consequences}
            {changesAnything &&
              at !== null &&
              interpolate(text.consequencesLater, [<DateText key="date" at={at} withTime />])}
          </p>
          <Consequences edition={edition} decisions={decisions} />
          <ScheduledEditions edition={edition} isLater={isLater} />
        </DialogDescription>
        <RadioFields
          legend={text.when}
          options={[
            { value: 'now', label: text.now },
            { value: 'later', label: text.later },
          ]}
          value={isLater ? 'later' : 'now'}
          onChange={(value) => setIsLater(value === 'later')}
          className="mt-6"
        >
          {isLater && (
            <>
              <TextField
                ref={timeField}
                type="datetime-local"
                aria-label={text.time}
                aria-describedby={`${id}-time`}
                aria-invalid={isTimeMissing || undefined}
                value={time}
                min={formatFieldTime(Date.now())}
                max={formatFieldTime(Date.now() + maxAheadMs)}
                onChange={({ currentTarget }) => setTime(currentTarget.value)}
                className="mt-1"
              />
              <p id={`${id}-time`} className="pt-1 text-small text-soft">
                {at === null && !isTimeMissing && text.timeHint} {text.laterHint}
              </p>
            </>
          )}
        </RadioFields>
        <NoteField label={text.note} value={note} onChange={setNote} />
      </div>
      <DialogFooter
        notice={
          <div className="pb-3 empty:hidden">
            {isPending && text.working}
            {isTimeMissing && at === null && isLater && text.timeHint}
            {error && !isPending && <EditionError error={error} unknown={text.failed} />}
          </div>
        }
      >
        <Button ref={cancelButton} blocked={isPending} onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button tone="solid" blocked={isPending} onClick={confirm}>
          {isLater ? text.confirmLater : text.confirm}
        </Button>
      </DialogFooter>
    </DialogFrame>
  );
}

/** What happens to each plan and to the accounts on it. */
function Consequences({ edition, decisions }: Pick<PublishDialogProps, 'edition' | 'decisions'>) {
  const { dialog: text, changes } = useCatalogText();
  const {
    versions = [],
    earlier_versions: earlierVersions = [],
    add_ons: addOns = [],
    earlier_add_ons: earlierAddOns = [],
    renames = [],
  } = edition.difference ?? {};
  const renamed = new Map(renames.map(({ from, new_title }) => [from, new_title]));
  const shown = versions.filter((version) => version.kind !== 'changed' || isContentChanged(version));
  return (
    <ul className="mt-3">
      {[...shown, ...addOns].map((each) => (
        <li key={each.key} className="border-t border-line py-2">
          {each.kind === 'retired' && renamed.has(each.key)
            ? interpolate(text.renamed, [each.title, renamed.get(each.key)])
            : interpolate(text[each.kind], [each.title])}{' '}
          <AccountsEffect decided={each} requested={decisions[each.key]} />
        </li>
      ))}
      {[...earlierVersions, ...earlierAddOns].map((each) => (
        <li key={each.key} className="border-t border-line py-2">
          {interpolate(changes.earlier, [each.title])}:{' '}
          <AccountsEffect decided={each} requested={decisions[each.key]} />
        </li>
      ))}
    </ul>
  );
}
