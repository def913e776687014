'use client';

import { type Ref, useRef, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { RevenueTotal } from '@/components/revenue/revenue-amounts';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DateText } from '@/components/ui/date-text';
import { DialogDescription, DialogFooter, DialogFrame, DialogTitle } from '@/components/ui/dialog-frame';
import { RadioFields } from '@/components/ui/form-fields';
import { NoteField } from '@/components/ui/note-field';
import { ApiRequestError } from '@/lib/client/api-request';
import { usePublishEdition, useWithdrawEdition } from '@/lib/client/catalog';
import type { Decision, EditionBody, EditionDetails } from '@/lib/contract/catalog-editions';
import type { RevenueBody } from '@/lib/contract/revenue';
import { hasChanges, isContentChanged } from './catalog-difference';
import { EditionError } from './edition-state';
import { AccountsEffect } from './existing-accounts';
import { ScheduledEditions } from './schedule-notice';
import { formatFieldTime, parseFieldTime, TimeField } from './time-field';
import type { Decisions } from './use-decisions';

interface PublishDialogProps extends EditionDialogProps {
  decisions: Decisions;
  /** Those that the edition does not have. */
  unsaved: Decisions;
  /** What accounts pay before and after. It is null until it is computed. */
  revenue: RevenueBody | null;
  onPublished: (edition: EditionBody) => void;
  /** The text or the live catalog has changed since. */
  onStale: () => void;
}

