'use client';

import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import type { Price } from '@/lib/contract/versions';
import { formatPercent } from '@/lib/format/plurals';
import { computeAnnualSaving } from '@/lib/pricing/total';

/** What annual billing saves for a number of users. */
export function AnnualSaving({ fees, users }: { fees: Price; users: number }) {
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  const saving = computeAnnualSaving(fees, users);
  return saving !== null && <span className="block">{pricing.saving(formatPercent(locale, saving))}</span>;
}
