'use client';

import { useMemo } from 'react';
import { type ChangeSessionInput, useChangeSession } from '@/components/change-dialog/use-change-session';
import { useNamePlan } from '@/components/pricing/use-plan-names';
import { changesPath } from '@/lib/client/change-paths';
import type { useSwitchPreview } from '@/lib/client/change-previews';
import type { Effective } from '@/lib/client/changes';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { SwitchPreview } from '@/lib/contract/switch';
import {
  findPreviewChanges,
  type PreviewBaseline,
  type PreviewChange,
  type SwitchPreviewData,
  toBaseline,
} from './switch-summary';

interface SwitchSessionInput
  extends Pick<
    ChangeSessionInput<SwitchPreviewData, PreviewChange>,
    'asks' | 'approve' | 'needsReason' | 'onDone'
  > {
  versionId: string;
  previewQuery: ReturnType<typeof useSwitchPreview>;
  /** The history entry to undo. It is null for an ordinary switch. */
  undo: string | null;
  /** The value is null for the account's. */
  period: BillingPeriod | null;
  /** The numbers of users and of units of the price to set. It is null for the account's. */
  users: number | null;
  quantity: number | null;
  /** Whether it starts a trial, or ends the account's. It is null for what the other values say. */
  trial: boolean | null;
  /** The value is null while it is not chosen. */
  effective: Effective | null;
  /** The plans that the page showed when the dialog opened. It is null when it showed no such plan. */
  displayed: PreviewBaseline | null;
  readOnly: ReadOnlySwitch | undefined;
}

/** A preview to look at, in the product preview. It is not loaded from the API, and nothing can be confirmed. */
export interface ReadOnlySwitch {
  preview: SwitchPreview;
  reason: string;
}

/** The session that confirms a switch or an undo, of which it has the preview. */
export function useSwitchSession(input: SwitchSessionInput) {
  const { versionId, previewQuery, undo, period, users, quantity, trial } = input;
  const { effective, displayed, readOnly } = input;
  const isOfPeriod = (preview: SwitchPreviewData) =>
    period === null || preview.billing_period === period || preview.joins !== null;

  function compare(shown: SwitchPreviewData | null, latest: SwitchPreviewData): PreviewChange[] | null {
    const isForOtherNumbers =
      latest.users !== shown?.users || latest.quantity !== shown.quantity || !isSameTrial(latest, shown);
    if (!isForOtherNumbers && latest.revision === shown.revision) return null;
    // The page does not show what is scheduled.
    const listed = latest.joins ? null : displayed;
    const baseline = shown && isOfPeriod(shown) ? toBaseline(shown) : listed;
    const found = baseline ? findPreviewChanges(baseline, latest) : [];
    return shown && found.length === 0 && !isForOtherNumbers ? ['other'] : found;
  }

  function toRequest({ billing_period: previewed, ...preview }: SwitchPreviewData, waits: boolean) {
    const isNow = !waits && (undo !== null || effective === 'now');
    // What keeps a number now keeps it later too.
    const keepsUsers = users === null || (!isNow && preview.users === preview.previous_users);
    const keepsQuantity = quantity === null || (!isNow && preview.quantity === preview.previous_quantity);
    // The previewed one can be that of what is scheduled, which stays.
    const billingPeriod = preview.joins ? period : previewed;
    const target = {
      version_id: versionId,
      ...(billingPeriod !== null && { billing_period: billingPeriod }),
      ...(!keepsUsers && { users }),
      ...(!keepsQuantity && { quantity }),
      ...(trial !== null && { trial }),
    };
    if (isNow) return { path: '/api/app/versions', body: undo ? { restore: undo } : target };
    return { path: changesPath, body: { ...target, effective: effective ?? 'now' } };
  }

  const session = useChangeSession({
    ...input,
    latest: useNamedPreview(previewQuery.data?.data),
    compare,
    choice: [period, users, quantity, trial, effective].join(' '),
    isConfirmedByHost: ({ confirmation_required }) => confirmation_required,
    toRequest,
    refetch: previewQuery.refetch,
  });
  // The displayed preview stays until there is one for other numbers, and not for another period.
  const preview = session.shown && isOfPeriod(session.shown) ? session.shown : null;

  return {
    ...session,
    preview,
    previewQuery,
    isUndo: undo !== null,
    /** Whether the switch can be confirmed, or asked for. The host application confirms switches, and no undo. */
    isAllowed:
      preview !== null && (preview.allowed || input.asks) && !(undo && preview.confirmation_required),
    /** Whether the displayed preview is for the chosen numbers. */
    isCurrent:
      preview !== null &&
      (readOnly !== undefined ||
        ((preview.trial !== null) === (trial === true) &&
          (users === null || preview.users === users) &&
          (quantity === null || preview.quantity === quantity))),
    readOnlyReason: readOnly?.reason ?? null,
  };
}

const isSameTrial = (a: SwitchPreviewData, b: SwitchPreviewData) => (a.trial === null) === (b.trial === null);

/** The preview with names of its versions that differ. */
function useNamedPreview(preview: SwitchPreviewData | undefined): SwitchPreviewData | undefined {
  const namePlan = useNamePlan();
  return useMemo(
    () => preview && { ...preview, from: preview.from && namePlan(preview.from), to: namePlan(preview.to) },
    [preview, namePlan],
  );
}

export type SwitchSession = ReturnType<typeof useSwitchSession>;
