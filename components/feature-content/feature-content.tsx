'use client';

import type { ReactElement, ReactNode } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import type { FeatureContent } from '@/lib/contract/fields';
import type { MatrixFeature } from '@/lib/contract/versions';
import {
  type AmountFormatOptions,
  type Content,
  formatContentChange,
  isNamedByUnit,
} from '@/lib/format/localized-amount';

/** What a version includes of a feature. Null if it doesn't include the feature. */
export function getFeatureContent(
  {
    versions,
    values,
    amounts,
    unit,
    period,
  }: Pick<MatrixFeature, 'versions' | 'values' | 'amounts' | 'unit' | 'period'>,
  versionId: string,
): FeatureContent | null {
  if (!versions[versionId]) return null;
  const { amount, unlimited } = amounts[versionId] ?? { amount: null, unlimited: false };
  return { value: values[versionId] ?? null, amount, unlimited, unit, period };
}

/** The points of a `more_info`, which are separated by `|` or a newline. */
export function splitMoreInfo(text: string): string[] {
  const points = text.split(/[|\n]/).map((point) => point.trim());
  return [...new Set(points.filter(Boolean))];
}

/** The user's locale and texts for `formatContent`. */
export function useContentFormat(): AmountFormatOptions {
  const { amounts } = useText();
  const { locale } = useDateFormatOptions();
  return { locale, messages: amounts };
}

/**
 * An amount, whose unit comes from the catalog. Unlike `bdi`, it takes its direction from the text outside of isolated parts:
 * an Arabic period after "100 messages" makes it right-to-left. Two amounts within it, with an arrow between them, have no text
 * outside of isolated parts, and would be left-to-right in every language.
 */
export function AmountText({ children }: { children: string | null }) {
  return <span className="plaintext">{children}</span>;
}

interface ContentLineProps {
  title: string;
  content: Content;
  /** The formatted content, or an element with its change. Null for a feature without an amount. */
  amount: string | ReactElement | null;
  /** What is shown after the amount. */
  children?: ReactNode;
}

/** The title of a feature and its amount, or only the amount where it names the feature: "400 recipes". */
export function ContentLine({ title, content, amount, children }: ContentLineProps) {
  const shown = typeof amount === 'string' ? <AmountText>{amount}</AmountText> : amount;
  if (amount && isNamedByUnit(title, content)) {
    return (
      <span className="figures min-w-0 grow">
        {shown}
        {children}
      </span>
    );
  }
  if (!amount) return <CatalogText>{title}</CatalogText>;
  return (
    <span className="feature-line">
      <CatalogText>{title}</CatalogText>
      <span className="figures text-soft">
        {shown}
        {children}
      </span>
    </span>
  );
}

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
