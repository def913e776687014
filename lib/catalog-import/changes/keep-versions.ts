import type { ImportedCatalog } from '@/lib/catalog-import/build/imported-catalog';
import { findSimilar } from '@/lib/catalog-import/parse/find-similar';
import type { AppCatalog } from '@/lib/db/catalog';
import type { StoredCatalog } from '@/lib/db/catalog-store';
import { snapshotVersion } from '@/lib/db/version-snapshot';
import { buildChangedCatalog } from './build-changed-catalog';
import type { Conflict, Kept } from './catalog-changes';
import { findLosses } from './find-losses';
import { isContentChanged } from './list-outcomes';
import { planChanges } from './plan-changes';

/** Returns the key of a row that is kept when its listed row changes, and adds it to `taken`: `KITCHEN~1`, `KITCHEN~2` and so on. */
export function makeKeptKey(key: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = `${key}~${number}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}

/**
 * The stored catalog in which the versions with these keys have keys of kept rows. The list then adds versions with the keys, and
 * retires the kept ones.
 */
export function keepVersions(stored: StoredCatalog, keys: ReadonlySet<string>): StoredCatalog {
  const taken = new Set(stored.versions.map(({ catalogKey }) => catalogKey));
  const versions = stored.versions.map((version: Kept<StoredCatalog['versions'][number]>) => {
    const { catalogKey, previousKey = catalogKey } = version;
    if (!keys.has(catalogKey)) return version;
    return { ...version, catalogKey: makeKeptKey(catalogKey, taken), previousKey, successorKey: catalogKey };
  });
  return { ...stored, versions };
}

export type Existing = 'keep' | 'follow';

/** What a publication does to the accounts on a plan whose content changes. */
export interface VersionDecision {
  /** `catalogKey` of the plan. */
  key: string;
  decision: Existing;
  /** Why they would be worse off with the content of the list. */
  losses: string[];
  /** Whether `existing` of the input made the decision. */
  isRequested: boolean;
}

interface DecisionInput {
  stored: StoredCatalog;
  catalog: ImportedCatalog;
  accountIds: ReadonlyMap<string, string>;
  /** How many accounts are on each version, by ID. */
  accounts: ReadonlyMap<string, number>;
  /** Requested decisions, by `catalogKey`. One for a plan that does not change, or keep for one without accounts, has no effect. */
  existing: ReadonlyMap<string, Existing>;
  /** IDs of the add-ons that accounts on a version have, by version ID. */
  addOnsInUse: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Decides for each plan that is stored and listed with other content. Accounts that would be worse off keep the stored version. It is
 * compared as it would be kept: features that it shares with the list change for it too.
 */
export function decideVersions(input: DecisionInput): VersionDecision[] {
  const { stored, catalog, accountIds, accounts, existing, addOnsInUse } = input;
  const listed = new Set(catalog.versions.map(({ catalogKey }) => catalogKey));
  const kept = keepVersions(stored, listed);
  const before = buildChangedCatalog(stored, null);
  const after = buildChangedCatalog(kept, planChanges(kept, catalog, accountIds).changes);
  return before.versions.flatMap((version) => {
    const key = version.catalogKey;
    const next = after.versions.find(({ catalogKey }) => catalogKey === key);
    const keptVersion = after.versions.find(({ id }) => id === version.id);
    if (!listed.has(key) || !next || !keptVersion) return [];
    const to = snapshotVersion(after, next);
    const hasAccounts = (accounts.get(version.id) ?? 0) > 0;
    const losses = [
      ...findLosses(snapshotVersion(after, keptVersion), to),
      ...findAddOnLosses(after, next.id, addOnsInUse.get(version.id)),
    ];
    if (losses.length === 0 && !isContentChanged(snapshotVersion(before, version), to)) return [];
    const requested = existing.get(key);
    const decision = hasAccounts ? (requested ?? (losses.length > 0 ? 'keep' : 'follow')) : 'follow';
    return [{ key, decision, losses, isRequested: requested === decision }];
  });
}

/** The keys of the plans whose version is kept. */
export function listKeptKeys(decisions: VersionDecision[]): Set<string> {
  return new Set(decisions.flatMap(({ key, decision }) => (decision === 'keep' ? [key] : [])));
}

function findAddOnLosses(
  { addOns }: AppCatalog,
  versionId: string,
  inUse: ReadonlySet<string> = new Set(),
): string[] {
  // A retired add-on stays on for the accounts that have it, whatever their version.
  return addOns.flatMap(({ id, title, active, versions }) =>
    active && inUse.has(id) && !versions.some((price) => price.versionId === versionId)
      ? [`${title}, which accounts have, is not available for it`]
      : [],
  );
}

/** Requests for plans that the list does not have. */
export function findUnknownPlans(
  existing: ReadonlyMap<string, Existing>,
  { versions }: ImportedCatalog,
): Conflict[] {
  const keys = versions.map(({ catalogKey }) => catalogKey);
  return [...existing.keys()].flatMap((key) => {
    if (keys.includes(key)) return [];
    const similar = findSimilar(key, keys);
    const hint = similar === undefined ? '' : ` Did you mean "${similar}"?`;
    return [
      {
        source: 'price-list' as const,
        path: ['plans'],
        message: `The list has no plan "${key}", which --existing names.${hint}`,
      },
    ];
  });
}
