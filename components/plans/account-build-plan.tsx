'use client';

import { AccountAddOns, findForbidden } from '@/components/add-ons/account-add-ons';
import { usePageText } from '@/components/i18n/page-text';
import { useLazyText } from '@/components/i18n/text-provider';
import { PlanAction, type PlanActionProps } from '@/components/pricing/plan-action';
import type { PricedList } from '@/components/pricing/use-billing';
import { Receipt } from '@/components/receipt/receipt';
import { toReceiptState } from '@/components/receipt/to-receipt-state';
import type { AddOnList } from '@/lib/contract/add-ons';
import type { VersionEntry } from '@/lib/contract/versions';
import { buildReceipt } from '@/lib/pricing/receipt';
import { BuildPlanLayout } from './build-plan-layout';

export interface BuildPlanProps extends PricedList {
  /** The plan that the add-ons extend. */
  version: VersionEntry;
  /** Add-ons with their state for the account. */
  addOns: AddOnList['data'] | null;
  isMember: boolean;
  action: Omit<PlanActionProps, 'version' | 'app' | 'seats' | 'billing' | 'primary' | 'className' | 'addOns'>;
}

interface AccountBuildPlanProps extends BuildPlanProps {
  addOns: AddOnList['data'];
}

/** The add-ons of the plan that an account has, and the total of those that are on. */
export function AccountBuildPlan(props: AccountBuildPlanProps) {
  const { list, version, addOns, seats, billing, isMember, action } = props;
  const text = usePageText('planDetails').buildPlan;
  const { planWithAddOns } = useLazyText('receipt').receipt;
  const { app } = list;
  const { period } = billing;
  const active = addOns.optional_features.filter((addOn) => addOn.active);
  const state = toReceiptState(version, { addOns: active, period });
  return (
    <BuildPlanLayout
      lead={findForbidden(addOns) ? null : text.accountLead}
      total={
        buildReceipt([state], { app: app.billing_period, shown: period, users: seats }).totals[0] ?? null
      }
      period={period}
      app={app}
      selection={{
        title: planWithAddOns,
        content: (
          <>
            <div className="text-small">
              <Receipt states={[state]} period={period} app={app} users={seats} />
            </div>
            <div className="screen-only pt-5 empty:hidden">
              <PlanAction
                {...action}
                version={version}
                primary
                app={app}
                seats={seats}
                billing={billing}
                className="w-full"
              />
            </div>
          </>
        ),
      }}
    >
      <AccountAddOns
        list={list}
        addOns={addOns}
        seats={seats}
        period={period}
        readOnly={false}
        isMember={isMember}
        isBuilt
      />
    </BuildPlanLayout>
  );
}
