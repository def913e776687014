'use client';

import { useLazyText } from '@/components/i18n/text-provider';
import { usePriceFormat } from '@/components/pricing/use-price-format';
import { Receipt } from '@/components/receipt/receipt';
import { useTotalSentence } from '@/components/switch/switch-prices';
import { Skeleton } from '@/components/ui/skeleton';
import type { AddOnPreview } from '@/lib/contract/add-ons';
import type { AppInfo } from '@/lib/contract/versions';
import { findUserUnit } from '@/lib/pricing/price';

export type AddOnPreviewData = AddOnPreview['data'];

/** The totals before and after. It is null if something can't be priced. */
const listTotals = ({ totals: { before, after } }: AddOnPreviewData) =>
  [before, after].map((total) => (total?.not_included.length === 0 ? total.amount : null));

/** Formats the total of plan and add-ons before and after. Without totals, the price of the add-on. */
export function useAddOnPriceSentence(app: AppInfo): (preview: AddOnPreviewData) => string {
  const formatPrice = usePriceFormat();
  const formatTotals = useTotalSentence(app);
  return (preview) => {
    const { id, version, options, totals, billing_period: billed } = preview;
    const period = billed ?? app.billing_period;
    const [before, after] = listTotals(preview);
    if (before != null && after != null) {
      const perUser = [totals.before, totals.after].some((total) => total?.user_fee);
      const userUnit = findUserUnit([...(version ? [version] : []), ...options]);
      const users = totals.after?.users ?? null;
      return formatTotals({ before, after, perUser, userUnit, users, period });
    }
    const price = options.find((option) => option.id === id);
    return price ? formatPrice(price, app, period, period) : '';
  };
}

/** What is paid before and after the change. Renders nothing without a plan. */
export function AddOnReceipt({ preview, app }: { preview: AddOnPreviewData; app: AppInfo }) {
  const { version, billing_period: billed, options, totals } = preview;
  if (!version || !billed) return null;
  const states = (['before', 'after'] as const).map((state) => ({
    title: version.title,
    plan: version,
    billed,
    addOns: options
      .map((price) => ({
        ...price,
        price,
        quantity: price[state === 'before' ? 'previous_quantity' : 'quantity'],
      }))
      .filter(({ quantity }) => quantity > 0)
      // A fee per thing can be priced if the add-on is sold by quantity.
      .map((addOn) =>
        totals[state]?.not_included.includes(addOn.id) ? { ...addOn, quantity: null } : addOn,
      ),
  }));
  return (
    <Receipt
      states={states}
      totals={listTotals(preview)}
      difference={totals.difference}
      period={billed}
      app={app}
      users={totals.after?.users ?? 1}
      className="mt-6"
    />
  );
}

/** Has the height of the receipt until the preview is loaded. */
export function ReceiptSkeleton({ rowCount }: { rowCount: number }) {
  const { loadingPreview } = useLazyText('switching').switching;
  return (
    <div aria-busy="true" className="mt-6">
      <p role="status" className="sr-only">
        {loadingPreview}
      </p>
      {Array.from({ length: rowCount }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are the same
        <div key={row} className="border-line border-t py-2.5">
          <Skeleton className="h-4" />
        </div>
      ))}
    </div>
  );
}
