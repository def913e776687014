import { makeId } from '@/lib/contract/ids';
import type { Database } from '@/lib/data/client';
import { priceListText } from '@/prisma/builders/price-list-text';
import { applyImport } from '@/prisma/catalog/import-catalog';
import { readExtension } from '@/prisma/catalog/read-extension';
import { readPriceList } from '@/prisma/catalog/read-price-list';

/** The accounts that GRANTED is opened to in the editions in which it is not public. */
export const grantedAccounts = ['one', 'two', 'three'];

/** The feature that LOW has in an edition and HIGH has not; in the next one it is the other way round. */
export const featureOf = (edition: number) => (edition % 2 === 0 ? 'even' : 'odd');

/**
 * One edition of a price list. Titles, prices and guards tell which, features and grants whether it is an odd one:
 * whatever was made from two editions shows it.
 */
function priceList(edition: number) {
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
      GRANTED: { ...words('Granted'), public: isPublic, ...(!isPublic && { granted_to: grantedAccounts }) },
      GUARDED: { ...words('Guarded'), entry_blocker: `Ask us ${edition}` },
    },
  };
  const source = readPriceList('list.yml', text);
  return { source, extended: readExtension('list.extension.yml', JSON.stringify(extension), source.list) };
}

/** Brings an edition into force, as the import command does. */
export async function publish(db: Database, slug: string, edition: number): Promise<void> {
  await applyImport(db, { slug, ...priceList(edition) }, makeId);
}

export interface Churn {
  /** The newest edition in force for certain. */
  committed: () => number;
  /** The newest edition that may be in force already. */
  begun: () => number;
  /** An answer came: time for another edition. Keeps the churn at the pace of whoever asks, on any machine. */
  step: () => void;
  stop: () => Promise<void>;
}

/** Publishes edition after edition, the next one as soon as there was an answer since the last. */
export function startChurn(db: Database, slug: string, from: number): Churn {
  let begun = from;
  let committed = from;
  let over = false;
  let wake = () => {};
  const run = async () => {
    while (!over) {
      begun += 1;
      const answered = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await publish(db, slug, begun);
      committed = begun;
      if (!over) await answered;
    }
  };
  const running = run();
  // Told to whoever stops it.
  running.catch(() => {});
  return {
    committed: () => committed,
    begun: () => begun,
    step: () => wake(),
    stop: () => {
      over = true;
      wake();
      return running;
    },
  };
}
