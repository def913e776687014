import { makeId } from '@/lib/contract/ids';
import type { Database } from '@/lib/data/client';
import { priceListText } from '@/prisma/builders/price-list-text';
import { applyImport } from '@/prisma/catalog/import-catalog';
import { readPriceList } from '@/prisma/catalog/read-price-list';

export interface Size {
  versions: number;
  features: number;
}

/** Imports a price list as an operator does. Another `edition` of it differs in one price. */
export async function importApp(db: Database, slug: string, size: Size, edition = 0): Promise<void> {
  const source = readPriceList(`${slug}.yml`, priceList(size, edition));
  await applyImport(db, { slug, source, extended: null }, makeId);
}

/** Version n has the first share of the features; the last feature can be added to all but the last version. */
function priceList({ versions, features }: Size, edition: number): string {
  const names = Array.from({ length: features }, (_, index) => `feature${index + 1}`);
  const plans = Array.from({ length: versions }, (_, index) => {
    const share = Math.ceil((features * (index + 1)) / versions);
    const price = index === 1 ? 10 + edition : index * 10;
    return [`PLAN_${index + 1}`, { price, unit: 'month', has: names.slice(0, share) }] as const;
  });
  const last = names.at(-1) ?? '';
  const others = plans.slice(0, -1).map(([name]) => name);
  return priceListText({
    features: names,
    plans: Object.fromEntries(plans),
    addOns: { EXTRA: { price: 5, brings: [last], for: others } },
  });
}
