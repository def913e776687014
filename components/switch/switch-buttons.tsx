'use client';

import type { RefObject } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { BlockerMessage } from '@/components/ui/blocker-message';
import { Button } from '@/components/ui/button';
import { DateText } from '@/components/ui/date-text';
import { DialogFooter, DialogNotice } from '@/components/ui/dialog-frame';
import { ErrorMessage } from '@/components/ui/error-message';
import { useOnline } from '@/components/ui/use-online';
import type { SwitchSession } from './use-switch-session';
import { useSwitchingText } from './use-switching-text';
import type { When } from './when-field';

interface SwitchButtonsProps {
  session: SwitchSession;
  when: When;
  cancelButton: RefObject<HTMLButtonElement | null>;
  nothingToConfirm: boolean;
  /** The plan to switch to, or the label of the confirm button. Null if it is unknown. */
  target: string | null;
  isPlan: boolean;
  currentTitle: string | null;
  onClose: () => void;
}

/** The notice, cancel and confirm. The confirm button stays the same element while its label changes, so that it keeps the focus. */
export function SwitchButtons(props: SwitchButtonsProps) {
  const { session, when, cancelButton, target, isPlan, currentTitle, onClose } = props;
  const online = useOnline();
  const { step, preview, changes, readOnlyReason } = session;
  const busy = step === 'switching' || step === 'leaving' || step === 'checking';
  // Nothing to confirm: not allowed, already on the plan, or switched meanwhile.
  const nothingToConfirm =
    step === 'moved_on' ||
    (preview !== null && !session.isAllowed) ||
    props.nothingToConfirm ||
    target === null;
  const outcomeUnknown = step === 'unknown';
  return (
    <DialogFooter notice={<SwitchNotice session={session} />}>
      <Button ref={cancelButton} blocked={busy} onClick={onClose}>
        <CancelLabel closes={nothingToConfirm || outcomeUnknown} currentTitle={currentTitle} />
      </Button>
      {!nothingToConfirm && (
        <Button
          tone="solid"
          blocked={
            busy ||
            !preview ||
            !online ||
            readOnlyReason !== null ||
            !session.isCurrent ||
            when.effective === null
          }
          onClick={() => void (outcomeUnknown && preview ? session.checkOutcome(preview) : session.confirm())}
        >
          <ConfirmLabel
            session={session}
            when={when}
            again={changes.length > 0}
            target={target}
            isPlan={isPlan}
          />
        </Button>
      )}
    </DialogFooter>
  );
}

/** The state of the switch, where it needs attention. */
function SwitchNotice({ session }: { session: SwitchSession }) {
  const { step, changes, error, preview, readOnlyReason } = session;
  const switching = useSwitchingText();
  const online = useOnline();
  const { unknown } = switching;
  const undoBlockers: Record<string, string> = switching.undo.blockers;
  if (step === 'checking') return <DialogNotice title={unknown.title} lines={[unknown.checking]} />;
  if (step === 'unknown') return <DialogNotice title={unknown.title} lines={[unknown.historyUnavailable]} />;
  if (step === 'not_done') return <DialogNotice title={switching.failed} lines={[unknown.notSwitched]} />;
  if (step === 'moved_on') return <DialogNotice title={unknown.switchedAgain} />;
  if (step === 'failed') {
    return <DialogNotice title={switching.failed} lines={[<ErrorMessage key="error" error={error} />]} />;
  }
  if (preview && !session.isAllowed) {
    return (
      <DialogNotice
        title={session.isUndo ? switching.undo.notAllowed : switching.notAllowed}
        lines={preview.blockers.map(
          (blocker) =>
            undoBlockers[blocker.code] ?? (
              <BlockerMessage key={blocker.code} blocker={blocker} plan={preview.to} />
            ),
        )}
      />
    );
  }
  if (readOnlyReason !== null) return <DialogNotice title={readOnlyReason} />;
  if (!online && step === 'ready') return <DialogNotice title={switching.offline} />;
  if (changes.length > 0 && step === 'ready') {
    const changeTexts = changes.map((change) => switching.changed[change]);
    return (
      <DialogNotice title={switching.changed.title} lines={[...changeTexts, switching.changed.review]} />
    );
  }
  return null;
}

/** In characters. The buttons stay in view, so a longer title would cover the dialog. The dialog states it in full above. */
const maxButtonTitleLength = 40;

function shortenTitle(title: string): string {
  const characters = [...title];
  if (characters.length <= maxButtonTitleLength) return title;
  return `${characters.slice(0, maxButtonTitleLength - 1).join('')}…`;
}

function CancelLabel({ closes, currentTitle }: { closes: boolean; currentTitle: string | null }) {
  const switching = useSwitchingText();
  if (closes) return switching.close;
  if (!currentTitle) return switching.cancel;
  return <span>{interpolate(switching.keep, [shortenTitle(currentTitle)])}</span>;
}

function ConfirmLabel({
  session,
  when,
  again,
  target,
  isPlan,
}: {
  session: SwitchSession;
  when: When;
  again: boolean;
  target: string;
  isPlan: boolean;
}) {
  const switching = useSwitchingText();
  if (session.step === 'leaving') return switching.continuing;
  if (session.step === 'switching' || session.step === 'checking') {
    return session.asks || when.at !== null ? switching.sending : switching.switching;
  }
  if (session.step === 'unknown') return switching.unknown.checkAgain;
  if (session.step === 'not_done' || session.step === 'failed') return switching.tryAgain;
  if (session.isUndo) return switching.undo.confirm;
  if (session.isConfirmedByHost) return switching.continueToPayment;
  if (session.asks) {
    return isPlan ? (
      <span>{interpolate(switching.ask.confirm, [shortenTitle(target)])}</span>
    ) : (
      switching.ask.send
    );
  }
  if (when.at !== null)
    return <span>{interpolate(switching.when.confirm, [<DateText key="at" at={when.at} />])}</span>;
  if (!isPlan) return target;
  return (
    <span>{interpolate(again ? switching.confirmAgain : switching.confirm, [shortenTitle(target)])}</span>
  );
}
