'use client';

import dynamic from 'next/dynamic';
import { type RefObject, Suspense, useState } from 'react';
import { ChangeDialog, EffectiveSentence, ReasonField } from '@/components/change-dialog/change-dialog';
import { interpolate } from '@/components/i18n/interpolate';
import { useLazyText, useText } from '@/components/i18n/text-provider';
import { PeriodControl } from '@/components/pricing/period-control';
import { isPreviewOnly } from '@/components/pricing/plan-action';
import { areUsersFixed, type Billing } from '@/components/pricing/use-billing';
import { useSwitchPreview } from '@/lib/client/change-previews';
import { useChangeToDecide } from '@/lib/client/changes';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { VersionList } from '@/lib/contract/versions';
import { isSoldPerUnit } from '@/lib/pricing/price';
import { SwitchPreviewPanel } from './switch-preview';
import { type PricesProps, usePriceSentence } from './switch-prices';
import { countChanges, type SwitchPreviewData } from './switch-summary';
import { SwitchTrial, useShownSwitch } from './use-shown-switch';
import { type ReadOnlySwitch, useSwitchSession } from './use-switch-session';
import { useWhen, WhenField } from './when-field';

/** A script of its own, because many plans have no number of users or units. */
const SeatsControl = dynamic(() =>
  import('@/components/pricing/seats-control').then((module) => module.SeatsControl),
);

/** A script of its own, because few accounts have terms. */
const TermsNote = dynamic(
  () => import('@/components/pricing/terms-note').then((module) => module.TermsNote),
  { loading: () => null },
);

/** A script of its own, because few accounts have something scheduled. */
const ScheduledSentence = dynamic(
  () => import('@/components/change-dialog/scheduled-sentence').then((module) => module.ScheduledSentence),
  { loading: () => null },
);

/** A script of its own, because most switches take effect at once. */
const UntilThen = dynamic(() => import('./until-then').then((module) => module.UntilThen), {
  loading: () => null,
});

/** A script of its own, because only members ask. */
const AskLink = dynamic(() => import('./ask-link').then((module) => module.AskLink));

export interface SwitchDialogProps {
  /** The version to switch to. */
  versionId: string;
  /** The history entry to undo, which leads to that version. */
  undo?: string | null;
  /** The change to approve, which leads to that version. */
  approve?: string | null;
  /** Whether the user asks an owner for the switch. */
  isMember?: boolean;
  list: VersionList['data'];
  billing: Billing;
  /** The chosen numbers of users and of units such as sites. It is null for those of the account. */
  seats: number | null;
  units: number | null;
  onSeats: (seats: number) => void;
  onUnits: (units: number) => void;
  /** The confirmation on the page, which gets the focus after a switch. */
  noticeRef: RefObject<HTMLElement | null>;
  onClose: () => void;
  /** `change` is what waits. It is null if the switch was made. */
  onDone: (preview: SwitchPreviewData, change: AccountChangeBody | null) => void;
  /** Support switches the account of a customer, with a reason. */
  bySupport?: boolean | undefined;
  /** Shows this preview, and states why nothing can be confirmed. */
  readOnly?: ReadOnlySwitch;
}

