'use client';

import type { ReactNode } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useDateFormatOptions } from '@/components/i18n/text-provider';
import type { OptionalFeatures, OptionBlocker } from '@/lib/contract/optional-features';
import { formatList } from '@/lib/format/plurals';
import { useOptionalFeaturesText } from './use-optional-features-text';

interface OptionBlockerMessageProps {
  blocker: OptionBlocker;
  options: OptionalFeatures['data'];
}

/** Why an offer can't be turned on or off, and the way forward. */
export function OptionBlockerMessage({ blocker, options }: OptionBlockerMessageProps): ReactNode {
  const { blockers } = useOptionalFeaturesText();
  const { locale } = useDateFormatOptions();
  const { code, message } = blocker;
  const titles = blocker.options.flatMap(
    (id) => options.optional_features.find((other) => other.id === id)?.title ?? [],
  );
  const texts: Partial<Record<string, string | ((titles: string) => string)>> = blockers;
  const known = texts[code];
  if (known === undefined) return <bdi>{message}</bdi>;
  return typeof known === 'string'
    ? known
    : interpolate(known, [<bdi key="titles">{formatList(locale, titles)}</bdi>]);
}
