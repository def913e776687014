import type { Role } from '@/lib/contract/role';
import { compareByTag } from '@/lib/contract/tag';
import type { CatalogVersion } from '@/lib/data/read-catalog';
import type { AccountState } from './account-state';

export interface Onlooker {
  role: Role | null;
  state: AccountState;
}

/** Whether this caller may know of the version at all; whoever may not gets the answer for an unknown id. */
export function isVisible(version: CatalogVersion, { role, state }: Onlooker): boolean {
  return (
    version.public ||
    role === 'product' ||
    state.granted.has(version.id) ||
    state.current?.versionId === version.id
  );
}

/** The versions listed for this caller, in the order of their tags: active ones, and always the current one. */
export function listedVersions(versions: CatalogVersion[], onlooker: Onlooker): CatalogVersion[] {
  const currentId = onlooker.state.current?.versionId;
  return versions
    .filter((version) => (version.active || version.id === currentId) && isVisible(version, onlooker))
    .toSorted(compareByTag);
}
