'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useNamePlan } from '@/components/pricing/use-plan-names';
import { publishAccountChange } from '@/lib/client/account-mutations';
import { ApiRequestError, isOutcomeUnknown } from '@/lib/client/api-request';
import {
  type Effective,
  findSentChange,
  openCheckout,
  useApproveChange,
  useCreateChange,
} from '@/lib/client/changes';
import { createIdempotencyKey } from '@/lib/client/idempotency-key';
import { getQueriedAccount } from '@/lib/client/query-client';
import { resolveSwitchOutcome, useSwitchPreview, useVersionSwitch } from '@/lib/client/version-switch';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { HistoryEntry } from '@/lib/contract/history';
import type { SwitchPreview } from '@/lib/contract/switch';
import {
  findPreviewChanges,
  type PreviewBaseline,
  type PreviewChange,
  type SwitchPreviewData,
  toBaseline,
} from './switch-summary';

/**
 * The state of an open dialog:
 * - `ready`: the user can confirm
 * - `leaving`: the page of the host application that confirms the switch is loading
 * - `switching`: the request is in flight
 * - `checking`: the response was lost, and the history shows whether the switch was made. Ends in success or in one of:
 *   - `not_done`: no switch was made, and a retry is safe
 *   - `unknown`: the history could not be read
 *   - `moved_on`: the switch was made, and the plan was switched again since
 * - `failed`: the API rejected the switch
 */
type SwitchStep =
  | 'ready'
  | 'switching'
  | 'leaving'
  | 'checking'
  | 'not_done'
  | 'unknown'
  | 'moved_on'
  | 'failed';

interface SwitchSessionInput {
  versionId: string;
  /** The history entry to undo. Null for an ordinary switch. */
  undo: string | null;
  /** Null for the account's. */
  period: BillingPeriod | null;
  /** The number of users to set. Null for the account's. */
  users: number | null;
  /** Null while it is not chosen. */
  effective: Effective | null;
  /** The ID of the change that waits for the owner. Null for a new switch. */
  approve: string | null;
  /** Whether the user asks an owner. */
  asks: boolean;
  /** The plans that the page showed when the dialog opened. Null when it showed no such plan. */
  displayed: PreviewBaseline | null;
  /** The newest history entry when the dialog opened. Null if there was none or it was not loaded. */
  newestEntry: HistoryEntry | null;
  /** `change` is null if the switch was made. */
  onDone: (preview: SwitchPreviewData, change: AccountChangeBody | null) => void;
  onBusy: (busy: boolean) => void;
  readOnly?: ReadOnlySwitch | undefined;
  /** Nothing is confirmed without a reason. */
  needsReason?: boolean | undefined;
}

/** A preview to look at, in the product preview. It is not loaded from the API, and nothing can be confirmed. */
export interface ReadOnlySwitch {
  preview: SwitchPreview;
  reason: string;
}

