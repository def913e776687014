'use client';

import { type ReactNode, useMemo } from 'react';
import { usePageText } from './page-text';
import { TextChangeContext } from './text-provider';
import type { LazyText, PageText } from './texts';

/** Some of the texts, at any depth. */
export type PartialTexts<Texts> = Texts extends (...args: never[]) => unknown
  ? Texts
  : { [Name in keyof Texts]?: PartialTexts<Texts[Name]> };

/** Dialogs within it name the account, and do not address its users: "Acme loses 17 features". */
export function CustomerText({ name, children }: { name: string; children: ReactNode }) {
  const { customer } = usePageText('staff');
  const change = useMemo(() => {
    // Isolated, so that the direction of the name does not change that of the sentence.
    const insertName = (text: string) => text.replaceAll('{account}', `\u2068${name}\u2069`);
    const replacements: Record<string, object | undefined> = customer;
    const changed = new WeakMap<object, object>();
    return <Texts extends object>(texts: Texts, group?: keyof LazyText | keyof PageText): Texts => {
      const known =
        changed.get(texts) ?? replaceTexts(texts, group ? replacements[group] : replacements, insertName);
      changed.set(texts, known);
      return known as Texts;
    };
  }, [customer, name]);
  return <TextChangeContext value={change}>{children}</TextChangeContext>;
}

function replaceTexts(texts: object, replacements: object | undefined, insertName: (text: string) => string) {
  const replaced: Record<string, unknown> = { ...texts };
  for (const [key, value] of Object.entries(replacements ?? {})) {
    const own = replaced[key];
    if (typeof value === 'string') replaced[key] = insertName(value);
    else if (typeof value === 'function')
      replaced[key] = (...values: unknown[]) => insertName(value(...values));
    else if (typeof own === 'object' && own !== null) replaced[key] = replaceTexts(own, value, insertName);
  }
  return replaced;
}
