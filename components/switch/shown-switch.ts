import type { Billing } from '@/components/pricing/use-billing';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { VersionEntry, VersionList } from '@/lib/contract/versions';
import type { PricedPlans } from './switch-prices';
import { buildSwitchReceipt, type SwitchPreviewData, toSwitchPrices } from './switch-summary';

/** What the dialog shows of a switch. */
export interface ShownSwitch {
  /** Null if neither the preview is loaded nor the list has the plan. */
  plans: PricedPlans | null;
  periods: { before: BillingPeriod | null; after: BillingPeriod; app: BillingPeriod };
  /** Number of users after the switch. */
  seats: number;
  /** The price list's word for a user, null for "user". */
  userUnit: string | null;
  /** Whether a price depends on the number of users. */
  isPerUser: boolean;
  isSamePlan: boolean;
  isSamePeriod: boolean;
  /** Whether anything changes: plan, period or number of users. */
  isSwitch: boolean;
}

interface ShownSwitchInput {
  list: VersionList['data'];
  billing: Billing;
  /** The plans as shown when the dialog opened. */
  from: VersionEntry | null;
  to: VersionEntry | null;
  /** The chosen period. Null for that of the account. */
  period: BillingPeriod | null;
  preview: SwitchPreviewData | null;
  chosenSeats: number;
  undo: string | null;
}

/** Until the preview is loaded, the prices of the list. If the preview has others, the dialog reports it. */
export function getShownSwitch(input: ShownSwitchInput): ShownSwitch {
  const { list, billing, from, to, period, preview, chosenSeats, undo } = input;
  const shown = preview ?? (to && { from, to });
  const periods = {
    before: preview ? preview.previous_billing_period : billing.accountPeriod,
    after: preview?.billing_period ?? period ?? list.app.billing_period,
    app: list.app.billing_period,
  };
  const previousUsers = preview?.previous_users ?? list.users;
  const seats = undo ? (preview?.users ?? list.users) : chosenSeats;
  const plans = shown && { ...toSwitchPrices<PlanPrice>(shown, periods, preview), previousUsers };
  const receipt = plans && buildSwitchReceipt(plans, seats);
  const isSamePlan = plans !== null && plans.from?.id === plans.to.id;
  const isSamePeriod = isSamePlan && periods.before === periods.after;
  return {
    plans,
    periods,
    seats,
    userUnit: receipt?.userUnit ?? null,
    isPerUser: receipt?.perUser ?? false,
    isSamePlan,
    isSamePeriod,
    isSwitch: plans !== null && !(isSamePeriod && seats === previousUsers),
  };
}

type PlanPrice = PricedPlans['to'];
