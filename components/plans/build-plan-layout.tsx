'use client';

import { type ReactNode, useId } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useLazyText } from '@/components/i18n/text-provider';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { AppInfo } from '@/lib/contract/versions';
import { formatMoney } from '@/lib/format/money';

interface BuildPlanLayoutProps {
  lead: string | null;
  /** What can be added. */
  children: ReactNode;
  /** Minor units. It is null if it is not known. */
  total: number | null;
  period: BillingPeriod;
  app: AppInfo;
  /** What is chosen, with its price. */
  selection: { title: string; content: ReactNode };
}

/** The add-ons of a plan without features, beside the total. */
export function BuildPlanLayout({ lead, children, total, period, app, selection }: BuildPlanLayoutProps) {
  const text = usePageText('planDetails').buildPlan;
  const receipt = useLazyText('receipt').receipt;
  const { locale } = useDateFormatOptions();
  const titleId = useId();
  return (
    <div className="grid items-start gap-x-16 gap-y-10 wide:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <section aria-labelledby={`${titleId}-list`} className="border-rule border-t-2 pt-3">
        <h2 id={`${titleId}-list`} className="pb-2 text-head">
          {text.title}
        </h2>
        {lead !== null && <p className="max-w-[60ch] pb-4 text-soft">{lead}</p>}
        {children}
      </section>
      {total !== null && (
        <p
          aria-hidden="true"
          className="screen-only figures sticky bottom-0 -mb-10 flex justify-between gap-x-4 border-rule border-t bg-paper py-3 font-medium wide:hidden"
        >
          <span>{receipt.total[period]}</span>
          <span>{formatMoney(locale, app, total)}</span>
        </p>
      )}
      <section aria-labelledby={titleId} className="border-rule border-t-2 pt-3 wide:sticky wide:top-6">
        <h2 id={titleId} className="pb-2 text-head">
          {selection.title}
        </h2>
        {selection.content}
      </section>
    </div>
  );
}
