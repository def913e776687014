'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CatalogText } from '@/components/catalog/catalog-text';
import { ChangePrice } from '@/components/changes/change-price';
import { ChangeSentence } from '@/components/changes/open-changes';
import { useChangeSubject } from '@/components/changes/use-change-subject';
import { useChangesText } from '@/components/changes/use-changes-text';
import { interpolate } from '@/components/i18n/interpolate';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DateText } from '@/components/ui/date-text';
import { ErrorMessage } from '@/components/ui/error-message';
import { NoteField } from '@/components/ui/note-field';
import { QueryStatus } from '@/components/ui/query-status';
import { Quote } from '@/components/ui/quote';
import { Section } from '@/components/ui/section';
import { Skeleton, SkeletonList } from '@/components/ui/skeleton';
import { SpokenSubject } from '@/components/ui/spoken-subject';
import { useOnline } from '@/components/ui/use-online';
import { useCancelChange } from '@/lib/client/decide-change';
import { openChangesQueryOptions } from '@/lib/client/queries';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import { useAccountsText } from './use-accounts-text';

/** What waits for a date, an owner or the host application. Support can cancel it. */
export function AccountChanges() {
  const { changes: text } = useAccountsText();
  const { canceled: canceledText, addOn } = useChangesText();
  const getSubject = useChangeSubject();
  const query = useQuery(openChangesQueryOptions());
  const [canceled, setCanceled] = useState<AccountChangeBody | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const changes = query.data?.payload;
  // Its button is gone, and the dialog is closed.
  useEffect(() => {
    if (canceled) status.current?.focus();
  }, [canceled]);
  return (
    <Section title={text.title}>
      <QueryStatus title={text.failed} query={query} headingLevel="h3">
        <SkeletonList rowCount={1} rowClassName="py-2.5">
          <Skeleton className="h-5 w-56" />
        </SkeletonList>
      </QueryStatus>
      {changes?.length === 0 && <p className="text-soft">{text.none}</p>}
      <ul className="wide:-mt-2.5">
        {changes?.map((change) => (
          <ChangeRow key={change.id} change={change} onCanceled={setCanceled} />
        ))}
      </ul>
      <p ref={status} role="status" tabIndex={-1}>
        {canceled &&
          interpolate(canceled.optional_feature ? addOn.canceled : canceledText, [getSubject(canceled)])}
      </p>
    </Section>
  );
}

interface ChangeRowProps {
  change: AccountChangeBody;
  onCanceled: (change: AccountChangeBody) => void;
}

function ChangeRow({ change, onCanceled }: ChangeRowProps) {
  const { changes: text } = useAccountsText();
  const [isOpen, setIsOpen] = useState(false);
  const online = useOnline();
  const subject = useChangeSubject()(change);
  const { created_by: by, created_at: at, reason, cancelable } = change;
  return (
    <li className="flex flex-wrap justify-between gap-x-8 gap-y-3 border-b border-line py-2.5">
      <div className="min-w-0">
        <p>
          <StaffSentence change={change} />
        </p>
        <p className="figures text-soft">
          <ChangePrice change={change} />
        </p>
        <p className="text-small text-soft">
          {interpolate(text.madeBy, [
            <bdi key="person">{by.name}</bdi>,
            <DateText key="at" at={at} withTime />,
          ])}
          {reason !== null && (
            <>
              {' '}
              <Quote>{reason}</Quote>
            </>
          )}
        </p>
      </div>
      {cancelable && (
        <div className="screen-only">
          <Button aria-haspopup="dialog" blocked={!online} onClick={() => setIsOpen(true)}>
            <span>
              {text.cancel.open}
              <SpokenSubject>{subject}</SpokenSubject>
            </span>
          </Button>
        </div>
      )}
      {isOpen && (
        <CancelDialog
          change={change}
          onClose={() => setIsOpen(false)}
          onCanceled={() => {
            setIsOpen(false);
            onCanceled(change);
          }}
        />
      )}
    </li>
  );
}

/** What happens and when, in words that do not address the customer. */
function StaffSentence({ change }: Pick<ChangeRowProps, 'change'>) {
  const { changes: text } = useAccountsText();
  const { requests } = useChangesText();
  const subject = useChangeSubject()(change);
  const { waits_for: waitsFor, origin, created_by: by } = change;
  if (waitsFor !== 'owner') {
    return <ChangeSentence change={{ ...change, origin: 'owner' }} />;
  }
  const title = <CatalogText key="subject">{subject}</CatalogText>;
  return origin === 'member'
    ? interpolate(requests.asks, [<bdi key="person">{by.name}</bdi>, title])
    : interpolate(text.notMade, [title]);
}

interface CancelDialogProps {
  change: AccountChangeBody;
  onClose: () => void;
  onCanceled: () => void;
}

/** A repeated request cancels the change once. */
function CancelDialog({ change, onClose, onCanceled }: CancelDialogProps) {
  const { cancel: text } = useAccountsText().changes;
  const { canceling, cancelFailed } = useChangesText();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { mutateAsync, isPending, error } = useCancelChange();
  const confirm = () => {
    const trimmed = reason.trim();
    setIsMissing(trimmed === '');
    if (trimmed !== '') mutateAsync({ id: change.id, reason: trimmed }).then(onCanceled, () => undefined);
  };
  return (
    <ConfirmDialog
      title={interpolate(text.title, [useChangeSubject()(change)])}
      description={text.body}
      error={
        error && (
          <p>
            {cancelFailed} <ErrorMessage error={error} />
          </p>
        )
      }
      labels={{ cancel: text.keep, confirm: text.open, pending: canceling }}
      isPending={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <NoteField
        label={text.reason}
        value={reason}
        onChange={setReason}
        required
        readOnly={isPending}
        error={isMissing && reason.trim() === '' && text.reasonMissing}
      />
    </ConfirmDialog>
  );
}
