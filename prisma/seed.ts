import { makeId } from '@/lib/contract/ids';
import { findAppBySlug } from '@/lib/db/catalog';
import { openClient } from '@/lib/db/connection/client';

/** Slug of the app of a new installation. */
export const demoAppSlug = 'demo';

/** Seeds the database at `url` with the demo, unless the demo app exists. */
export async function seed(url: string, log: (line: string) => void): Promise<void> {
  const db = openClient(url, { as: 'owner' });
  try {
    if (await findAppBySlug(db, demoAppSlug)) return;
    // Imported on demand, because only the first start needs the catalog import.
    const { seedDemo } = await import('./demo/seed-demo');
    if (await seedDemo(db, demoAppSlug, new Date(), makeId)) log('Seeded the demo.');
  } finally {
    await db.$disconnect();
  }
}
