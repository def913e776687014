'use client';

import { CatalogText } from '@/components/i18n/catalog-text';
import { useText } from '@/components/i18n/text-provider';
import { ContactLinks } from './contact-links';

/** The message of an error or a blocker, translated by its code. A code without a translation shows `message`. */
export function LocalizedMessage({ code, message }: { code: string; message: string }) {
  const { errors }: { errors: Record<string, string> } = useText();
  const text = errors[code];
  if (text !== undefined) return <ContactLinks>{text}</ContactLinks>;
  return (
    <CatalogText {...(!catalogCodes.includes(code) && { lang: 'en' })}>
      <ContactLinks>{message}</ContactLinks>
    </CatalogText>
  );
}

/** Codes whose messages are texts of the catalog. Other messages of the API are in English. */
const catalogCodes = ['entry_restricted', 'exit_restricted'];
