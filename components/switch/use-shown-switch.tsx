'use client';

import type { ReactNode } from 'react';
import { shortenTitle } from '@/components/change-dialog/change-dialog';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { useSwitchingText } from '@/components/i18n/use-switching-text';
import type { Billing } from '@/components/pricing/use-billing';
import { BlockerMessage } from '@/components/ui/blocker-message';
import { DateText } from '@/components/ui/date-text';
import { ApiRequestError } from '@/lib/client/api-request';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { VersionEntry, VersionList } from '@/lib/contract/versions';
import { pluralizeUnit } from '@/lib/format/amount';
import type { PricedPlans } from './switch-prices';
import { buildSwitchReceipt, toSwitchPrices } from './switch-summary';
import type { SwitchSession } from './use-switch-session';
import type { When } from './when-field';

interface ShownSwitchInput {
  list: VersionList['data'];
  billing: Billing;
  /** The plans as shown when the dialog opened. */
  from: VersionEntry | null;
  to: VersionEntry | null;
  /** The chosen period. Null for that of the account. */
  period: BillingPeriod | null;
  chosenSeats: number;
  session: SwitchSession;
  when: When;
}

/** Until the preview is loaded, the prices of the list. If the preview has others, the dialog reports it. */
function getPrices({ list, billing, from, to, period, chosenSeats, session }: ShownSwitchInput) {
  const { preview, isUndo } = session;
  const shown = preview ?? (to && { from, to });
  const periods = {
    before: preview ? preview.previous_billing_period : billing.accountPeriod,
    after: preview?.billing_period ?? period ?? list.app.billing_period,
    app: list.app.billing_period,
  };
  const previousUsers = preview?.previous_users ?? list.users;
  const seats = isUndo ? (preview?.users ?? list.users) : chosenSeats;
  const plans = shown && { ...toSwitchPrices<PricedPlans['to']>(shown, periods, preview), previousUsers };
  const receipt = plans && buildSwitchReceipt(plans, seats);
  const isSamePlan = plans !== null && plans.from?.id === plans.to.id;
  const isSamePeriod = isSamePlan && periods.before === periods.after;
  return {
    /** Null if neither the preview is loaded nor the list has the plan. */
    plans,
    periods,
    /** Number of users after the switch. */
    seats,
    /** The price list's word for a user, null for "user". */
    userUnit: receipt?.userUnit ?? null,
    /** Whether a price depends on the number of users. */
    isPerUser: receipt?.perUser ?? false,
    isSamePlan,
    isSamePeriod,
    /** Whether anything changes: plan, period or number of users. */
    isSwitch: plans !== null && !(isSamePeriod && seats === previousUsers),
  };
}

/** What the dialog shows of a switch or an undo: prices, title, labels, and why the account can't be switched. */
export function useShownSwitch(input: ShownSwitchInput) {
  const { session, when, from } = input;
  const { ui, pricing } = useText();
  const switching = useSwitchingText();
  const prices = getPrices(input);
  const { plans, periods, seats, userUnit, isSamePlan, isSamePeriod, isSwitch } = prices;
  const { preview, previewQuery, isUndo, asks, differences } = session;
  const { undo, ask } = switching;
  const switchTexts = asks ? ask : switching;
  const texts = isUndo ? undo : switchTexts;
  const current = plans?.from?.title ?? from?.title ?? null;
  const named = isUndo ? current : plans?.to.title;
  const usersTitle = pricing.changeUsers(seats, userUnit && pluralizeUnit(userUnit, seats));
  const { error } = previewQuery;
  const isUnknown = !plans && error instanceof ApiRequestError && error.code === 'version_not_found';
  const isScheduled = when.at !== null;

  function getTitle(): ReactNode {
    if (isUnknown) return switching.unknownPlan.title;
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
    if (when.at !== null)
      return <span>{interpolate(switching.when.confirm, [<DateText key="at" at={when.at} />])}</span>;
    if (isSamePlan) return isSamePeriod ? usersTitle : pricing.switchPeriod[periods.after];
    const text = differences.length > 0 ? switching.confirmAgain : switching.confirm;
    return <span>{interpolate(text, [shortenTitle(plans.to.title)])}</span>;
  }

  /** Why the account can't be switched. */
  function getBlocked() {
    if (preview === null || session.isAllowed) return null;
    const undoBlockers: Record<string, string> = undo.blockers;
    const lines = preview.blockers.map(
      (blocker) =>
        undoBlockers[blocker.code] ?? (
          <BlockerMessage key={blocker.code} blocker={blocker} plan={preview.to} />
        ),
    );
    if (!isUndo) return { title: switching.notAllowed, lines };
    if (session.isConfirmedByHost) lines.push(undo.blockers.confirmation_required);
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
      keep: current ? <span>{interpolate(switching.keep, [shortenTitle(current)])}</span> : ui.cancel,
      confirm: getConfirmLabel(),
      sending: isScheduled ? switching.sending : switching.switching,
      failed: switching.failed,
      unknown: switching.unknown.title,
    },
  };
}
