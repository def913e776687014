'use client';

import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { isPreviewOnly } from '@/components/pricing/plan-action';
import { PeriodControl } from '@/components/pricing/price-controls';
import { SeatsControl } from '@/components/pricing/seats-control';
import { areUsersFixed, type Billing } from '@/components/pricing/use-billing';
import { buildReceipt } from '@/components/receipt/build-receipt';
import { BlockerMessage } from '@/components/ui/blocker-message';
import { Button } from '@/components/ui/button';
import { CopyLink } from '@/components/ui/copy-link';
import { DateText } from '@/components/ui/date-text';
import { DialogDescription, DialogFooter, DialogNotice, DialogTitle } from '@/components/ui/dialog-frame';
import { ErrorMessage } from '@/components/ui/error-message';
import { TextField } from '@/components/ui/text-field';
import { useOnline } from '@/components/ui/use-online';
import { ApiRequestError } from '@/lib/client/api-request';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { HistoryEntry } from '@/lib/contract/history';
import type { AppInfo, Price, VersionList } from '@/lib/contract/versions';
import { pluralizeUnit } from '@/lib/format/amount';
import { SwitchPreviewPanel } from './switch-preview';
import { type PricedPlans, usePriceBefore, usePriceSentence } from './switch-prices';
import {
  countChanges,
  listReceiptStates,
  type SwitchPreviewData,
  toComparablePrices,
} from './switch-summary';
import { type ReadOnlySwitch, type SwitchSession, useSwitchSession } from './use-switch-session';
import { useSwitchingText } from './use-switching-text';
import { EffectiveSentence, RequestSentence, useWhen, type When, WhenField } from './when-field';

interface SwitchDialogBodyProps {
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
  /** The newest history entry. Absent in the preview; null if there is none or it is not loaded. */
  newestEntry?: HistoryEntry | null;
  /** Number of users. */
  seats: number;
  onSeats: (seats: number) => void;
  cancelButton: RefObject<HTMLButtonElement | null>;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
  /** `change` is what waits. Null if the switch was made. */
  onDone: (preview: SwitchPreviewData, change: AccountChangeBody | null) => void;
  /** Support switches the account of a customer, with a reason. */
  bySupport?: boolean | undefined;
  /** Shows this preview, and states why nothing can be confirmed. */
  readOnly?: ReadOnlySwitch;
}