/** The state of one open dialog. All confirmations share one idempotency key, so that the account switches at most once. */
export function useSwitchSession(input: SwitchSessionInput) {
  const { versionId, undo, period, users, effective, approve, asks, displayed, newestEntry } = input;
  const { onDone, onBusy, readOnly, needsReason = false } = input;
  const queryClient = useQueryClient();
  const previewQuery = useSwitchPreview(versionId, {
    undo,
    billingPeriod: period ?? undefined,
    users: useSettled(users) ?? undefined,
    fixed: readOnly?.preview,
  });
  const { mutateAsync: switchVersion } = useVersionSwitch();
  const { mutateAsync: createChange } = useCreateChange();
  const { mutateAsync: approveChange } = useApproveChange();
  const [idempotencyKey, setIdempotencyKey] = useState(createIdempotencyKey);
  // An account without a plan has no history.
  const [sequenceBefore] = useState(newestEntry?.sequence ?? (displayed && !displayed.from ? 0 : null));
  // Part of the request that the idempotency key belongs to, so it can't be changed after the first attempt.
  const [reason, setReason] = useState('');
  const [isReasonSent, setIsReasonSent] = useState(false);
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const [step, setStep] = useState<SwitchStep>('ready');
  const [error, setError] = useState<unknown>(null);
  const [preview, setPreview] = useState<SwitchPreviewData | null>(null);
  const [changes, setChanges] = useState<PreviewChange[]>([]);

  // Another period is another switch.
  const [previewedPeriod, setPreviewedPeriod] = useState(period);
  if (period !== previewedPeriod) {
    setPreviewedPeriod(period);
    setIdempotencyKey(createIdempotencyKey());
    setPreview(null);
    setChanges([]);
  }

  // Another number of users too. The displayed preview stays until there is one for that number.
  const [previewedUsers, setPreviewedUsers] = useState(users);
  if (users !== previewedUsers) {
    setPreviewedUsers(users);
    setIdempotencyKey(createIdempotencyKey());
    setChanges([]);
  }

  // So is another time.
  const [requestedEffective, setRequestedEffective] = useState(effective);
  if (effective !== requestedEffective) {
    setRequestedEffective(effective);
    setIdempotencyKey(createIdempotencyKey());
  }

  // A newer preview replaces the displayed one, together with a list of what changed.
  const latest = useNamedPreview(previewQuery.data?.data);
  const isForOtherUsers = latest?.users !== preview?.users;
  const isNewer = isForOtherUsers || latest?.revision !== preview?.revision;
  const isLatest = period === previewedPeriod && isNewer;
  if (latest && isLatest && step !== 'switching' && step !== 'leaving' && step !== 'checking') {
    const baseline = preview ? toBaseline(preview) : displayed;
    const found = baseline ? findPreviewChanges(baseline, latest) : [];
    setChanges(preview && found.length === 0 ? (isForOtherUsers ? [] : ['other']) : found);
    setPreview(latest);
  }

  /** Whether the displayed preview is for the chosen number of users. */
  const isCurrent = users === null || readOnly !== undefined || preview?.users === users;

  function goTo(next: SwitchStep) {
    setStep(next);
    onBusy(next === 'switching' || next === 'leaving' || next === 'checking');
  }

  function finish(confirmed: SwitchPreviewData, change: AccountChangeBody | null) {
    if (change && openCheckout(change) === 'here') return goTo('leaving');
    onBusy(false);
    onDone(confirmed, change?.state === 'applied' ? null : change);
  }

  // The browser can restore the page with its open dialog.
  const resume = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted && step === 'leaving') goTo('ready');
  });
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => resume(event);
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  /** Whether confirming makes the switch, instead of a change that waits. */
  const isSwitch = (confirmed: SwitchPreviewData) =>
    approve === null && !asks && !confirmed.confirmation_required && (undo !== null || effective === 'now');

  async function send(confirmed: SwitchPreviewData): Promise<AccountChangeBody | null> {
    const { revision, billing_period: billingPeriod } = confirmed;
    const request = { idempotencyKey, revision };
    if (approve !== null) return (await approveChange({ id: approve, ...request })).data;
    const trimmed = reason.trim();
    if (isSwitch(confirmed)) {
      await switchVersion({ versionId, undo, billingPeriod, users, reason: trimmed, ...request });
      return null;
    }
    const change = { versionId, billingPeriod, users: getNewUsers(confirmed), effective: effective ?? 'now' };
    return (await createChange({ ...change, reason: trimmed, ...request })).data;
  }

  async function checkChange(confirmed: SwitchPreviewData) {
    const billingPeriod = confirmed.billing_period;
    const sent = { approved: approve, versionId, billingPeriod, users: getNewUsers(confirmed) };
    try {
      const change = await findSentChange(
        { ...sent, effective: effective ?? 'now' },
        getQueriedAccount(queryClient),
      );
      if (!change) return goTo('not_done');
      void publishAccountChange(queryClient);
      finish(confirmed, change);
    } catch {
      goTo('unknown');
    }
  }

  async function checkOutcome(confirmed: SwitchPreviewData) {
    goTo('checking');
    if (!isSwitch(confirmed)) return checkChange(confirmed);
    const billingPeriod = confirmed.billing_period;
    const outcome = await resolveSwitchOutcome({
      versionId,
      billingPeriod,
      users: confirmed.users,
      sequenceBefore,
      account: getQueriedAccount(queryClient),
    });
    if (outcome === 'not_done' || outcome === 'unknown') return goTo(outcome);
    void publishAccountChange(queryClient);
    if (outcome === 'done') finish(confirmed, null);
    else goTo('moved_on');
  }

  async function confirm() {
    if (!preview || !isCurrent || readOnly) return;
    if (step === 'switching' || step === 'leaving' || step === 'checking') return;
    const isMissing = needsReason && reason.trim() === '';
    setIsReasonMissing(isMissing);
    if (isMissing) return;
    setError(null);
    setChanges([]);
    goTo('switching');
    setIsReasonSent(true);
    try {
      finish(preview, await send(preview));
    } catch (cause) {
      if (isOutcomeUnknown(cause)) return checkOutcome(preview);
      if (cause instanceof ApiRequestError && cause.code === 'preview_stale') {
        await previewQuery.refetch();
        return goTo('ready');
      }
      setError(cause);
      goTo('failed');
    }
  }

  return {
    isUndo: undo !== null,
    asks,
    /** Whether it is confirmed on a page of the host application. */
    isConfirmedByHost: preview?.confirmation_required === true,
    /** Whether the switch can be confirmed, or asked for. */
    isAllowed: preview !== null && (preview.allowed || asks),
    previewQuery,
    preview,
    isCurrent,
    changes,
    step,
    error,
    readOnlyReason: readOnly?.reason ?? null,
    reason,
    setReason: isReasonSent ? null : setReason,
    needsReason,
    isReasonMissing: isReasonMissing && reason.trim() === '',
    confirm,
    checkOutcome,
  };
}

/** The number of users that a change sets. Null if the switch keeps it, so that the change keeps it too. */
function getNewUsers({ users, previous_users: previous }: SwitchPreviewData): number | null {
  return users === previous ? null : users;
}

/** The value once it has stayed the same for a moment, so that a slider does not send a request for each step. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 250);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The preview with names of its versions that differ. */
function useNamedPreview(preview: SwitchPreviewData | undefined): SwitchPreviewData | undefined {
  const namePlan = useNamePlan();
  return useMemo(
    () => preview && { ...preview, from: preview.from && namePlan(preview.from), to: namePlan(preview.to) },
    [preview, namePlan],
  );
}

export type SwitchSession = ReturnType<typeof useSwitchSession>;
