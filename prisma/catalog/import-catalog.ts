import type { MakeId } from '@/lib/contract/ids';
import {
  findAccountIds,
  findOtherAppByHost,
  readStoredCatalog,
  type StoredCatalog,
  whileCatalogIsLocked,
  whileCatalogIsRead,
} from '@/lib/data/catalog-store';
import type { Database, Queries } from '@/lib/data/client';
import { applyChanges } from './apply-changes';
import { buildCatalogue } from './build-catalogue';
import type { Catalogue } from './catalogue';
import { type Changes, isNothing } from './changes';
import { Refused } from './fault';
import { type Objection, planChanges } from './plan-changes';
import type { ExtensionFile } from './read-extension';
import type { PriceListFile } from './read-price-list';

/** What is imported: a price list with its extension, and the slug of the app it is for. */
export interface Import {
  slug: string;
  source: PriceListFile;
  extended: ExtensionFile | null;
}

/** What an import would do, or did. */
export interface ImportPlan {
  /** Null: the app is made by it. */
  stored: StoredCatalog | null;
  catalogue: Catalogue;
  changes: Changes;
  warnings: string[];
}

/** Says what an import would do, and changes nothing. Throws `Refused`. */
export function planImport(db: Database, order: Import): Promise<ImportPlan> {
  return whileCatalogIsRead(db, (queries) => weigh(queries, order));
}

/** Does an import in one transaction, wholly or not at all. Throws `Refused`. */
export function applyImport(db: Database, order: Import, makeId: MakeId): Promise<ImportPlan> {
  return whileCatalogIsLocked(db, order.slug, (queries) => applyImportIn(queries, order, makeId));
}

/** Does an import as part of a transaction that has locked the catalogue. Throws `Refused`. */
export async function applyImportIn(queries: Queries, order: Import, makeId: MakeId): Promise<ImportPlan> {
  const plan = await weigh(queries, order);
  if (!isNothing(plan.changes)) await applyChanges(queries, order.slug, plan.stored, plan.changes, makeId);
  return plan;
}

async function weigh(queries: Queries, { slug, source, extended }: Import): Promise<ImportPlan> {
  const stored = await readStoredCatalog(queries, slug);
  const { catalogue, warnings } = buildCatalogue(source, extended, stored?.app.billingPeriod ?? null);
  const names = catalogue.grants.map(({ account }) => account);
  const accountIds = stored ? await findAccountIds(queries, stored.app.id, names) : new Map<string, string>();
  const { changes, objections } = planChanges(stored, catalogue, accountIds);

  const host = catalogue.app.host;
  const other = host ? await findOtherAppByHost(queries, host, slug) : null;
  if (other) {
    const message = `The app "${other.slug}" has this host name already.`;
    objections.push({ in: 'extension', path: ['app', 'host'], message });
  }
  if (objections.length > 0)
    throw new Refused(objections.map((objection) => placed(objection, source, extended)));
  return { stored, catalogue, changes, warnings };
}

function placed(
  { in: where, path, message }: Objection,
  source: PriceListFile,
  extended: ExtensionFile | null,
) {
  const file = where === 'extension' && extended ? extended.file : source.file;
  return file.fault(path, message);
}
