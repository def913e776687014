'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiRequestError } from '@/lib/client/api-request';
import { getApprovalPath } from '@/lib/client/change-paths';
import { openCheckout } from '@/lib/client/changes';
import { startLiveUpdates } from '@/lib/client/live-updates';
import { publishMadeChange } from '@/lib/client/published-values';
import {
  type ChangeRequest,
  createRequest,
  getWaitingChange,
  isUndecided,
  useSendChange,
} from '@/lib/client/send-change';
import type { AccountChangeBody } from '@/lib/contract/account-changes';

/**
 * The state of an open dialog:
 * - `ready`: the user can confirm
 * - `sending`: the request is in flight
 * - `resending`: there was no response, and the same request is sent again
 * - `unanswered`: there was none again, and the user can send the same request
 * - `leaving`: the page of the host application that confirms the change is loading
 * - `failed`: the API rejected the change
 */
type ChangeStep = 'ready' | 'sending' | 'resending' | 'unanswered' | 'leaving' | 'failed';

export interface ChangeSessionInput<Shown, Difference> {
  /** Whether the user asks an owner. */
  asks: boolean;
  /** The ID of the change that waits for the owner. It is null for a new one. */
  approve: string | null;
  /** What the API says of the change. It is undefined while it is loaded. */
  latest: Shown | undefined;
  /** What differs from what the user sees. It is null for the same revision. */
  compare: (shown: Shown | null, latest: Shown) => Difference[] | null;
  /** What the user chose. Another choice has nothing to review. */
  choice: string;
  /** Whether the owner confirms it on a page of the host application. */
  isConfirmedByHost: (shown: Shown) => boolean;
  /** The request of a new change. `waits` is whether the owner or the host application decides. */
  toRequest: (shown: Shown, waits: boolean) => Pick<ChangeRequest, 'path' | 'body'>;
  /** Loads `latest` again. */
  refetch: () => Promise<unknown>;
  /** Nothing is confirmed without a reason. */
  needsReason?: boolean | undefined;
  /** `change` is what waits. It is null if the account has changed. */
  onDone: (shown: Shown, change: AccountChangeBody | null) => void;
}

const resendDelayMs = 1000;

/** What the user confirms in one open dialog, and how it is sent. Each confirmation is made at most once. */
export function useChangeSession<Shown extends Pick<ChangeRequest, 'revision'>, Difference>(
  input: ChangeSessionInput<Shown, Difference>,
) {
  const { asks, approve, latest, compare, choice, needsReason = false } = input;
  const { mutateAsync } = useSendChange();
  const [step, setStep] = useState<ChangeStep>('ready');
  const [error, setError] = useState<unknown>(null);
  const [reason, setReason] = useState('');
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const [shown, setShown] = useState(latest ?? null);
  const [differences, setDifferences] = useState<Difference[]>([]);
  const [comparedChoice, setComparedChoice] = useState(choice);
  /** The request without a response. */
  const unanswered = useRef<ChangeRequest>(null);
  const isMade = useRef(false);
  const isBusy = step === 'sending' || step === 'resending' || step === 'leaving';
  /** What is sent can't be changed. */
  const isLocked = isBusy || step === 'unanswered';

  if (choice !== comparedChoice) {
    setComparedChoice(choice);
    setDifferences([]);
  }
  // What is newer replaces what is shown, together with a list of what differs.
  const found = latest && !isLocked ? compare(shown, latest) : null;
  if (latest && found) {
    setShown(latest);
    setDifferences(found);
  }

  const isConfirmedByHost = shown !== null && input.isConfirmedByHost(shown);

  // The browser can restore the page with its open dialog.
  const resume = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted && step === 'leaving') setStep('ready');
  });
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => resume(event);
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  function buildRequest(confirmed: Shown) {
    const { revision } = confirmed;
    if (approve !== null) return { path: getApprovalPath(approve), revision };
    return { ...input.toRequest(confirmed, asks || isConfirmedByHost), revision };
  }

  /** Sends a request, and again with the same key if there is no response. */
  async function send(request: ChangeRequest): Promise<AccountChangeBody | null> {
    const isRepeated = unanswered.current !== null;
    try {
      const change = getWaitingChange(await mutateAsync(request));
      unanswered.current = null;
      return change;
    } catch (cause) {
      unanswered.current = isUndecided(cause, isRepeated) ? request : null;
      if (isRepeated || !unanswered.current) throw cause;
    }
    setStep('resending');
    await new Promise((resolve) => setTimeout(resolve, resendDelayMs));
    return send(request);
  }

  async function confirm() {
    if (shown === null || isBusy) return;
    const trimmed = reason.trim();
    const isMissing = needsReason && trimmed === '';
    setIsReasonMissing(isMissing);
    if (isMissing) return;
    setError(null);
    setDifferences([]);
    setStep(unanswered.current ? 'resending' : 'sending');
    try {
      const change = await send(unanswered.current ?? createRequest(buildRequest(shown), trimmed));
      if (change && openCheckout(change) === 'here') return setStep('leaving');
      // The line above the page shows what waits.
      publishMadeChange(change?.id ?? null);
      if (change) startLiveUpdates();
      isMade.current = true;
      input.onDone(shown, change);
    } catch (cause) {
      if (cause instanceof ApiRequestError && cause.code === 'preview_stale') {
        await input.refetch();
        return setStep('ready');
      }
      setError(cause);
      setStep(unanswered.current ? 'unanswered' : 'failed');
    }
  }

  return {
    asks,
    approve,
    shown,
    isConfirmedByHost,
    differences,
    step,
    error,
    isBusy,
    isLocked,
    /** Whether the change was made, or waits. */
    isMade,
    reason,
    setReason,
    needsReason,
    isReasonMissing: isReasonMissing && reason.trim() === '',
    confirm,
  };
}

export type ChangeSession = Omit<ReturnType<typeof useChangeSession>, 'shown'>;
