import { afterAll } from 'vitest';
import { createCatalogImporter } from '@/lib/catalog-import/create-catalog-importer';
import { makeId } from '@/lib/contract/ids';
import { openClient } from '@/lib/db/client';
import { openService } from '@/lib/domain/service';
import { closeService, createTestDatabase } from './test-database';

/** Opens a service on a database of its own, and the owner's client, for the tests of a file. They are closed at its end. */
export async function openTestService() {
  const database = await createTestDatabase();
  const owner = openClient(database.url, { as: 'owner' });
  const service = openService(database.url);
  service.importer = createCatalogImporter(service.db, makeId);
  afterAll(async () => {
    await owner.$disconnect();
    await closeService(service);
    await database.drop();
  });
  return { owner, service };
}
