import type { CatalogVersion } from '@/lib/db/catalog';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import { buildStoredCatalog } from './convert-catalog';
import type { VersionDecision } from './keep-versions';
import type { Publication } from './publication';

/** IDs of the versions whose content changes to that of the list while accounts keep their price. */
export function listKeepingPrice(decisions: VersionDecision[]): Set<string> {
  return new Set(decisions.flatMap(({ id, takesContent }) => (takesContent ? [id] : [])));
}

/** The decisions about earlier generations, with what their accounts have and what they get if they follow. */
export function describeEarlierVersions({
  stored,
  changed,
  decisions,
}: Pick<Publication, 'stored' | 'changed' | 'decisions'>): {
  decision: VersionDecision;
  version: CatalogVersion;
  from: VersionSnapshot;
  to: VersionSnapshot;
}[] {
  const before = stored && buildStoredCatalog(stored);
  return decisions.flatMap((decision) => {
    const version = changed?.versions.find(({ id }) => id === decision.id);
    const next = changed?.versions.find(({ catalogKey }) => catalogKey === decision.presentKey);
    if (!before || !changed || !version || !next || decision.accounts === 0) return [];
    const own = decision.takesContent ? before : changed;
    const from = snapshotVersion(own, own.versions.find(({ id }) => id === version.id)!);
    return [{ decision, version, from, to: snapshotVersion(changed, next) }];
  });
}
