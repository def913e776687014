'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { ReasonField } from '@/components/change-dialog/reason-field';
import { RequestSentence } from '@/components/change-dialog/request-sentence';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { isPreviewOnly } from '@/components/pricing/plan-action';
import { PeriodControl } from '@/components/pricing/price-controls';
import { SeatsControl } from '@/components/pricing/seats-control';
import { areUsersFixed, type Billing } from '@/components/pricing/use-billing';
import { DialogDescription, DialogTitle } from '@/components/ui/dialog-frame';
import { ApiRequestError } from '@/lib/client/api-request';
import type { AccountChangeBody } from '@/lib/contract/account-changes';
import type { AppInfo, VersionList } from '@/lib/contract/versions';
import { pluralizeUnit } from '@/lib/format/amount';
import { getShownSwitch, type ShownSwitch } from './shown-switch';
import { SwitchButtons } from './switch-buttons';
import { SwitchPreviewPanel } from './switch-preview';
import { type PricedPlans, usePriceBefore, usePriceSentence } from './switch-prices';
import { countChanges, type SwitchPreviewData } from './switch-summary';
import { type ReadOnlySwitch, type SwitchSession, useSwitchSession } from './use-switch-session';
import { useSwitchingText } from './use-switching-text';
import { EffectiveSentence, useWhen, WhenField } from './when-field';

/** A script of its own, because only members ask. */
const CopyLink = dynamic(() => import('@/components/ui/copy-link').then((module) => module.CopyLink));

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
  /** Number of users. */
  seats: number;
  onSeats: (seats: number) => void;
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
    readOnly,
    needsReason: props.bySupport,
    onDone: props.onDone,
  });
  const { preview } = session;
  const shown = getShownSwitch({ list, billing, from, to, period, preview, chosenSeats, undo });
  const { plans, periods, seats, userUnit } = shown;
  const titles = useSwitchTitles(shown, session, from?.title ?? null);
  const { isLocked } = session;
  const isDecided = undo !== null || approve !== null;
  const hasSeats = (shown.isPerUser || list.app.users_limit !== null) && !isDecided && !isFixed;
  const hasPeriods = !undo && billing.hasChoice && (to?.billing_periods.length ?? 0) > 1;
  // Known from the list until the preview is loaded, so that the dialog keeps its height.
  const isExpected = (to?.switch?.allowed === true || session.asks) && !session.previewQuery.error;
  const isConfirmable = shown.isSwitch && !readOnly && (preview ? session.isAllowed : isExpected);
  return (
    <>
      <div className="grow px-5 pt-10 pb-8 narrow:px-8 narrow:pt-8">
        <DialogTitle>{titles.title}</DialogTitle>
        <DialogDescription className="mt-1 text-soft">
          {isUnknownPlan(shown, session) ? (
            switching.unknownPlan.body
          ) : (
            <>
              {approve !== null && <RequestSentence id={approve} />}
              {plans && shown.isSwitch && <PriceSentence plans={plans} app={list.app} seats={seats} />}
              {titles.current && <>{interpolate(switching.from, [titles.current])} </>}
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
                disabled={!readOnly && isLocked}
                onChange={onSeats}
              />
            )}
            {hasPeriods && !readOnly && <PeriodControl billing={billing} disabled={isLocked} />}
          </div>
        )}
        {isConfirmable && !isDecided && when.isEnabled && <WhenField when={when} disabled={isLocked} />}
        <SwitchPreviewPanel
          session={session}
          plans={plans}
          isSwitch={shown.isSwitch}
          list={list}
          seats={seats}
        />
        {isConfirmable && approve === null && (!undo || props.bySupport) && (
          <ReasonField session={session} asks={session.asks} />
        )}
        {session.asks && (
          <div className="pt-4">
            <CopyLink {...switching.ask.copy} getUrl={() => window.location.href} />
          </div>
        )}
      </div>
      <SwitchButtons
        session={session}
        when={when}
        nothingToConfirm={plans !== null && !shown.isSwitch}
        target={titles.target}
        isPlan={!shown.isSamePlan}
        currentTitle={titles.current}
        onClose={onClose}
      />
    </>
  );
}

const isUnknownPlan = ({ plans }: ShownSwitch, { previewQuery: { error } }: SwitchSession) =>
  !plans && error instanceof ApiRequestError && error.code === 'version_not_found';

interface SwitchTitles {
  title: ReactNode;
  /** The plan to switch to, or the label of the confirm button. Null if it is unknown. */
  target: string | null;
  /** The plan that the account keeps otherwise. */
  current: string | null;
}

function useSwitchTitles(
  shown: ShownSwitch,
  session: SwitchSession,
  listedCurrent: string | null,
): SwitchTitles {
  const { pricing } = useText();
  const switching = useSwitchingText();
  const { plans, periods, seats, userUnit, isSamePlan, isSamePeriod, isSwitch } = shown;
  const { undo, ask } = switching;
  const texts = session.isUndo ? undo : session.asks ? ask : switching;
  const period = session.isUndo ? (periods.before ?? 'month') : periods.after;
  const usersTitle = pricing.changeUsers(seats, userUnit && pluralizeUnit(userUnit, seats));
  const current = plans?.from?.title ?? listedCurrent;
  const named = session.isUndo ? current : plans?.to.title;
  const getTitle = () => {
    if (isUnknownPlan(shown, session)) return switching.unknownPlan.title;
    if (isSamePlan && isSwitch) return isSamePeriod ? usersTitle : texts.titlePeriod[period];
    return named ? interpolate(texts.title, [named]) : switching.titleWithoutPlan;
  };
  const sameTarget = isSamePeriod ? usersTitle : pricing.switchPeriod[periods.after];
  return {
    title: getTitle(),
    target: isSamePlan ? sameTarget : (plans?.to.title ?? null),
    current,
  };
}

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
