'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isOutcomeUnknown, Refusal } from '@/lib/client/failures';
import { announceSwitch, refreshAfterSwitch } from '@/lib/client/follow-switches';
import { historyOptions } from '@/lib/client/history';
import { resolveOutcome } from '@/lib/client/resolve-outcome';
import { useSwitchPreview } from '@/lib/client/switch-preview';
import { useSwitchVersion } from '@/lib/client/switch-version';
import { type Basis, basisOf, type Change, findChanges, type Outlook } from './find-changes';
import { makeKey } from './make-key';

/**
 * Where a dialog stands once it has asked:
 * `ready` for a yes; `switching`; `looking` in the history after an answer got lost, which ends in `not_done` (a retry is
 * safe), `unknown` (the history can't be read either) or `moved_on` (done, and switched again since); `failed` with a
 * plain no.
 */
export type Step = 'ready' | 'switching' | 'looking' | 'not_done' | 'unknown' | 'moved_on' | 'failed';

interface SessionInput {
  versionId: string;
  /** What the page showed when the dialog opened; null where it shows no such plan. */
  shown: Basis | null;
  onDone: (outlook: Outlook) => void;
  onBusy: (busy: boolean) => void;
}

/** One opened dialog: asks, shows, and switches once, however often the button is pressed. */
export function useSwitchSession({ versionId, shown, onDone, onBusy }: SessionInput) {
  const queryClient = useQueryClient();
  const preview = useSwitchPreview(versionId);
  const { mutateAsync } = useSwitchVersion();
  const [idempotencyKey] = useState(makeKey);
  const [sequenceBefore] = useState(() => {
    const newest = queryClient.getQueryData(historyOptions().queryKey)?.pages[0];
    return newest ? (newest.payload[0]?.sequence ?? 0) : null;
  });
  const [step, setStep] = useState<Step>('ready');
  const [failure, setFailure] = useState<unknown>(null);
  const [seen, setSeen] = useState<Outlook | null>(null);
  const [changes, setChanges] = useState<Change[]>([]);

  // A newer answer replaces what the reader sees and says what is different: yes was said to the older one.
  const latest = preview.data?.data;
  if (latest && latest.revision !== seen?.revision && step !== 'switching' && step !== 'looking') {
    const basis = seen ? basisOf(seen) : shown;
    const found = basis ? findChanges(basis, latest) : [];
    setChanges(seen && found.length === 0 ? ['other'] : found);
    setSeen(latest);
  }

  function go(next: Step) {
    setStep(next);
    onBusy(next === 'switching' || next === 'looking');
  }

  function finish(outlook: Outlook) {
    onBusy(false);
    onDone(outlook);
  }

  async function look(outlook: Outlook) {
    go('looking');
    const outcome = await resolveOutcome({ versionId, sequenceBefore });
    if (outcome === 'not_done' || outcome === 'unknown') return go(outcome);
    announceSwitch();
    void refreshAfterSwitch(queryClient);
    if (outcome === 'done') finish(outlook);
    else go('moved_on');
  }

  async function confirm() {
    if (!seen || step === 'switching' || step === 'looking') return;
    setFailure(null);
    setChanges([]);
    go('switching');
    try {
      await mutateAsync({ versionId, idempotencyKey, revision: seen.revision });
      finish(seen);
    } catch (error) {
      if (isOutcomeUnknown(error)) return look(seen);
      if (error instanceof Refusal && error.code === 'preview_stale') {
        await preview.refetch();
        return go('ready');
      }
      setFailure(error);
      go('failed');
    }
  }

  return { preview, seen, changes, step, failure, confirm, look };
}

export type SwitchSession = ReturnType<typeof useSwitchSession>;
