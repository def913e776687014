'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, type RefObject, use, useRef } from 'react';
import { CatalogTextContext } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { useLazyText, useText } from '@/components/i18n/text-provider';
import { Button } from '@/components/ui/button';
import { AppDate } from '@/components/ui/date-text';
import {
  DialogDescription,
  DialogFooter,
  DialogFrame,
  DialogNotice,
  DialogTitle,
} from '@/components/ui/dialog-frame';
import { ErrorMessage } from '@/components/ui/error-message';
import { NoteField } from '@/components/ui/note-field';
import { linkClassName } from '@/components/ui/text-link';
import { useOnline } from '@/components/ui/use-online';
import type { ChangeSession } from './use-change-session';

/** A script of its own, because most changes have no request. */
const RequestSentence = dynamic(() => import('./request-sentence').then((module) => module.RequestSentence));

interface ChangeDialogProps {
  session: ChangeSession;
  /** Returns the button that opens the dialog, which gets the focus if nothing was changed. */
  getOpener: () => HTMLElement | null;
  /** The confirmation on the page, which gets the focus after a change. */
  noticeRef: RefObject<HTMLElement | null>;
  onClose: () => void;
  title: ReactNode;
  /** What is paid instead, as a sentence. It is null if it is unknown. */
  price: ReactNode;
  description: ReactNode;
  /** What the user chooses, and what the change does. */
  children: ReactNode;
  /** The plan or add-on that a member asks for. It is null if it has no name. */
  subject: string | null;
  /** Why the change can't be made. */
  blocked: { title: ReactNode; lines?: ReactNode[] } | null;
  /** Why nothing can be confirmed here. The button is shown. */
  readOnlyReason?: string | null;
  /** Whether everything that the user confirms is loaded and chosen. */
  isComplete: boolean;
  /** What differs from what the user saw, in sentences. */
  differences?: string[];
  labels: {
    /** Closes the dialog without the change. */
    keep: ReactNode;
    /** The value is null if there is nothing to confirm. */
    confirm: ReactNode;
    sending: string;
    failed: string;
    unknown: string;
    /** What is shown after an error of the API. */
    unchanged?: string;
  };
}

/** Asks before the account is changed: a plan, its users or an add-on, or the undo of that. Open while it is rendered. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { session, getOpener, noticeRef, onClose, title, price, description, children } = props;
  const { subject, blocked, readOnlyReason = null, isComplete, labels } = props;
  const { step, asks, approve, isBusy } = session;
  const switching = useLazyText('switching').switching;
  const { ui } = useText();
  const online = useOnline();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const isConfirmable = blocked === null && labels.confirm !== null;
  const ask =
    subject === null ? (
      switching.ask.send
    ) : (
      <span>{interpolate(switching.ask.confirm, [shortenTitle(subject)])}</span>
    );
  const ownConfirm = asks ? ask : labels.confirm;
  const confirm = session.isConfirmedByHost ? switching.continueToPayment : ownConfirm;
  const sending = asks ? switching.sending : labels.sending;
  const confirmLabels = {
    ready: confirm,
    sending,
    resending: sending,
    unanswered: ui.tryAgain,
    leaving: switching.continuing,
    failed: ui.tryAgain,
  };
  return (
    <DialogFrame
      cancelButton={cancelButton}
      // The change may have removed the button that opened the dialog.
      getFinalFocus={() =>
        session.isMade.current
          ? (noticeRef.current ?? document.querySelector<HTMLElement>('[data-made-change]'))
          : getOpener()
      }
      onClose={() => {
        if (!isBusy) onClose();
      }}
    >
      <div className="grow px-5 pt-10 pb-8 narrow:px-8 narrow:pt-8">
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription className="mt-1 text-soft">
          {approve !== null && <RequestSentence id={approve} />}
          {price !== null && (
            <p className="figures pb-1 text-lead text-ink">
              <bdi>{price}</bdi>
            </p>
          )}
          {description}
        </DialogDescription>
        {children}
      </div>
      <DialogFooter notice={<ChangeNotice {...props} isConfirmable={isConfirmable} online={online} />}>
        <Button ref={cancelButton} blocked={isBusy} onClick={onClose}>
          {!isConfirmable || step === 'unanswered' ? switching.close : labels.keep}
        </Button>
        {isConfirmable && (
          // It stays the same element while its label changes, so that it keeps the focus.
          <Button
            tone="solid"
            blocked={isBusy || !online || !isComplete || readOnlyReason !== null}
            onClick={() => void session.confirm()}
          >
            {confirmLabels[step]}
          </Button>
        )}
      </DialogFooter>
    </DialogFrame>
  );
}

/**
 * Number of characters. The buttons stay in view, so a longer title would cover the dialog. The dialog states it in full above.
 */
