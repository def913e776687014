import type { CatalogDifference } from '@/lib/contract/catalog-editions';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import { buildImportedCatalog } from '../build/build-imported-catalog';
import type { ImportFiles } from '../parse/load-import-files';
import { applyChanges, buildChangedCatalog, buildStoredCatalog, noRows } from './convert-catalog';
import { describeDifference } from './describe-difference';
import { listOutcomes } from './list-outcomes';
import { planChanges } from './plan-changes';
import { noAccounts } from './publication';
import { findLikelyRenames, renameRows } from './rename-rows';

/**
 * What changes from one price list of an app to another. Versions of `live` with the key of a plan give it their ID, by
 * which `accounts` counts accounts. It is null if they are not counted.
 */
export function comparePriceLists(
  live: StoredCatalog,
  { from, to }: { from: ImportFiles; to: ImportFiles },
  accounts: ReadonlyMap<string, number> | null,
): CatalogDifference {
  const { renamed: stored } = renameRows(storePriceList(live, from), to.extensionFile?.extension ?? {});
  const { catalog, report } = buildImportedCatalog(to.priceListFile, to.extensionFile, stored);
  const { changes } = planChanges(stored, catalog, new Map());
  const outcomes = listOutcomes(buildStoredCatalog(stored), buildChangedCatalog(stored, changes));
  const difference = describeDifference({
    ...noAccounts,
    ...{ stored, catalog, listed: changes, changes, report, outcomes, conversion: null },
    ...(accounts && { accounts }),
    renames: findLikelyRenames(stored, catalog, changes),
  });
  const liveIds = new Set(live.versions.map(({ id }) => id));
  return {
    ...difference,
    versions: difference.versions.map((version) => ({
      ...version,
      id: version.id !== null && liveIds.has(version.id) ? version.id : null,
      accounts: accounts && version.accounts,
    })),
    add_ons: difference.add_ons.map((addOn) => ({ ...addOn, accounts: null })),
    warnings: [],
  };
}

/** The rows of a price list if it was the first one of the app. IDs of rows that are not live are their keys. Without grants. */
function storePriceList(live: StoredCatalog, { priceListFile, extensionFile }: ImportFiles): StoredCatalog {
  const empty: StoredCatalog = { ...live, ...noRows, hasHistory: false };
  const { catalog } = buildImportedCatalog(priceListFile, extensionFile, empty);
  const { changes } = planChanges(empty, catalog, new Map());
  const ids = new Map(live.versions.map(({ catalogKey, id }) => [catalogKey, id]));
  return applyChanges(empty, changes, (type, key) => (type === 'version' && ids.get(key)) || key);
}