/** The dialog of a switch, of a number of users, or of the undo of either. Open while it is rendered; each has a key. */
export function SwitchDialog(props: SwitchDialogProps) {
  const { versionId, undo = null, approve = null, isMember = false, bySupport, readOnly } = props;
  const { list, billing, onSeats, onUnits, noticeRef, onClose, onDone } = props;
  const { pricing } = useText();
  const switching = useLazyText('switching').switching;
  // The plans as shown when the dialog opened. The list can change meanwhile, which the notice reports.
  const [from] = useState(() => list.versions.find(({ current }) => current) ?? null);
  const [to] = useState(() => list.versions.find(({ id }) => id === versionId) ?? null);
  const period = !undo && to?.billing_periods.includes(billing.period) ? billing.period : null;
  const isFixed = areUsersFixed(list);
  const isOnRequest = to?.billing_periods.length === 0;
  const chosenSeats = undo || isFixed ? null : props.seats;
  const chosenUnits = !undo && to && isSoldPerUnit(to) ? props.units : null;
  const isDecided = undo !== null || approve !== null;
  const isOpen = !isDecided && !isMember && !readOnly;
  const trialDays = (isOpen && to?.switch?.trial_available && to.trial?.days) || 0;
  const [wantsTrial, setWantsTrial] = useState(true);
  const isTrial = trialDays > 0 && wantsTrial;
  const isInTrial = list.trial_ends_at !== null;
  // With another number, the trial of the plan goes on.
  const endsTrial =
    isInTrial &&
    isOpen &&
    to?.current === true &&
    (period ?? list.billing_period) === list.billing_period &&
    (chosenSeats ?? list.users) === list.users &&
    (chosenUnits ?? list.quantity) === list.quantity;
  const decided = useChangeToDecide(approve);
  const requestsTrial = decided?.trial === 'start';
  const isList = decided !== undefined && decided.commands.length > 1;
  const trial = endsTrial ? false : isTrial || requestsTrial || null;
  const numbers = { users: chosenSeats, quantity: chosenUnits };
  const previewQuery = useSwitchPreview(versionId, {
    ...{ undo, change: isList ? approve : null, billingPeriod: period, ...numbers, trial },
    fixed: readOnly?.preview,
  });
  const decision = previewQuery.data?.data ?? (undo ? null : to?.switch);
  const when = useWhen({
    // Members and approvals leave the time to the owner and to the change.
    // Nor is an earlier plan, to which support returns an account, one for later.
    enabled: isOpen && !isOnRequest && (to?.active !== false || to.current) && !isTrial && !isInTrial,
    period: period ?? list.billing_period,
    before: list.billing_period,
    direction: to?.switch?.direction ?? null,
    byDefaultNow: bySupport,
    periodEndOnly: decision?.period_end_only,
  });
  const session = useSwitchSession({
    versionId,
    previewQuery,
    undo,
    period,
    ...numbers,
    trial,
    effective: when.effective,
    approve,
    asks: isMember && to !== null && isPreviewOnly(to),
    displayed: undo ? null : to && { from, to },
    readOnly,
    needsReason: bySupport,
    onDone,
  });
  const { preview, asks, isLocked } = session;
  const shown = useShownSwitch({
    ...{ list, billing, from, to, period, session, when },
    ...{ chosenSeats, chosenUnits, isTrial, endsTrial, isList },
  });
  const { plans, priced, seats, isSwitch, current } = shown;
  const prices = priced && { plans: priced, app: list.app, seats };
  const hasSeats =
    (shown.isPerUser || list.app.users_limit !== null) && !isDecided && !isFixed && !isOnRequest;
  const soldUnits = isDecided || isOnRequest ? null : (plans?.to.units ?? null);
  const hasPeriods = !undo && billing.hasChoice && (to?.billing_periods.length ?? 0) > 1;
  // Known from the list until the preview is loaded, so that the dialog keeps its height.
  const isExpected = (to?.switch?.allowed === true || asks) && !session.previewQuery.error;
  const isConfirmable =
    isSwitch && !readOnly && (preview ? session.isAllowed && !when.isUnavailable : isExpected);
  return (
    <ChangeDialog
      session={session}
      getOpener={() => findOpener(undo ? 'undo' : 'switch-to', undo ?? versionId)}
      noticeRef={noticeRef}
      onClose={onClose}
      title={shown.title}
      price={
        isSwitch &&
        prices &&
        (isTrial && preview?.trial ? (
          <SwitchTrial part="price" trial={preview.trial} versionId={versionId} app={list.app} />
        ) : (
          <PriceSentence {...prices} />
        ))
      }
      description={
        shown.isUnknown ? (
          switching.unknownPlan.body
        ) : (
          <>
            {current !== null && <>{interpolate(switching.from, [current])} </>}
            {shown.blocked === null && (when.at !== null || when.choice !== 'date') && (
              <EffectiveSentence session={session} at={when.at} isFree={isTrial} />
            )}
            {!asks && preview && (preview.supersedes ?? preview.joins ?? preview.terms_end) && (
              <ScheduledSentence {...preview} currency={list.app} />
            )}
            {when.at !== null && plans?.from && prices && <UntilThen plan={plans.from.title} {...prices} />}
            {billing.hasChoice && plans && ` ${pricing.billedPeriod[shown.periods.after]}.`}
            {preview && <span className="sr-only"> {switching.changeCounts(countChanges(preview))}</span>}
          </>
        )
      }
      subject={shown.subject}
      blocked={shown.blocked}
      labels={shown.labels}
      readOnlyReason={readOnly?.reason ?? null}
      isComplete={session.isCurrent && when.effective !== null}
      differences={session.differences.map((difference) => switching.changed[difference])}
    >
      {preview?.ends_terms && from && (
        <TermsNote app={list.app} period={list.billing_period} plan={from} lost={preview.ends_terms} />
      )}
      <SwitchPreviewPanel {...{ session, plans, isSwitch, list, seats }} priced={isTrial ? null : priced} />
      {(hasSeats || soldUnits !== null || hasPeriods) && (
        <div className="flex flex-wrap items-center gap-x-8 gap-y-2 pt-4">
          <Suspense>
            {hasSeats && (
              <SeatsControl
                seats={seats}
                unit={shown.userUnit}
                min={plans?.to.min_users ?? 1}
                disabled={!readOnly && isLocked}
                onChange={onSeats}
              />
            )}
            {plans && soldUnits !== null && (
              <SeatsControl
                seats={soldUnits}
                unit={plans.to.fee_unit}
                min={plans.to.min_quantity ?? 1}
                max={plans.to.max_quantity ?? null}
                disabled={!readOnly && isLocked}
                onChange={onUnits}
              />
            )}
          </Suspense>
          {hasPeriods && !readOnly && <PeriodControl billing={billing} disabled={isLocked} />}
        </div>
      )}
      {isSwitch && trialDays > 0 && (
        <SwitchTrial
          part="choice"
          days={trialDays}
          checked={wantsTrial}
          disabled={isLocked}
          onChange={() => setWantsTrial(!wantsTrial)}
        />
      )}
      {isConfirmable && when.isEnabled && <WhenField when={when} disabled={isLocked} />}
      {isConfirmable && approve === null && (!undo || bySupport) && <ReasonField session={session} />}
      {asks && <AskLink />}
    </ChangeDialog>
  );
}

/** The closed dialog has returned the focus, if the button had it. There can be several. */
function findOpener(name: string, id: string) {
  const selector = `[data-${name}="${CSS.escape(id)}"]`;
  return (
    document.querySelector<HTMLElement>(`${selector}:focus`) ?? document.querySelector<HTMLElement>(selector)
  );
}

const PriceSentence = ({ plans, app, seats }: PricesProps) => usePriceSentence(plans, app, seats);
