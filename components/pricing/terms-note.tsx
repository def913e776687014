'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { useLazyText } from '@/components/i18n/text-provider';
import { AppDate } from '@/components/ui/date-text';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { TermsContent } from '@/lib/contract/terms';
import type { AppInfo, VersionEntry } from '@/lib/contract/versions';
import { formatPrice } from '@/lib/pricing/format-price';
import { usePriceOptions } from './use-price-options';

interface TermsNoteProps {
  app: AppInfo;
  period: BillingPeriod | null;
  /** The plan of the account. */
  plan: VersionEntry;
  /** Of terms that would end. */
  lost?: TermsContent;
}

/** "Your terms until 1 March: €7 a month instead of €9 a month" */
export function TermsNote({ app, period, plan, lost }: TermsNoteProps) {
  const { terms: texts } = useLazyText('receipt').receipt;
  const options = usePriceOptions(app, period ?? app.billing_period);
  const { terms } = plan;
  const until = lost ? lost.until : (terms?.until ?? null);
  const { open, until: untilText } = texts[lost ? 'lost' : 'yours'];
  const [price, listed] = [plan, { ...plan, ...terms?.listed_price }].map((each) =>
    formatPrice(each, options),
  );
  const subject = until === null ? open : interpolate(untilText, [<AppDate key="until" at={until} until />]);
  const end = lost ? '.' : '';
  const className = lost ? 'pt-4 text-body' : 'text-body';
  if (price === listed) {
    return (
      <p className={className}>
        {subject}
        {end}
      </p>
    );
  }
  return (
    <p className={`figures ${className}`}>
      {interpolate(texts.price, [
        <span key="subject">{subject}</span>,
        <bdi key="price">{price}</bdi>,
        <bdi key="listed">{listed}</bdi>,
      ])}
      {end}
    </p>
  );
}