const maxButtonTitleLength = 40;

export function shortenTitle(title: string): string {
  const characters = [...title];
  if (characters.length <= maxButtonTitleLength) return title;
  return `${characters.slice(0, maxButtonTitleLength - 1).join('')}…`;
}

interface EffectiveSentenceProps {
  session: ChangeSession;
  /** Time in Unix seconds. It is null for a change that is not scheduled. */
  at?: number | null;
  isFree?: boolean;
}

/** When a change takes effect. */
export function EffectiveSentence({ session, at = null, isFree = false }: EffectiveSentenceProps) {
  const { ask, when, afterPayment, effective } = useLazyText('switching').switching;
  if (session.asks) return ask.effective;
  if (session.isConfirmedByHost) return afterPayment;
  return (
    <>
      {at === null ? effective : interpolate(when.effective, [<AppDate key="at" at={at} />])}
      {!session.needsReason && !isFree && <BilledBy />}
    </>
  );
}

/** Who knows what is due: "Larder bills you.", with a link to the bills if there is one. */
function BilledBy() {
  const { provider, billingUrl } = use(CatalogTextContext);
  const { billedBy } = useLazyText('switching').switching;
  if (provider === '') return null;
  const text = interpolate(billedBy, [<bdi key="provider">{provider}</bdi>]);
  return (
    <>
      {' '}
      {billingUrl === null ? (
        text
      ) : (
        <a href={billingUrl} className={linkClassName}>
          {text}
        </a>
      )}
    </>
  );
}

/** The reason of the change, which the history shows, or a note for the owner who is asked. */
export function ReasonField({ session }: { session: ChangeSession }) {
  const { reason, setReason, needsReason, isReasonMissing, isLocked, asks } = session;
  const text = useLazyText('switching').switching;
  const optionalLabel = asks ? text.ask.note : text.reason;
  return (
    <NoteField
      label={needsReason ? text.requiredReason : optionalLabel}
      value={reason}
      onChange={setReason}
      required={needsReason}
      readOnly={isLocked}
      error={isReasonMissing && text.reasonMissing}
    />
  );
}

interface ChangeNoticeProps extends ChangeDialogProps {
  isConfirmable: boolean;
  online: boolean;
}

/** The state of the change, where it needs attention. */
function ChangeNotice(props: ChangeNoticeProps) {
  const { session, blocked, isConfirmable, readOnlyReason, differences = [], labels, online } = props;
  const { step, error } = session;
  const { unknown, changed, offline } = useLazyText('switching').switching;
  const cause = <ErrorMessage key="error" error={error} />;
  if (step === 'resending') return <DialogNotice title={labels.unknown} lines={[unknown.resending]} />;
  if (step === 'unanswered') return <DialogNotice title={labels.unknown} lines={[cause, unknown.resend]} />;
  if (step === 'failed') {
    return (
      <DialogNotice
        title={labels.failed}
        lines={labels.unchanged === undefined ? [cause] : [cause, labels.unchanged]}
      />
    );
  }
  if (step !== 'ready') return null;
  if (blocked) return <DialogNotice {...blocked} />;
  if (!isConfirmable) return null;
  if (readOnlyReason) return <DialogNotice title={readOnlyReason} />;
  if (!online) return <DialogNotice title={offline} />;
  if (session.differences.length === 0) return null;
  return <DialogNotice title={changed.title} lines={[...differences, changed.review]} />;
}
