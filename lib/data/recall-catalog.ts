import type pg from 'pg';
import type { Soon } from '@/lib/contract/soon';
import { ask } from './ask';
import type { Memory } from './memory';
import type { AppCatalog } from './read-catalog';

import { topics } from './topics';

const readCatalogOf = { name: 'read_catalog', text: 'SELECT read_catalog($1)::text AS json' };

/**
 * The catalogue of an app: the one in memory, unless it is older than the revision that was seen, else by one statement
 * of `source`: while another transaction changes the catalogue, it is all of the old one or all of the new one.
 */
export function recallCatalog(
  memory: Memory,
  source: pg.Pool | pg.PoolClient,
  { id, catalogRevision }: { id: string; catalogRevision: number },
): Soon<AppCatalog> {
  const known = memory.catalogs.peek(id);
  if (known && known.app.catalogRevision >= catalogRevision) return known;
  // The word of its change is on its way.
  if (known) memory.catalogs.forget(topics.catalog(id));
  return memory.catalogs.get(id, async () => {
    const found = await ask<Omit<AppCatalog, 'size'>>(source, readCatalogOf, [id]);
    if (!found) throw new Error(`App ${id} is gone.`);
    return { value: { ...found.value, size: found.size }, topics: [topics.app(id), topics.catalog(id)] };
  });
}
