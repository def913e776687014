import { makeId } from '@/lib/contract/ids';
import type { Database } from '@/lib/data/client';
import { priceListText } from '@/prisma/builders/price-list-text';
import { applyImport } from '@/prisma/catalog/import-catalog';
import { readExtension } from '@/prisma/catalog/read-extension';
import { readPriceList } from '@/prisma/catalog/read-price-list';

/** The feature that LOW has in an edition and HIGH has not; in the next one it is the other way round. */
export const featureOf = (edition: number) => (edition % 2 === 0 ? 'even' : 'odd');

/**
 * One edition of a price list. Titles, prices and guards tell which, features and grants whether it is an odd one:
 * whatever was made from two editions shows it. GRANTED is public, or in the odd ones open to these accounts alone.
 */
function priceList(edition: number, grantedTo: string[]) {
  const plan = (base: number, has: string[]) => ({ price: base + edition, unit: '/month', has });
  const text = priceListText({
    features: ['even', 'odd'],
    plans: {
      LOW: plan(0, [featureOf(edition)]),
      HIGH: plan(100_000, [featureOf(edition + 1)]),
      GRANTED: plan(200_000, [featureOf(edition)]),
      GUARDED: plan(300_000, [featureOf(edition)]),
    },
  });
  const words = (name: string) => ({ title: `${name} ${edition}`, description: '' });
  const isPublic = edition % 2 === 0;
  const extension = {
    plans: {
      LOW: words('Low'),
      HIGH: words('High'),
      GRANTED: { ...words('Granted'), public: isPublic, ...(!isPublic && { granted_to: grantedTo }) },
      GUARDED: { ...words('Guarded'), entry_blocker: `Ask us ${edition}` },
    },
    features: { even: { title: `Even ${edition}` }, odd: { title: `Odd ${edition}` } },
  };
  return { text, extension };
}

export interface Shop {
  db: Database;
  slug: string;
  /** External ids of the accounts that GRANTED is open to. */
  grantedTo: string[];
}

/** Brings an edition into force, as the import command does. */
export async function publish({ db, slug, grantedTo }: Shop, edition: number): Promise<void> {
  const { text, extension } = priceList(edition, grantedTo);
  const source = readPriceList('list.yml', text);
  const extended = readExtension('list.extension.yml', JSON.stringify(extension), source.list);
  await applyImport(db, { slug, source, extended }, makeId);
}

/** Brings a price list into force that has none of the plans and features before: all of them are retired. */
export async function retireAll({ db, slug }: Shop): Promise<void> {
  const plans = { NEXT: { price: 1, unit: '/month', has: ['other'] } };
  const source = readPriceList('next.yml', priceListText({ plans, features: ['other'] }));
  await applyImport(db, { slug, source, extended: null }, makeId);
}
