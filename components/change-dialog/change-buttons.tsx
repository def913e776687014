'use client';

import type { ReactNode } from 'react';
import { useSwitchingText } from '@/components/switch/use-switching-text';
import { Button } from '@/components/ui/button';
import { DialogFooter, DialogNotice, useChangeDialog } from '@/components/ui/dialog-frame';
import { ErrorMessage } from '@/components/ui/error-message';
import { useOnline } from '@/components/ui/use-online';
import type { ChangeSession } from './use-change-session';

interface ChangeButtonsProps {
  session: Omit<ChangeSession, 'differences'>;
  onClose: () => void;
  /** Why there is nothing to confirm, or nothing is said about it. Null if the change can be confirmed. */
  obstacle: { notice: ReactNode } | null;
  /** Why nothing can be confirmed here. The button is shown. */
  readOnlyReason?: string | null;
  /** Whether everything that the user confirms is loaded and chosen. */
  isComplete: boolean;
  /** What differs from what the user saw, in sentences. Null if nothing does. */
  differences: string[] | null;
  labels: {
    /** Closes the dialog without the change. */
    keep: ReactNode;
    confirm: ReactNode;
    sending: string;
    failed: string;
    unknown: string;
    /** After an error of the API. */
    unchanged?: string;
  };
}

/**
 * The notice, cancel and confirm of a dialog that changes the account. The confirm button stays the same element while its label
 * changes, so that it keeps the focus.
 */
export function ChangeButtons(props: ChangeButtonsProps) {
  const { session, onClose, obstacle, readOnlyReason = null, isComplete, labels } = props;
  const { step, isBusy } = session;
  const { cancelButton } = useChangeDialog();
  const switching = useSwitchingText();
  const online = useOnline();
  const confirmLabels = {
    ready: labels.confirm,
    sending: labels.sending,
    resending: labels.sending,
    unanswered: switching.tryAgain,
    leaving: switching.continuing,
    failed: switching.tryAgain,
  };
  return (
    <DialogFooter notice={<ChangeNotice {...props} online={online} />}>
      <Button ref={cancelButton} blocked={isBusy} onClick={onClose}>
        {obstacle || step === 'unanswered' ? switching.close : labels.keep}
      </Button>
      {!obstacle && (
        <Button
          tone="solid"
          blocked={isBusy || !online || !isComplete || readOnlyReason !== null}
          onClick={() => void session.confirm()}
        >
          {confirmLabels[step]}
        </Button>
      )}
    </DialogFooter>
  );
}

type ChangeNoticeProps = ChangeButtonsProps & { online: boolean };

/** The state of the change, where it needs attention. */
function ChangeNotice(props: ChangeNoticeProps) {
  const { session, obstacle, readOnlyReason, differences, labels, online } = props;
  const { step, error } = session;
  const { unknown, changed, offline } = useSwitchingText();
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
  if (obstacle) return obstacle.notice;
  if (readOnlyReason) return <DialogNotice title={readOnlyReason} />;
  if (!online) return <DialogNotice title={offline} />;
  if (differences) return <DialogNotice title={changed.title} lines={[...differences, changed.review]} />;
  return null;
}
