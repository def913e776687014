import { openTemporaryDatabase } from './test-database';

/**
 * Starts a temporary database for the database tests, unless the test command has started one for them.
 * `TEST_POSTGRES_BIN` is the folder of the binaries of another PostgreSQL than the embedded one, such as
 * `/usr/lib/postgresql/15/bin`.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) {
    process.env.DATABASE_URL = process.env.TEST_DATABASE_URL;
    return;
  }
  const database = await openTemporaryDatabase(process.env.TEST_POSTGRES_BIN);
  process.env.DATABASE_URL = database.url;
  return database.remove;
}
