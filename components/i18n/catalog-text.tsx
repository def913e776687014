'use client';

import { type ComponentProps, createContext, isValidElement, type ReactNode, use, useMemo } from 'react';
import { useDateFormatOptions } from './text-provider';

interface CatalogTextSettings {
  /** Title of the app, by which pages name who provides it. */
  provider: string;
  /** BCP 47 tag. It is null if it is unknown. */
  language: string | null;
  /** Of the texts that there are not in `language`. It is undefined if that is the language of the price list. */
  listLanguage?: string | null | undefined;
  /** Texts that are in `listLanguage`. */
  untranslated?: ReadonlySet<unknown>;
  /** Target of "Contact us". It is null if there is none. */
  contactUrl: string | null;
  /** Where accounts see their bills. It is null if there is none. */
  billingUrl: string | null;
}

/** What is common to all texts of the app's catalog. */
export const CatalogTextContext = createContext<CatalogTextSettings>({
  provider: '',
  language: null,
  contactUrl: null,
  billingUrl: null,
});

/** A text of the catalog, whose language and text direction may differ from those of the page. */
export function CatalogText(props: ComponentProps<'bdi'>) {
  const { language, listLanguage, untranslated } = use(CatalogTextContext);
  const { locale } = useDateFormatOptions();
  const lang = untranslated?.has(getText(props.children)) ? (listLanguage ?? '') : (language ?? undefined);
  // That of the page is inherited.
  return <bdi lang={lang && getBase(lang) === getBase(locale) ? undefined : lang} {...props} />;
}

const getBase = (language: string) => language.split('-')[0];

/** A text, also within one element. */
function getText(children: ReactNode): unknown {
  return isValidElement<{ children?: ReactNode }>(children) ? children.props.children : children;
}

/** Shows texts of a response of the API, of which some can be in the language of the price list. */
export function CatalogTexts({ of: response, children }: { of: unknown; children: ReactNode }) {
  const settings = use(CatalogTextContext);
  const isTranslated = settings.listLanguage !== undefined;
  const untranslated = useMemo(() => isTranslated && findUntranslated(response), [isTranslated, response]);
  return (
    <CatalogTextContext value={untranslated ? { ...settings, untranslated } : settings}>
      {children}
    </CatalogTextContext>
  );
}

/** The texts of the fields that `untranslated` names, in all objects of a response. */
function findUntranslated(response: unknown): ReadonlySet<unknown> {
  const texts = new Set<unknown>();
  JSON.stringify(response, (_, value) => {
    for (const name of value?.untranslated ?? []) texts.add(value[name]);
    return value;
  });
  return texts;
}
