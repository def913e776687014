'use client';

import type { ReactNode } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { getLanguage, languages } from '@/components/i18n/languages';
import { useText } from '@/components/i18n/text-provider';
import type { FeatureContent } from '@/lib/contract/fields';
import { formatContentChange } from '@/lib/format/localized-amount';
import { AmountText } from './amount-text';
import { useContentFormat } from './use-content-format';

/** "20 → 5 guides". Units come from the catalog, and their text direction may differ from the page's. */
export function ContentChange({ from, to }: { from: FeatureContent; to: FeatureContent }) {
  const options = useContentFormat();
  const [before, after] = formatContentChange(from, to, options);
  const isLeftToRight = languages[getLanguage(options.locale)].dir === 'ltr';
  // The text of the page has their direction already.
  if (isLeftToRight && leftToRight.test(`${before ?? ''}${after ?? ''}`)) {
    return <TextChange before={before} after={after} />;
  }
  return (
    <TextChange
      before={before !== null && <AmountText>{before}</AmountText>}
      after={after !== null && <AmountText>{after}</AmountText>}
    />
  );
}

/** Latin letters, digits and punctuation, without characters that set a direction. */
const leftToRight = /^[ -\u024f\u2010-\u2027\u202f-\u2064]*$/;

/** "$9 → $11". Without a text before or after: "now $11", "was $9". */
export function TextChange({ before, after }: { before: ReactNode; after: ReactNode }) {
  const { amounts } = useText();
  if (typeof before === 'string' && typeof after === 'string') return amounts.change(before, after);
  if (before && after) return interpolate(amounts.change, [before, after]);
  if (before) return interpolate(amounts.was, [before]);
  return after && interpolate(amounts.now, [after]);
}
