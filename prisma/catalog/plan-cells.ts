import type { StoredCatalog } from '@/lib/data/catalog-store';
import type { Catalogue, CatalogueCell } from './catalogue';
import type { CellChange, GrantChange } from './changes';

const compared = ['kind', 'value', 'fee', 'userFee', 'offer'] as const;

/** What happens to the matrix. Versions that the list no longer has keep theirs as it was. */
export function planCells(
  stored: StoredCatalog | null,
  catalogue: Catalogue,
): { cells: CellChange[]; unchanged: number } {
  const listed = new Set(catalogue.versions.map(({ catalogKey }) => catalogKey));
  const before = new Map(
    storedCells(stored)
      .filter(({ version }) => listed.has(version))
      .map((cell) => [placeOf(cell), cell]),
  );
  const cells: CellChange[] = [];
  let unchanged = 0;
  for (const after of catalogue.cells) {
    const place = placeOf(after);
    const cell = before.get(place) ?? null;
    before.delete(place);
    if (cell && compared.every((field) => cell[field] === after[field])) unchanged += 1;
    else cells.push({ before: cell, after });
  }
  for (const cell of before.values()) cells.push({ before: cell, after: null });
  return { cells, unchanged };
}

/** What happens to grants of the listed versions; `accountIds` has an id for each account the catalogue names. */
export function planGrants(
  stored: StoredCatalog | null,
  catalogue: Catalogue,
  accountIds: ReadonlyMap<string, string>,
): GrantChange[] {
  const keys = new Map(stored?.versions.map(({ id, catalogKey }) => [id, catalogKey]));
  const listed = new Set(catalogue.versions.map(({ catalogKey }) => catalogKey));
  const before = new Map(
    (stored?.grants ?? []).flatMap(({ versionId, accountId }): [string, GrantChange][] => {
      const version = keys.get(versionId);
      if (version === undefined || !listed.has(version)) return [];
      return [[JSON.stringify([version, accountId]), { kind: 'remove', version, accountId }]];
    }),
  );
  const added = new Map<string, GrantChange>();
  const kept = new Set<string>();
  for (const { version, account } of catalogue.grants) {
    const accountId = accountIds.get(account);
    if (accountId === undefined) continue;
    const place = JSON.stringify([version, accountId]);
    if (before.has(place)) kept.add(place);
    else added.set(place, { kind: 'add', version, accountId });
  }
  const removed = [...before].filter(([place]) => !kept.has(place)).map(([, grant]) => grant);
  return [...added.values(), ...removed];
}

function storedCells(stored: StoredCatalog | null): CatalogueCell[] {
  const versions = new Map(stored?.versions.map(({ id, catalogKey }) => [id, catalogKey]));
  const features = new Map(stored?.features.map(({ id, catalogKey }) => [id, catalogKey]));
  return (stored?.cells ?? []).map(({ versionId, featureId, ...cell }) => ({
    ...cell,
    version: versions.get(versionId) ?? versionId,
    feature: features.get(featureId) ?? featureId,
  }));
}

function placeOf({ version, feature }: CatalogueCell): string {
  return JSON.stringify([version, feature]);
}
