'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { shortenTitle } from '@/components/change-dialog/change-dialog';
import { interpolate } from '@/components/i18n/interpolate';
import { useLazyText, useText } from '@/components/i18n/text-provider';
import { areUsersFixed, type Billing } from '@/components/pricing/use-billing';
import { AppDate } from '@/components/ui/date-text';
import { ApiRequestError } from '@/lib/client/api-request';
import type { BillingPeriod, Blocker } from '@/lib/contract/fields';
import type { VersionEntry, VersionList } from '@/lib/contract/versions';
import { getBilledUsers, toVersionPrice } from '@/lib/pricing/price';
import type { PricedPlans } from './switch-prices';
import { buildSwitchReceipt, toSwitchPrices } from './switch-summary';
import type { SwitchSession } from './use-switch-session';
import type { When } from './when-field';

/** A script of its own, because most switches are allowed. */
const DialogBlocker = dynamic(
  () => import('@/components/ui/blocker-message').then((module) => module.DialogBlocker),
  { loading: () => null },
);

/** A script of its own, because most switches have nothing to do with a trial. */
export const SwitchTrial = dynamic(() => import('./switch-trial').then((module) => module.SwitchTrial), {
  loading: () => null,
});

interface ShownSwitchInput {
  list: VersionList['data'];
  billing: Billing;
  /** The plans as shown when the dialog opened. */
  from: VersionEntry | null;
  to: VersionEntry | null;
  /** The chosen period. It is null for that of the account. */
  period: BillingPeriod | null;
  /** The chosen numbers of users and of units. It is null for those of the account. */
  chosenSeats: number | null;
  chosenUnits: number | null;
  session: SwitchSession;
  when: When;
  /** Whether it starts a trial. */
  isTrial: boolean;
  /** Whether the account chooses the plan that it has on trial. */
  endsTrial: boolean;
  /** Whether it approves a change of several things. */
  isList: boolean;
}

/** Until the preview is loaded, the prices of the list. If the preview has others, the dialog reports it. */
function getPrices(input: ShownSwitchInput) {
  const { list, billing, from, to, period, chosenSeats, chosenUnits, session } = input;
  const { preview } = session;
  const listed = preview ?? (to && { from, to });
  const previousUnits = preview ? preview.previous_quantity : list.quantity;
  const shown = listed && {
    from: listed.from && toVersionPrice(listed.from, previousUnits),
    to: toVersionPrice(listed.to, chosenUnits ?? preview?.quantity ?? to?.total?.quantity ?? null),
  };
  const periods = {
    before: preview ? preview.previous_billing_period : billing.accountPeriod,
    after: preview?.billing_period ?? period ?? list.app.billing_period,
    app: list.app.billing_period,
  };
  const previousUsers = preview?.previous_users ?? list.users;
  const isKept = areUsersFixed(list) || from?.id === to?.id;
  const seats =
    chosenSeats ?? preview?.users ?? (isKept || !to ? list.users : getBilledUsers(to, list.users));
  const plans = shown && { ...toSwitchPrices<PricedPlans['to']>(shown, periods, preview), previousUsers };
  const receipt = plans && buildSwitchReceipt(plans, seats);
  const isSamePlan = plans !== null && plans.from?.id === plans.to.id;
  const isSamePeriod = isSamePlan && periods.before === periods.after;
  const hasSameUnits = plans === null || previousUnits === plans.to.units;
  const hasSameNumbers = seats === previousUsers && hasSameUnits;
  return {
    /** The value is null if neither the preview is loaded nor the list has the plan. */
    plans,
    /** The plans to compare the prices of. In a trial, nothing is paid yet. */
    priced: plans && list.trial_ends_at !== null ? { ...plans, from: null } : plans,
    periods,
    /** Number of users after the switch. */
    seats,
    /** The price list's word for a user. It is null for "user". */
    userUnit: receipt?.userUnit ?? null,
    /** Whether a price depends on the number of users. */
    isPerUser: receipt?.perUser ?? false,
    isSamePlan,
    isSamePeriod,
    /** Whether anything changes: plan, period or a number. */
    isSwitch: plans !== null && (input.endsTrial || input.isList || !(isSamePeriod && hasSameNumbers)),
    /** The number that alone changes, with what it counts. */
    changedNumber:
      seats === previousUsers && plans?.to.units != null
        ? { n: plans.to.units, unit: plans.to.fee_unit }
        : { n: seats, unit: receipt?.userUnit ?? null },
  };
}

