import type { Database } from '@/lib/db/connection/client';
import { importList } from '@/tools/testing/import-lists';

/** The feature that LOW includes and HIGH does not in this edition. It alternates from edition to edition. */
export const getFeatureOfEdition = (edition: number) => (edition % 2 === 0 ? 'even' : 'odd');

/**
 * One edition of a price list. Titles, prices and entry blockers contain the edition number, and features and grants
 * depend on its parity, so that a response built from two editions can be detected. GRANTED is public in even
 * editions and granted to the given accounts in odd ones.
 */
function buildPriceList(edition: number, grantedTo: string[]) {
  const plan = (basePrice: number, included: string[]) => ({
    price: basePrice + edition,
    unit: '/month',
    features: included,
  });
  const list = {
    features: ['even', 'odd'],
    plans: {
      LOW: plan(0, [getFeatureOfEdition(edition)]),
      HIGH: plan(100_000, [getFeatureOfEdition(edition + 1)]),
      GRANTED: plan(200_000, [getFeatureOfEdition(edition)]),
      GUARDED: plan(300_000, [getFeatureOfEdition(edition)]),
    },
  };
  const titled = (name: string) => ({ title: `${name} ${edition}`, description: '' });
  const isPublic = edition % 2 === 0;
  const extension = {
    plans: {
      LOW: titled('Low'),
      HIGH: titled('High'),
      GRANTED: { ...titled('Granted'), public: isPublic, ...(!isPublic && { granted_to: grantedTo }) },
      GUARDED: { ...titled('Guarded'), entry_blocker: `Ask us ${edition}` },
    },
    features: { even: { title: `Even ${edition}` }, odd: { title: `Odd ${edition}` } },
  };
  return { list, extension };
}

export interface CatalogTarget {
  db: Database;
  /** Slug of the app. */
  slug: string;
  /** External ids of the accounts that GRANTED is granted to. */
  grantedTo: string[];
}

/**
 * Publishes an edition, as the import command does. By default, the accounts of each plan follow, so that an edition
 * replaces another.
 */
export async function publishCatalog(
  { db, slug, grantedTo }: CatalogTarget,
  edition: number,
  decision: 'keep' | 'follow' = 'follow',
): Promise<void> {
  const { list, extension } = buildPriceList(edition, grantedTo);
  const existing = new Map(Object.keys(extension.plans).map((key) => [key, decision] as const));
  await importList(db, slug, list, JSON.stringify(extension), { existing });
}

/** Publishes a price list without any of the earlier plans and features, which retires all of them. */
export async function retireCatalog({ db, slug }: CatalogTarget): Promise<void> {
  const plans = { NEXT: { price: 1, unit: '/month', features: ['other'] } };
  await importList(db, slug, { plans, features: ['other'] });
}