/** Confirms a publication, and names what happens to customers. */
export function PublishDialog(props: PublishDialogProps) {
  const { edition, decisions, unsaved, revenue, getFinalFocus, onClose, onPublished, onStale } = props;
  const { dialog: text, changes } = usePageText('staff').catalog;
  const { title: revenueTitle } = usePageText('staff').revenue;
  const { ui } = useText();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const timeField = useRef<HTMLInputElement>(null);
  const endField = useRef<HTMLInputElement>(null);
  // A scheduled edition keeps its time and its end unless the user chooses another.
  const [isLater, setIsLater] = useState(edition.publish_at !== null);
  const [time, setTime] = useState(
    edition.publish_at === null ? '' : formatFieldTime(edition.publish_at * 1000),
  );
  const [end, setEnd] = useState<ChosenEnd | null>(() => getChosenEnd(edition));
  const [note, setNote] = useState(edition.note);
  const [isAttempted, setIsAttempted] = useState(false);
  const publish = usePublishEdition(edition.id, onPublished);
  const { isPending, error } = publish;
  const changesAnything =
    edition.difference !== null && (hasChanges(edition.difference) || Object.keys(decisions).length > 0);
  const at = isLater ? parseFieldTime(time) : null;
  const endsAt = end && parseFieldTime(end.time, at);
  const isTimeMissing = isLater && at === null;
  const isEndMissing = end !== null && endsAt === null;
  const confirm = () => {
    setIsAttempted(true);
    if (isTimeMissing || isEndMissing) {
      (isTimeMissing ? timeField : endField).current?.focus();
      return;
    }
    const input = {
      etag: edition.etag,
      at,
      existing: unsaved,
      end: end && endsAt !== null ? { at: endsAt, existing: end.existing } : null,
      note,
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
          {revenue && revenue.accounts > 0 && (
            <div className="border-t border-line py-2">
              <p className="font-medium">{revenueTitle}</p>
              <RevenueTotal revenue={revenue} />
            </div>
          )}
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
            <TimeField
              ref={timeField}
              label={text.time}
              value={time}
              isInvalid={isAttempted && isTimeMissing}
              onChange={setTime}
            >
              {isTimeMissing && !isAttempted && text.timeHint} {text.laterHint}
            </TimeField>
          )}
        </RadioFields>
        <EndFields
          ref={endField}
          edition={edition}
          isLater={isLater}
          end={end}
          onChange={setEnd}
          isInvalid={isAttempted && isEndMissing}
        />
        <NoteField label={text.note} value={note} onChange={setNote} />
      </div>
      <DialogFooter
        notice={
          <div className="pb-3 empty:hidden">
            {isPending && text.working}
            {isAttempted && isTimeMissing && text.timeHint}
            {isAttempted && !isTimeMissing && isEndMissing && text.endTimeHint}
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

function getChosenEnd({ ends_at: at, ends_existing: existing }: EditionDetails): ChosenEnd | null {
  return at === null ? null : { time: formatFieldTime(at * 1000), existing: existing ?? 'keep' };
}

/** What happens to each plan and to the accounts on it. */
function Consequences({ edition, decisions }: Pick<PublishDialogProps, 'edition' | 'decisions'>) {
  const { dialog: text, changes } = usePageText('staff').catalog;
  const {
    versions = [],
    earlier_versions: earlierVersions = [],
    add_ons: addOns = [],
    earlier_add_ons: earlierAddOns = [],
    renames = [],
  } = edition.difference ?? {};
  const renamed = new Map(renames.map(({ from, new_title }) => [from, new_title]));
  // Most accounts on earlier generations stay as they are.
  const decided = [...earlierVersions, ...earlierAddOns].filter(
    ({ key, following_accounts: following }) => following > 0 || decisions[key] !== undefined,
  );
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
      {decided.map((each) => (
        <li key={each.key} className="border-t border-line py-2">
          {interpolate(changes.earlier, [each.title])}:{' '}
          <AccountsEffect decided={each} requested={decisions[each.key]} />
        </li>
      ))}
    </ul>
  );
}

/** When an edition ends, as the field has it, and what accounts do then. */
interface ChosenEnd {
  time: string;
  existing: Decision;
}

interface EndFieldsProps {
  ref: Ref<HTMLInputElement>;
  edition: EditionDetails;
  /** Whether another edition can be live when this one is published. */
  isLater: boolean;
  end: ChosenEnd | null;
  onChange: (end: ChosenEnd | null) => void;
  isInvalid: boolean;
}

/** Whether and when a publication ends. Renders nothing without an edition before it. */
function EndFields({ ref, edition, isLater, end, onChange, isInvalid }: EndFieldsProps) {
  const { dialog: text, existing, edition: formatEdition } = usePageText('staff').catalog;
  const live = edition.live_edition;
  if (!live) return null;
  return (
    <>
      <RadioFields
        legend={text.end}
        options={[
          { value: 'never', label: text.endNever },
          { value: 'later', label: text.endLater },
        ]}
        value={end ? 'later' : 'never'}
        onChange={(value) => onChange(value === 'never' ? null : { time: '', existing: 'keep' })}
        className="mt-6"
      >
        {end && (
          <TimeField
            ref={ref}
            label={text.endTime}
            value={end.time}
            isInvalid={isInvalid}
            onChange={(time) => onChange({ ...end, time })}
          >
            {isLater ? text.endHintLater : text.endHint(formatEdition(live.number))}
          </TimeField>
        )}
      </RadioFields>
      {end && (
        <RadioFields
          legend={text.endExisting}
          options={[
            { value: 'keep', label: existing.keep },
            { value: 'keep_price', label: existing.keep_price },
            { value: 'follow', label: existing.follow },
            { value: 'follow_renewal', label: existing.follow_renewal },
          ]}
          value={end.existing}
          onChange={(decision) => onChange({ ...end, existing: decision })}
          className="mt-4"
        >
          <p className="text-small text-soft">{text.endMeans[end.existing]}</p>
        </RadioFields>
      )}
    </>
  );
}

interface EditionDialogProps {
  edition: EditionDetails;
  getFinalFocus: () => HTMLElement | null;
  onClose: () => void;
}

interface WithdrawDialogProps extends EditionDialogProps {
  kind: 'discard' | 'cancel';
  onDone: (result: EditionBody | 'discarded') => void;
}

/** Asks before an edition is discarded, or a scheduled one becomes a draft again. */
export function WithdrawDialog({ edition, kind, onDone, ...dialog }: WithdrawDialogProps) {
  const { cancelSchedule, cancelDialog, discard, discardDialog, ends } = usePageText('staff').catalog;
  const { id, etag, number, state, ends_edition: ended } = edition;
  const request = useWithdrawEdition(id, kind, onDone);
  const isScheduled = state === 'scheduled';
  const isDiscard = kind === 'discard';
  const text = isDiscard ? discardDialog : cancelDialog;
  return (
    <ConfirmDialog
      {...dialog}
      title={text.title(number)}
      description={
        <>
          {isDiscard && isScheduled ? discardDialog.scheduledBody : text.body}{' '}
          {isScheduled && ended && ends.canceled(ended.number)}
        </>
      }
      error={request.error && <EditionError error={request.error} />}
      labels={{
        ...(!isDiscard && { cancel: cancelDialog.keep }),
        confirm: isDiscard ? discard : cancelSchedule,
        pending: text.working,
      }}
      isPending={request.isPending}
      onConfirm={() => request.mutate({ etag })}
    />
  );
}
