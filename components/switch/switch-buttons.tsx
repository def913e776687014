'use client';

import { ChangeButtons } from '@/components/change-dialog/change-buttons';
import { interpolate } from '@/components/i18n/interpolate';
import { BlockerMessage } from '@/components/ui/blocker-message';
import { DateText } from '@/components/ui/date-text';
import { DialogNotice } from '@/components/ui/dialog-frame';
import type { SwitchSession } from './use-switch-session';
import { useSwitchingText } from './use-switching-text';
import type { When } from './when-field';

interface SwitchButtonsProps {
  session: SwitchSession;
  when: When;
  nothingToConfirm: boolean;
  /** The plan to switch to, or the label of the confirm button. Null if it is unknown. */
  target: string | null;
  isPlan: boolean;
  currentTitle: string | null;
  onClose: () => void;
}

/** The notice and the buttons of a switch. */
export function SwitchButtons(props: SwitchButtonsProps) {
  const { session, when, target, isPlan, currentTitle, onClose } = props;
  const { differences, asks } = session;
  const switching = useSwitchingText();
  const isRefused = session.preview !== null && !session.isAllowed;
  return (
    <ChangeButtons
      session={session}
      onClose={onClose}
      obstacle={
        isRefused
          ? { notice: <RefusalNotice session={session} /> }
          : props.nothingToConfirm || target === null
            ? { notice: null }
            : null
      }
      readOnlyReason={session.readOnlyReason}
      isComplete={session.isCurrent && when.effective !== null}
      differences={
        differences.length > 0 ? differences.map((difference) => switching.changed[difference]) : null
      }
      labels={{
        keep: currentTitle ? (
          <span>{interpolate(switching.keep, [shortenTitle(currentTitle)])}</span>
        ) : (
          switching.cancel
        ),
        confirm: target !== null && (
          <ConfirmLabel
            session={session}
            when={when}
            again={differences.length > 0}
            target={target}
            isPlan={isPlan}
          />
        ),
        sending: asks || when.at !== null ? switching.sending : switching.switching,
        failed: switching.failed,
        unknown: switching.unknown.title,
      }}
    />
  );
}

/** Why the account can't be switched. */
function RefusalNotice({ session }: Pick<SwitchButtonsProps, 'session'>) {
  const { preview, isUndo, isConfirmedByHost } = session;
  const switching = useSwitchingText();
  const undoBlockers: Record<string, string> = switching.undo.blockers;
  if (!preview) return null;
  const lines = preview.blockers.map(
    (blocker) =>
      undoBlockers[blocker.code] ?? <BlockerMessage key={blocker.code} blocker={blocker} plan={preview.to} />,
  );
  return (
    <DialogNotice
      title={isUndo ? switching.undo.notAllowed : switching.notAllowed}
      lines={isUndo && isConfirmedByHost ? [...lines, undoBlockers.confirmation_required] : lines}
    />
  );
}

/** In characters. The buttons stay in view, so a longer title would cover the dialog. The dialog states it in full above. */
const maxButtonTitleLength = 40;

function shortenTitle(title: string): string {
  const characters = [...title];
  if (characters.length <= maxButtonTitleLength) return title;
  return `${characters.slice(0, maxButtonTitleLength - 1).join('')}…`;
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
