import { type Database, openClient } from '@/lib/data/client';
import { withDatabase } from './with-database';

/** Lends `work` a client of the database under the owner, who may change what the server only reads. */
export function withOwner<T>(work: (db: Database) => Promise<T>): Promise<T> {
  return withDatabase(async ({ url }) => {
    const db = openClient(url, { as: 'owner' });
    try {
      return await work(db);
    } finally {
      await db.$disconnect();
    }
  });
}
