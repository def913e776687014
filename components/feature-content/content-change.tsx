'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import type { FeatureContent } from '@/lib/contract/fields';
import { formatContentChange } from '@/lib/format/localized-amount';
import { AmountText } from './amount-text';
import { useContentFormat } from './use-content-format';

/** "20 → 5 guides". Units come from the catalog, and their text direction may differ from the page's. */
export function ContentChange({ from, to }: { from: FeatureContent; to: FeatureContent }) {
  const { amounts } = useText();
  const [before, after] = formatContentChange(from, to, useContentFormat());
  const oldText = before !== null && <AmountText key="before">{before}</AmountText>;
  const newText = after !== null && <AmountText key="after">{after}</AmountText>;
  if (oldText && newText) return interpolate(amounts.change, [oldText, newText]);
  if (oldText) return interpolate(amounts.was, [oldText]);
  return newText && interpolate(amounts.now, [newText]);
}
