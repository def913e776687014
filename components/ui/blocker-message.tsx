'use client';

import { CatalogText } from '@/components/catalog/catalog-text';
import { ContactLinks } from '@/components/catalog/contact-links';
import { useText } from '@/components/i18n/text-provider';
import type { Blocker } from '@/lib/contract/fields';
import type { Price } from '@/lib/contract/versions';

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

/** Why a switch to a plan is blocked. A plan with a price in words is not priced on request for the reader. */
export function BlockerMessage({
  blocker: { code, message },
  price,
}: {
  blocker: Blocker;
  price: Pick<Price, 'price_text'>;
}) {
  const inWords = code === 'price_on_request' && price.price_text !== null;
  return <LocalizedMessage code={inWords ? 'price_in_words' : code} message={message} />;
}
