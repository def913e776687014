import { unlessInterrupted } from './interrupt';
import { migrate } from './migrate';
import { type OpenDatabase, openDatabase } from './postgres';

/**
 * Opens the database, brings it up to date, lends it to `work` and gives it back, also when the work fails or the
 * process is told to stop. For use inside `command`.
 */
export async function withDatabase<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    await unlessInterrupted(migrate(database.url));
    return await unlessInterrupted(work(database));
  } finally {
    await database.close();
  }
}
