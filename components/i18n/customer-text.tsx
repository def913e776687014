'use client';

import { type ReactNode, use, useMemo } from 'react';
import type { CountFormatter } from '@/lib/format/plurals';
import { getLanguage } from './languages';
import { languageScripts, usePageText } from './page-text';
import { TextContext, useDateFormatOptions } from './text-provider';
import type { BrowserTexts } from './texts';

/** Dialogs within it name the account, and do not address its users: "Acme loses 17 features". */
export function CustomerText({ name, children }: { name: string; children: ReactNode }) {
  const { customer } = usePageText('staff');
  const { locale } = useDateFormatOptions();
  const texts = use(TextContext);
  const changed = useMemo((): BrowserTexts | null => {
    if (!texts) return null;
    // Isolated, so that the direction of the name does not change that of the sentence.
    const insertName = (text: string) => text.replaceAll('{account}', `\u2068${name}\u2069`);
    const replace = createReplacer(insertName);
    const pages = languageScripts[getLanguage(locale)];
    const { receipt, switching } = texts.lazy;
    return {
      base: replace(texts.base, customer),
      lazy: {
        receipt: { ...receipt, read: () => replace(receipt.read(), customer.receipt) },
        switching: { ...switching, read: () => replace(switching.read(), customer.switching) },
      },
      pages: {
        ...pages,
        account: { read: () => replace(pages.account.read(), customer.account) },
        planDetails: { read: () => replace(pages.planDetails.read(), customer.planDetails) },
      },
    };
  }, [customer, locale, name, texts]);
  return <TextContext value={changed}>{children}</TextContext>;
}

/** Returns a function that replaces some texts that factories create: with the same result for the same factories. */
function createReplacer(insertName: (text: string) => string) {
  const known = new WeakMap<object, object>();
  return <Factories extends object>(factories: Factories, replacements: object): Factories => {
    const found = known.get(factories);
    if (found) return found as Factories;
    const replaced = { ...factories } as Record<string, unknown>;
    for (const [group, values] of Object.entries(replacements)) {
      const create = replaced[group] as ((words: CountFormatter) => object) | undefined;
      if (create)
        replaced[group] = (words: CountFormatter) => replaceTexts(create(words), values, insertName);
    }
    known.set(factories, replaced);
    return replaced as Factories;
  };
}

function replaceTexts(texts: object, replacements: object, insertName: (text: string) => string) {
  const replaced: Record<string, unknown> = { ...texts };
  for (const [key, value] of Object.entries(replacements)) {
    const own = replaced[key];
    if (typeof value === 'string') replaced[key] = insertName(value);
    else if (typeof value === 'function')
      replaced[key] = (...values: unknown[]) => insertName(value(...values));
    else if (typeof own === 'object' && own !== null) replaced[key] = replaceTexts(own, value, insertName);
  }
  return replaced;
}
