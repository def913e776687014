'use client';

import type { ReactNode } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions } from '@/components/i18n/text-provider';
import { LocalizedMessage } from '@/components/ui/localized-message';
import type { AddOnBlocker, AddOnList } from '@/lib/contract/add-ons';
import { formatList } from '@/lib/format/plurals';

interface AddOnBlockerMessageProps {
  blocker: AddOnBlocker;
  addOns: AddOnList['data'];
}

/** Why an add-on can't be turned on or off, and the way forward. */
export function AddOnBlockerMessage({ blocker, addOns }: AddOnBlockerMessageProps): ReactNode {
  const { blockers } = usePageText('account').addOns;
  const { locale } = useDateFormatOptions();
  const { code, message } = blocker;
  const titles = blocker.options.flatMap(
    (id) => addOns.optional_features.find((other) => other.id === id)?.title ?? [],
  );
  const texts: Partial<Record<string, string | ((titles: string) => string)>> = blockers;
  const known = texts[code];
  if (known === undefined) return <LocalizedMessage code={code} message={message} />;
  return typeof known === 'string' ? known : interpolate(known, [formatList(locale, titles)]);
}
