import { makeId } from '@/lib/contract/ids';
import { openClient } from '@/lib/data/client';
import { findAppBySlug } from '@/lib/data/find-app';

/** The app that a fresh installation shows. */
export const demoAppSlug = 'demo';

/** Fills the database at `url` with the demo, once: where the app is there already, nothing is touched. */
export async function seed(url: string, log: (line: string) => void): Promise<void> {
  const db = openClient(url, { as: 'owner' });
  try {
    if (await findAppBySlug(db, demoAppSlug)) return;
    // Loaded only now: a later start need not wait for the readers of price lists.
    const { plantDemo } = await import('./demo/plant-demo');
    if (await plantDemo(db, demoAppSlug, new Date(), makeId)) log('The demo is in the database.');
  } finally {
    await db.$disconnect();
  }
}