/** What the dialog shows of a switch or an undo: prices, title, labels, and why the account can't be switched. */
export function useShownSwitch(input: ShownSwitchInput) {
  const { session, when, from, isTrial, endsTrial } = input;
  const { ui, amounts, pricing } = useText();
  const switching = useLazyText('switching').switching;
  const prices = getPrices(input);
  const { plans, periods, isSamePlan, isSamePeriod, isSwitch, changedNumber } = prices;
  const { preview, previewQuery, isUndo, asks, differences } = session;
  const { undo, ask } = switching;
  const switchTexts = asks ? ask : switching;
  const texts = isUndo ? undo : switchTexts;
  const current = plans?.from?.title ?? from?.title ?? null;
  const named = isUndo ? current : plans?.to.title;
  const { n, unit } = changedNumber;
  const usersTitle = pricing.changeUsers(n, unit && amounts.unit(unit, n));
  const { error } = previewQuery;
  const isUnknown = !plans && error instanceof ApiRequestError && error.code === 'version_not_found';

  function getTitle(): ReactNode {
    if (isUnknown) return switching.unknownPlan.title;
    if (named && (isTrial || endsTrial)) return <SwitchTrial part="title" isStart={isTrial} plan={named} />;
    if (input.isList) return switching.titleWithoutPlan;
    // Together with what is scheduled, which can be another plan.
    if (preview?.joins && input.to?.current) return usersTitle;
    if (isSamePlan && isSwitch) {
      return isSamePeriod
        ? usersTitle
        : texts.titlePeriod[isUndo ? (periods.before ?? 'month') : periods.after];
    }
    return named ? interpolate(texts.title, [named]) : switching.titleWithoutPlan;
  }

  function getConfirmLabel(): ReactNode {
    if (plans === null || !isSwitch) return null;
    if (isUndo) return undo.confirm;
    if (isTrial || endsTrial)
      return <SwitchTrial part="confirm" isStart={isTrial} plan={shortenTitle(plans.to.title)} />;
    if (when.at !== null)
      return <span>{interpolate(switching.when.confirm, [<AppDate key="at" at={when.at} />])}</span>;
    if (isSamePlan) return isSamePeriod ? usersTitle : pricing.switchPeriod[periods.after];
    const text = differences.length > 0 ? switching.confirmAgain : switching.confirm;
    return <span>{interpolate(text, [shortenTitle(plans.to.title)])}</span>;
  }

  /** Why the account can't be switched. */
  function getBlocked() {
    if (preview === null || (session.isAllowed && !when.isUnavailable)) return null;
    const renderBlocker = (code: string, blocker?: Blocker) => (
      <DialogBlocker key={code} code={code} blocker={blocker} plan={preview.to} isUndo={isUndo} />
    );
    const lines = session.isAllowed
      ? [renderBlocker('period_end_unknown')]
      : preview.blockers.map((blocker) => renderBlocker(blocker.code, blocker));
    if (!isUndo) return { title: switching.notAllowed, lines };
    if (session.isConfirmedByHost) lines.push(renderBlocker('confirmation_required'));
    return { title: undo.notAllowed, lines };
  }

  return {
    ...prices,
    title: getTitle(),
    isUnknown,
    /** The plan that the account keeps otherwise. */
    current,
    subject: isSamePlan ? null : (plans?.to.title ?? null),
    blocked: getBlocked(),
    labels: {
      keep:
        current && !endsTrial ? (
          <span>{interpolate(switching.keep, [shortenTitle(current)])}</span>
        ) : (
          ui.cancel
        ),
      confirm: getConfirmLabel(),
      sending: when.at === null ? switching.switching : switching.sending,
      failed: switching.failed,
      unknown: switching.unknown.title,
    },
  };
}