/** The content of the dialog: its title, the preview of the switch, and the buttons. */
export function SwitchDialogBody(props: SwitchDialogBodyProps) {
  const {
    versionId,
    undo = null,
    approve = null,
    isMember = false,
    list,
    billing,
    newestEntry = null,
    seats: chosenSeats,
    onSeats,
    readOnly,
    onClose,
  } = props;
  const { pricing } = useText();
  const switching = useSwitchingText();
  // The plans as shown when the dialog opened. The list can change meanwhile, which the notice reports.
  const [from] = useState(() => list.versions.find(({ current }) => current) ?? null);
  const [to] = useState(() => list.versions.find(({ id }) => id === versionId) ?? null);
  const period = !undo && to?.billing_periods.includes(billing.period) ? billing.period : null;
  const isFixed = areUsersFixed(list);
  const when = useWhen({
    // Members and approvals leave the time to the owner and to the change.
    enabled: !undo && approve === null && !isMember && !readOnly,
    period: period ?? list.billing_period,
    before: list.billing_period,
    direction: to?.switch?.direction ?? null,
  });
  const session = useSwitchSession({
    versionId,
    undo,
    period,
    users: undo || isFixed ? null : chosenSeats,
    effective: when.effective,
    approve,
    asks: isMember && to !== null && isPreviewOnly(to),
    displayed: undo ? null : to && { from, to },
    newestEntry,
    readOnly,
    needsReason: props.bySupport,
    onDone: props.onDone,
    onBusy: props.onBusy,
  });
  const { preview } = session;
  // Until the preview is loaded, the prices of the list. If it has others, the dialog reports it.
  const shown = preview ?? (to && { from, to });
  const periods = {
    before: preview ? preview.previous_billing_period : billing.accountPeriod,
    after: preview?.billing_period ?? period ?? list.app.billing_period,
    app: list.app.billing_period,
  };
  const seats = undo ? (preview?.users ?? list.users) : chosenSeats;
  const previousUsers = preview?.previous_users ?? list.users;
  const plans = shown && {
    ...toComparablePrices<PricedPlan>(shown, periods, preview ?? null),
    previousUsers,
  };
  const isSamePlan = plans !== null && plans.from?.id === plans.to.id;
  const isSamePeriod = isSamePlan && periods.before === periods.after;
  const isSwitch = plans !== null && !(isSamePeriod && seats === previousUsers);
  const targetTitle = plans?.to.title;
  const currentTitle = plans?.from?.title ?? from?.title;
  const title = undo ? switching.undo.title : session.asks ? switching.ask.title : switching.title;
  const receipt = plans && buildReceipt(listReceiptStates(plans), seats);
  const userUnit = receipt?.userUnit ?? null;
  const usersTitle = pricing.changeUsers(seats, userUnit && pluralizeUnit(userUnit, seats));
  const periodTitle = undo
    ? switching.undo.titlePeriod[periods.before ?? 'month']
    : (session.asks ? switching.ask.titlePeriod : switching.titlePeriod)[periods.after];
  const samePlanTitle = isSamePeriod ? usersTitle : periodTitle;
  const titlePlan = undo ? currentTitle : targetTitle;
  const { error } = session.previewQuery;
  // Known from the list until the preview is loaded, so that the dialog keeps its height.
  const isAllowed = preview ? session.isAllowed : (to?.switch?.allowed === true || session.asks) && !error;
  const hasReason = isSwitch && isAllowed && !readOnly && approve === null && (!undo || props.bySupport);
  const canChoose = isSwitch && !undo && approve === null && isAllowed && !readOnly;
  const isUnknownPlan = !plans && error instanceof ApiRequestError && error.code === 'version_not_found';
  const hasSeats =
    (receipt?.perUser || list.app.users_limit !== null) && !undo && approve === null && !isFixed;
  const hasPeriods = !undo && billing.hasChoice && (to?.billing_periods.length ?? 0) > 1;
  return (
    <>
      <div className="grow px-5 pt-10 pb-8 narrow:px-8 narrow:pt-8">
        <DialogTitle>
          {isUnknownPlan && switching.unknownPlan.title}
          {isSamePlan && isSwitch && samePlanTitle}
          {!isUnknownPlan &&
            !(isSamePlan && isSwitch) &&
            (titlePlan ? interpolate(title, [titlePlan]) : switching.titleWithoutPlan)}
        </DialogTitle>
        <DialogDescription className="mt-1 text-soft">
          {isUnknownPlan ? (
            switching.unknownPlan.body
          ) : (
            <>
              {approve !== null && <RequestSentence id={approve} />}
              {isSwitch && <PriceSentence plans={plans} app={list.app} seats={seats} />}
              {currentTitle && <>{interpolate(switching.from, [currentTitle])} </>}
              <EffectiveSentence when={when} session={session} />
              {when.at !== null && plans?.from && (
                <UntilThen plan={plans.from.title} plans={plans} app={list.app} seats={seats} />
              )}
              {billing.hasChoice && plans && ` ${pricing.billedPeriod[periods.after]}.`}
              {preview && <span className="sr-only"> {switching.changeCounts(countChanges(preview))}</span>}
            </>
          )}
        </DialogDescription>
        {(hasSeats || hasPeriods) && (
          <div className="flex flex-wrap items-center gap-x-8 gap-y-2 pt-4">
            {hasSeats && (
              <SeatsControl
                seats={seats}
                unit={userUnit}
                disabled={!readOnly && session.setReason === null}
                onChange={onSeats}
              />
            )}
            {hasPeriods && !readOnly && (
              <PeriodControl billing={billing} disabled={session.setReason === null} />
            )}
          </div>
        )}
        {canChoose && when.isEnabled && <WhenField when={when} disabled={session.setReason === null} />}
        <SwitchPreviewPanel session={session} plans={plans} isSwitch={isSwitch} list={list} seats={seats} />
        {hasReason && <ReasonField session={session} />}
        {session.asks && (
          <div className="pt-4">
            <CopyLink {...switching.ask.copy} getUrl={() => window.location.href} />
          </div>
        )}
      </div>
      <SwitchButtons
        session={session}
        when={when}
        cancelButton={props.cancelButton}
        nothingToConfirm={plans !== null && !isSwitch}
        target={
          !isSamePlan
            ? (targetTitle ?? null)
            : isSamePeriod
              ? usersTitle
              : pricing.switchPeriod[periods.after]
        }
        isPlan={!isSamePlan}
        currentTitle={currentTitle ?? null}
        onClose={onClose}
      />
    </>
  );
}

type PricedPlan = Price & { id: string; title: string };

function PriceSentence({ plans, app, seats }: { plans: PricedPlans; app: AppInfo; seats: number }) {
  return (
    <p className="figures pb-1 text-lead text-ink">
      <bdi>{usePriceSentence(plans, app, seats)}</bdi>
    </p>
  );
}

/** What applies until the switch: "Until then, you keep Pro: $20 / month." */
function UntilThen({
  plan,
  plans,
  app,
  seats,
}: {
  plan: string;
  plans: PricedPlans;
  app: AppInfo;
  seats: number;
}) {
  const price = usePriceBefore(plans, app, seats);
  return <> {interpolate(useSwitchingText().untilThen, [plan, <bdi key="price">{price}</bdi>])}</>;
}

const maxReasonLength = 500;

/** The reason is shown in the history. */
function ReasonField({ session }: { session: SwitchSession }) {
  const { reason, setReason, needsReason, isReasonMissing, asks } = session;
  const switching = useSwitchingText();
  const fieldId = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isReasonMissing) field.current?.focus();
  }, [isReasonMissing]);
  return (
    <div className="pt-6">
      <label htmlFor={fieldId} className="text-small text-soft">
        {needsReason ? switching.requiredReason : asks ? switching.ask.note : switching.reason}
      </label>
      <TextField
        ref={field}
        id={fieldId}
        value={reason}
        required={needsReason}
        aria-invalid={isReasonMissing || undefined}
        aria-describedby={isReasonMissing ? `${fieldId}-error` : undefined}
        maxLength={maxReasonLength}
        readOnly={setReason === null}
        onChange={({ currentTarget }) => setReason?.(currentTarget.value)}
        autoComplete="off"
        className="mt-1 w-full"
      />
      {isReasonMissing && (
        <p id={`${fieldId}-error`} className="mt-2 border-s-4 border-lost ps-4">
          {switching.reasonMissing}
        </p>
      )}
    </div>
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
function SwitchButtons(props: SwitchButtonsProps) {
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
