'use client';

import { use } from 'react';
import { CatalogTextContext } from '@/components/i18n/catalog-text';
import { replaceParts } from '@/components/i18n/interpolate';
import { linkClassName } from './text-link';

/** How a text asks to contact the provider, in the languages of the pages. */
const contactPhrase = /(contact us|kontaktieren sie uns|(?:ال)?تواصل معنا)/i;

/** Sentences of the catalog or of the page. "Contact us" in them is a link if the app has an address for it. */
export function ContactLinks({ children: text }: { children: string }) {
  const { contactUrl } = use(CatalogTextContext);
  if (contactUrl === null) return text;
  return replaceParts(text, contactPhrase, (phrase) => (
    <a href={contactUrl} className={linkClassName}>
      {phrase}
    </a>
  ));
}
