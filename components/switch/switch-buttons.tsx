'use client';

import type { ReactNode, RefObject } from 'react';
import { fillPhrase } from '@/components/text/fill-phrase';
import { useText } from '@/components/text/text-provider';
import { Button } from '@/components/ui/button';
import { useOnline } from '@/components/ui/use-online';
import type { SwitchSession } from './use-switch-session';

interface SwitchButtonsProps {
  session: SwitchSession;
  keepButton: RefObject<HTMLButtonElement | null>;
  target: string | null;
  kept: string | null;
  onClose: () => void;
}

/** Two ways out, the safe one first. The second stays the same element while it changes its words, and keeps the focus. */
export function SwitchButtons({ session, keepButton, target, kept, onClose }: SwitchButtonsProps) {
  const { switching } = useText();
  const online = useOnline();
  const { step, seen, changes } = session;
  const busy = step === 'switching' || step === 'looking';
  // Nothing to say yes to: refused, there already, or settled meanwhile.
  const settled =
    step === 'moved_on' ||
    (seen !== null && (!seen.allowed || seen.from?.id === seen.to.id)) ||
    target === null;
  const undecided = step === 'unknown';
  return (
    <div className="sticky bottom-0 mt-auto flex flex-col gap-3 border-t border-line bg-raised px-5 py-4 narrow:flex-row narrow:flex-wrap narrow:justify-end narrow:px-8">
      <Button ref={keepButton} blocked={busy} onClick={onClose}>
        {settled || undecided || !kept ? (
          settled || undecided ? (
            switching.close
          ) : (
            switching.cancel
          )
        ) : (
          <span>{fillPhrase(switching.keep, [<bdi key="kept">{kept}</bdi>])}</span>
        )}
      </Button>
      {!settled && (
        <Button
          tone="solid"
          blocked={busy || !seen || !online}
          onClick={() => void (undecided && seen ? session.look(seen) : session.confirm())}
        >
          <Label session={session} again={changes.length > 0} target={<bdi>{target}</bdi>} />
        </Button>
      )}
    </div>
  );
}

function Label({ session, again, target }: { session: SwitchSession; again: boolean; target: ReactNode }) {
  const { switching } = useText();
  if (session.step === 'switching' || session.step === 'looking') return switching.switching;
  if (session.step === 'unknown') return switching.unknown.look;
  if (session.step === 'not_done' || session.step === 'failed') return switching.tryAgain;
  return <span>{fillPhrase(again ? switching.confirmAgain : switching.confirm, [target])}</span>;
}
