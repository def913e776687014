'use client';

import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { Price } from '@/lib/contract/versions';
import { formatPercent } from '@/lib/format/plurals';
import { computeAnnualSaving } from '@/lib/pricing/total';

interface AnnualSavingProps {
  fees: Price;
  users: number;
  billed: BillingPeriod;
}

/** What annual billing saves for a number of users. Empty with monthly billing, for which it has loaded already. */
export function AnnualSaving({ fees, users, billed }: AnnualSavingProps) {
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  if (billed !== 'year') return null;
  const saving = computeAnnualSaving(fees, users);
  return saving !== null && <span className="block">{pricing.saving(formatPercent(locale, saving))}</span>;
}
