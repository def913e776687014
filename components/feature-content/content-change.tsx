'use client';

import type { ReactNode } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import type { FeatureContent } from '@/lib/contract/fields';
import { formatContentChange } from '@/lib/format/localized-amount';
import { AmountText } from './amount-text';
import { useContentFormat } from './use-content-format';

/** "20 → 5 guides". Units come from the catalog, and their text direction may differ from the page's. */
export function ContentChange({ from, to }: { from: FeatureContent; to: FeatureContent }) {
  const [before, after] = formatContentChange(from, to, useContentFormat());
  return (
    <TextChange
      before={before !== null && <AmountText>{before}</AmountText>}
      after={after !== null && <AmountText>{after}</AmountText>}
    />
  );
}

/** "$9 → $11". Without a text before or after: "now $11", "was $9". */
export function TextChange({ before, after }: { before: ReactNode; after: ReactNode }) {
  const { amounts } = useText();
  if (before && after) return interpolate(amounts.change, [before, after]);
  if (before) return interpolate(amounts.was, [before]);
  return after && interpolate(amounts.now, [after]);
}
