'use client';

import { use } from 'react';
import { linkClassName } from '@/components/ui/text-link';
import { CatalogTextContext } from './catalog-text';

/** How a text asks to contact the provider, in the languages of the pages. */
const contactPhrase = /(contact us|kontaktieren sie uns|(?:ال)?تواصل معنا)/i;

/** Sentences of the catalog or of the page. "Contact us" in them is a link if the app has an address for it. */
export function ContactLinks({ children: text }: { children: string }) {
  const { contactUrl } = use(CatalogTextContext);
  if (contactUrl === null) return text;
  return text.split(contactPhrase).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts is fixed
      <a key={index} href={contactUrl} className={linkClassName}>
        {part}
      </a>
    ),
  );
}
