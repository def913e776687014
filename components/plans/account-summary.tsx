'use client';

import dynamic from 'next/dynamic';
import { useId } from 'react';
import { useLazyText } from '@/components/i18n/text-provider';
import type { PricedList } from '@/components/pricing/use-billing';
import { Receipt } from '@/components/receipt/receipt';
import { toReceiptState } from '@/components/receipt/to-receipt-state';
import type { AddOnEntry } from '@/lib/contract/add-ons';
import type { VersionEntry } from '@/lib/contract/versions';

interface AccountSummaryProps extends PricedList {
  /** The add-ons that are on. None if the plan is built from them. */
  addOns: AddOnEntry[];
}

/** A script of its own, because most hosts do not report usage. */
const PlanUsage = dynamic(() =>
  import('@/components/feature-content/plan-usage').then((module) => module.PlanUsage),
);

/** What the account uses, and what its plan and add-ons cost together. */
export function AccountSummary(props: AccountSummaryProps) {
  const { usage, versions } = props.list;
  const current = versions.find((version) => version.current);
  return (
    <>
      {usage && <PlanUsage usage={usage} />}
      {current && props.addOns.length > 0 && <ActiveAddOns current={current} {...props} />}
    </>
  );
}

/** What the account's plan and its add-ons cost together. */
function ActiveAddOns(props: AccountSummaryProps & { current: VersionEntry }) {
  const { current, list, addOns, seats } = props;
  const { period } = props.billing;
  const text = useLazyText('receipt').receipt;
  const titleId = useId();
  const state = toReceiptState(current, { addOns, period });
  return (
    <section
      aria-labelledby={titleId}
      className="mb-10 grid gap-x-8 border-line border-t pt-1.5 text-small middle:grid-cols-2 wide:grid-cols-4"
    >
      <h2 id={titleId} className="py-1.5 font-normal text-soft">
        {text.planWithAddOns}
      </h2>
      <Receipt states={[state]} period={period} app={list.app} users={seats} />
    </section>
  );
}
