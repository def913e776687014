import type { ImportedCatalog, ImportedVersion } from '@/lib/catalog-import/build/imported-catalog';
import { compareByTag } from '@/lib/contract/tag';
import type { StoredCatalog, StoredVersion } from '@/lib/db/catalog-store';
import { diffRow, type GrantChange, type RowChange, type VersionTarget } from './catalog-changes';

/** Plans the changes of versions. Null if the catalog has no version that can be the default. */
export function planVersions(
  stored: StoredVersion[],
  catalog: ImportedCatalog,
): RowChange<VersionTarget>[] | null {
  const storedByKey = new Map(stored.map((version) => [version.catalogKey, version]));
  const listed = new Set(catalog.versions.map(({ catalogKey }) => catalogKey));
  const defaultKey = chooseDefault(stored, catalog);
  if (defaultKey === null) return null;

  const targets: VersionTarget[] = catalog.versions.map((version) => ({
    ...version,
    isDefault: version.catalogKey === defaultKey,
    replacedBy: null,
  }));
  const unlisted = stored.filter(({ catalogKey }) => !listed.has(catalogKey)).toSorted(compareByTag);
  return [...targets, ...retireVersions(unlisted, targets)].flatMap((target) => {
    const row = storedByKey.get(target.catalogKey) ?? null;
    return diffRow<VersionTarget>(row, target) ?? [];
  });
}

/** The explicit default, else the stored one if it is still active, else the first public version, else the first. */
function chooseDefault(
  stored: StoredVersion[],
  { versions, explicitDefault }: ImportedCatalog,
): string | null {
  if (explicitDefault !== null) return explicitDefault;
  const active = versions.filter((version) => version.active);
  const storedDefault = stored.find(({ isDefault }) => isDefault)?.catalogKey;
  const isPublic = (version: ImportedVersion) => version.public;
  const chosen =
    active.find(({ catalogKey }) => catalogKey === storedDefault) ?? active.find(isPublic) ?? active[0];
  return chosen?.catalogKey ?? null;
}

/** Retires versions that are not in the list. One that is already retired keeps its tag unless the list uses it. */
function retireVersions(unlisted: StoredVersion[], listed: VersionTarget[]): VersionTarget[] {
  const reserved = new Set(listed.map(({ tag }) => tag));
  const keepsTag = ({ active, tag }: StoredVersion) => !active && !reserved.has(tag);
  const keeping = new Set(unlisted.filter(keepsTag));
  for (const { tag } of keeping) reserved.add(tag);
  return unlisted.map((version) => {
    const { id: _, ...fields } = version;
    const tag = keeping.has(version) ? version.tag : reserveRetiredTag(version.tag, reserved);
    return { ...fields, tag, active: false, isDefault: false };
  });
}

/**
 * Returns the tag of a version that is retired, and adds it to `reserved`: `v2-retired`, which sorts between v2 and v3,
 * or `v2-retired2` and so on if it is taken.
 */
export function reserveRetiredTag(tag: string, reserved: Set<string>): string {
  const base = tag.replace(/-retired\d*$/, '');
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '-retired' : `-retired${number}`;
    const candidate = base.slice(0, 32 - suffix.length) + suffix;
    if (reserved.has(candidate)) continue;
    reserved.add(candidate);
    return candidate;
  }
}

/** Plans the changes of grants. Versions that are no longer in the list keep theirs. */
export function planGrants(
  stored: StoredCatalog | null,
  catalog: ImportedCatalog,
  accountIds: ReadonlyMap<string, string>,
): GrantChange[] {
  const keysById = new Map(stored?.versions.map(({ id, catalogKey }) => [id, catalogKey]));
  const listed = new Set(catalog.versions.map(({ catalogKey }) => catalogKey));
  const storedGrants = new Map(
    (stored?.grants ?? []).flatMap(({ versionId, accountId }): [string, GrantChange][] => {
      const version = keysById.get(versionId);
      if (version === undefined || !listed.has(version)) return [];
      return [[JSON.stringify([version, accountId]), { kind: 'remove', version, accountId }]];
    }),
  );
  const added = new Map<string, GrantChange>();
  const kept = new Set<string>();
  for (const { version, account } of catalog.grants) {
    const accountId = accountIds.get(account);
    if (accountId === undefined) continue;
    const key = JSON.stringify([version, accountId]);
    if (storedGrants.has(key)) kept.add(key);
    else added.set(key, { kind: 'add', version, accountId });
  }
  const removed = [...storedGrants].filter(([key]) => !kept.has(key)).map(([, grant]) => grant);
  return [...added.values(), ...removed];
}
