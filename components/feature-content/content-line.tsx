'use client';

import type { ReactElement, ReactNode } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { type Content, isNamedByUnit } from '@/lib/format/localized-amount';
import { AmountText } from './amount-text';

interface ContentLineProps {
  title: string;
  content: Content;
  /** The formatted content, or an element with its change. Null for a feature without an amount. */
  amount: string | ReactElement | null;
  /** Shown after the amount. */
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
