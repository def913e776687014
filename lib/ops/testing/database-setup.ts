import { openThrowawayDatabase } from './throwaway-database';

/** Gives database tests a server of their own, unless the test command already has one for them. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) {
    process.env.DATABASE_URL = process.env.TEST_DATABASE_URL;
    return;
  }
  const database = await openThrowawayDatabase();
  process.env.DATABASE_URL = database.url;
  return database.remove;
}
