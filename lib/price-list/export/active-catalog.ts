import { compareByTag } from '@/lib/contract/versions';
import type { StoredApp, StoredCatalog } from '@/lib/db/catalog-store';
import { toWrittenRows, type WrittenRows } from '../compare/convert-catalog';

/** The rows of a catalog that an import would list. */
export interface ActiveCatalog extends WrittenRows {
  app: StoredApp;
}

export function selectActive(stored: StoredCatalog): ActiveCatalog {
  const rows = toWrittenRows(stored);
  const isActive = ({ active }: { active: boolean }) => active;
  const [versions, addOns] = [rows.versions.filter(isActive), rows.addOns.filter(isActive)];
  const keysOf = (listed: { catalogKey: string }[]) => new Set(listed.map(({ catalogKey }) => catalogKey));
  const [versionKeys, addOnKeys] = [keysOf(versions), keysOf(addOns)];
  return {
    ...rows,
    app: stored.app,
    versions: versions.toSorted(compareByTag),
    features: rows.features.filter(isActive),
    addOns,
    cells: rows.cells.filter(({ version }) => versionKeys.has(version)),
    addOnPrices: rows.addOnPrices.filter(
      ({ version, addOn }) => versionKeys.has(version) && addOnKeys.has(addOn),
    ),
    addOnEffects: rows.addOnEffects.filter(({ addOn }) => addOnKeys.has(addOn)),
    grants: rows.grants.filter(({ version }) => versionKeys.has(version)),
  };
}
