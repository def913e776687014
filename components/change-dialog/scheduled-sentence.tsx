'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { AppDate } from '@/components/ui/date-text';
import type { SwitchPreview } from '@/lib/contract/switch';
import { type Currency, formatMoney } from '@/lib/format/money';

interface ScheduledSentenceProps extends Pick<SwitchPreview['data'], 'joins' | 'supersedes'> {
  /** Of a trial, whose end is what is scheduled. */
  previous_trial_ends_at?: number | null;
  /** What is paid from the end of the account's terms. */
  terms_end?: SwitchPreview['data']['terms_end'];
  currency: Currency;
}

/**
 * What becomes of the change that is scheduled: the one of the dialog joins it, or takes its place. What is paid when the
 * account's terms have ended.
 */
export function ScheduledSentence({
  joins,
  supersedes,
  previous_trial_ends_at: trialEndsAt = null,
  terms_end: termsEnd = null,
  currency,
}: ScheduledSentenceProps) {
  const text = usePageText('account').changes;
  const formatDate = (at: number) => <AppDate key="date" at={at} />;
  return (
    <>
      {' '}
      {supersedes &&
        (trialEndsAt === null
          ? interpolate(text.replaces, [supersedes.version.title, formatDate(supersedes.effective_at)])
          : interpolate(text.trial.ends, [<AppDate key="date" at={trialEndsAt} until />]))}
      {joins && interpolate(text.joins, [formatDate(joins.effective_at)])}
      {termsEnd && <TermsEndSentence {...termsEnd} currency={currency} />}
    </>
  );
}

/** "From 1 January, when the terms have ended: $20 / month." */
function TermsEndSentence({
  at,
  totals: { after },
  currency,
}: NonNullable<SwitchPreview['data']['terms_end']> & Pick<ScheduledSentenceProps, 'currency'>) {
  const text = usePageText('account').changes;
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  if (after.not_included.length > 0) return null;
  const price = pricing.price.inPeriod(formatMoney(locale, currency, after.amount), after.billing_period);
  return (
    <>
      {' '}
      {interpolate(text.pays.afterTerms, [<AppDate key="date" at={at} />, <bdi key="price">{price}</bdi>])}
    </>
  );
}
