import { readClock } from '@/lib/db/accounts';
import { readCatalog } from '@/lib/db/catalog';
import { insertVersionChanges } from '@/lib/db/catalog-changes';
import type { Database, Queries } from '@/lib/db/connection/client';
import { withTenant } from '@/lib/db/connection/tenant';
import { recordAddOnChanges } from '@/lib/domain/history/add-on-catalog-changes';

/**
 * Changes the catalog in place, as a publication that accounts follow: `change` writes its rows, and what differs is
 * recorded. The default time is that of the database.
 */
export function publishChange(
  db: Database,
  app: { id: string },
  change: (queries: Queries) => Promise<unknown>,
  at?: Date,
): Promise<void> {
  return withTenant(db, { appId: app.id }, async (queries) => {
    const before = await readCatalog(queries, app.id);
    await change(queries);
    const after = await readCatalog(queries, app.id);
    const publication = { before, after, at: at ?? (await readClock(queries)) };
    await insertVersionChanges(queries, publication);
    await recordAddOnChanges(queries, publication);
  });
}
