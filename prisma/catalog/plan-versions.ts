import { compareByTag } from '@/lib/contract/tag';
import type { StoredVersion } from '@/lib/data/catalog-store';
import type { Catalogue, CatalogueVersion } from './catalogue';
import { type RowChange, rowChange, type VersionTarget } from './changes';
import { retiredTag } from './retired-tag';

/** What happens to the versions. Null where the catalogue leaves no version that a new account can begin on. */
export function planVersions(
  stored: StoredVersion[],
  catalogue: Catalogue,
): RowChange<VersionTarget>[] | null {
  const before = new Map(stored.map((version) => [version.catalogKey, version]));
  const listed = new Set(catalogue.versions.map(({ catalogKey }) => catalogKey));
  const chosen = chooseDefault(stored, catalogue);
  if (chosen === null) return null;

  const targets: VersionTarget[] = catalogue.versions.map((version) => ({
    ...version,
    isDefault: version.catalogKey === chosen,
  }));
  const gone = stored.filter(({ catalogKey }) => !listed.has(catalogKey)).toSorted(compareByTag);
  return [...targets, ...retire(gone, targets)].flatMap((target) => {
    const row = before.get(target.catalogKey) ?? null;
    return rowChange<VersionTarget>(row, target) ?? [];
  });
}

/** An app keeps its default for as long as it is offered; else it is the first that anyone may take. */
function chooseDefault(stored: StoredVersion[], { versions, namedDefault }: Catalogue): string | null {
  if (namedDefault !== null) return namedDefault;
  const offered = versions.filter(({ active }) => active);
  const kept = stored.find(({ isDefault }) => isDefault)?.catalogKey;
  const isOpen = (version: CatalogueVersion) => version.public;
  const chosen = offered.find(({ catalogKey }) => catalogKey === kept) ?? offered.find(isOpen) ?? offered[0];
  return chosen?.catalogKey ?? null;
}

/** Versions that the list no longer has. They stay as they are, but for a tag that another may need. */
function retire(gone: StoredVersion[], listed: VersionTarget[]): VersionTarget[] {
  const taken = new Set(listed.map(({ tag }) => tag));
  const keepsTag = ({ active, tag }: StoredVersion) => !active && !taken.has(tag);
  const resting = new Set(gone.filter(keepsTag));
  for (const { tag } of resting) taken.add(tag);
  return gone.map((version) => {
    const { id: _, ...fields } = version;
    const tag = resting.has(version) ? version.tag : retiredTag(version.tag, taken);
    return { ...fields, tag, active: false, isDefault: false };
  });
}
