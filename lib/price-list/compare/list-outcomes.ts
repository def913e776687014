import { isDeepStrictEqual } from 'node:util';
import type { publicationOutcomes } from '@/lib/contract/enums';
import { compareByTag } from '@/lib/contract/versions';
import {
  type AppCatalog,
  type CatalogAddOn,
  type CatalogVersion,
  type Price,
  pickPrice,
} from '@/lib/db/catalog';
import { snapshotVersion, type VersionSnapshot } from '@/lib/db/version-snapshot';
import { isContentChanged } from '@/lib/domain/history/catalog-changes';

/** What a publication does to a version, and to the accounts that have it. */
export interface VersionOutcome {
  /** `keep`: the accounts keep the version `keptId`. `follow`: the content of their version changes. */
  outcome: (typeof publicationOutcomes)[number];
  /** The version that has the plan's key. */
  version: CatalogVersion;
  keptId: string | null;
  /** What the accounts have had, or null for a version that is added. */
  before: VersionSnapshot | null;
  /** The content of `version`. */
  after: VersionSnapshot;
}

/** The versions that a publication adds, retires or restores, or whose price, features or limits it changes, by tag. */
export function listOutcomes(before: AppCatalog | null, after: AppCatalog): VersionOutcome[] {
  const findPrevious = createSearch(before?.versions ?? [], after.versions);
  return after.versions.toSorted(compareByTag).flatMap((version) => {
    const { previous, keptId } = findPrevious(version);
    const from = before && previous ? snapshotVersion(before, previous) : null;
    const to = snapshotVersion(after, version);
    const outcome = classify(previous, version, keptId, from !== null && isContentChanged(from, to));
    return outcome === null ? [] : [{ outcome, version, keptId, before: from, after: to }];
  });
}

type Row = Pick<CatalogVersion, 'id' | 'active' | 'replacedBy'>;

/** Returns a function from a row to what its accounts had. That is in `keptId` now if they keep it. */
function createSearch<T extends Row>(before: T[], after: T[]) {
  const rows = new Map(before.map((row) => [row.id, row]));
  return ({ id }: T): { previous: T | undefined; keptId: string | null } => {
    const kept = rows.has(id)
      ? undefined
      : after.find((each) => each.replacedBy === id && !rows.get(each.id)?.replacedBy);
    return { previous: rows.get(kept?.id ?? id), keptId: kept?.id ?? null };
  };
}

function classify(
  before: Row | undefined,
  after: Row,
  keptId: string | null,
  isChanged: boolean,
): VersionOutcome['outcome'] | null {
  if (!before) return 'added';
  if (keptId !== null) return 'keep';
  // The outcome of the present row states that a kept one retires.
  if (before.active && !after.active && after.replacedBy === null) return 'retired';
  if (!before.active && after.active) return 'restored';
  return isChanged ? 'follow' : null;
}

/** IDs of the plans that are withdrawn. */
export const listRetired = (outcomes: VersionOutcome[]): string[] =>
  outcomes.flatMap(({ outcome, version }) => (outcome === 'retired' ? [version.id] : []));

/** What a publication does to an add-on, and to the accounts that have it on. */
export interface AddOnOutcome {
  outcome: VersionOutcome['outcome'];
  /** The add-on that has the key of the list. */
  addOn: CatalogAddOn;
  keptId: string | null;
  /** The prices that differ, by version. `before` or `after` is null if the add-on is not offered for the version. */
  prices: { versionId: string; before: Price | null; after: Price | null }[];
}

/** The add-ons that a publication adds, retires or restores, or whose prices or content it changes, in catalog order. */
export function listAddOnOutcomes(before: AppCatalog | null, after: AppCatalog): AddOnOutcome[] {
  const findPrevious = createSearch(before?.addOns ?? [], after.addOns);
  const versionsBefore = new Set(before?.versions.map(({ id }) => id));
  // A version that a plan has got is compared with the one that accounts keep.
  const origins = new Map(
    after.versions.flatMap(({ id, replacedBy }): [string, string][] =>
      replacedBy !== null && versionsBefore.has(id) && !versionsBefore.has(replacedBy)
        ? [[replacedBy, id]]
        : [],
    ),
  );
  return after.addOns.flatMap((addOn) => {
    const { previous, keptId } = findPrevious(addOn);
    const prices = comparePrices(previous, addOn, origins);
    const isChanged = prices.length > 0 || !hasSameContent(previous, addOn, origins);
    const outcome = classify(previous, addOn, keptId, isChanged);
    return outcome === null ? [] : [{ outcome, addOn, keptId, prices }];
  });
}

function comparePrices(
  before: CatalogAddOn | undefined,
  after: CatalogAddOn,
  origins: ReadonlyMap<string, string>,
): AddOnOutcome['prices'] {
  const find = (addOn: CatalogAddOn | undefined, versionId: string) => {
    const price = addOn?.versions.find((each) => each.versionId === versionId);
    return price ? pickPrice(price) : null;
  };
  const versionIds = new Set(
    [...(before?.versions ?? []), ...after.versions].map(({ versionId }) => versionId),
  );
  return [...versionIds].flatMap((versionId) => {
    const price = {
      versionId,
      before: find(before, versionId) ?? find(before, origins.get(versionId) ?? ''),
      after: find(after, versionId),
    };
    return isDeepStrictEqual(price.before, price.after) ? [] : [price];
  });
}

function hasSameContent(
  before: CatalogAddOn | undefined,
  after: CatalogAddOn,
  origins: ReadonlyMap<string, string>,
): boolean {
  const versionIds = after.versions.map(({ versionId }) => versionId);
  const list = (addOn: CatalogAddOn | undefined) =>
    addOn?.features.map(({ byVersion, ...effect }) => [
      effect,
      byVersion && versionIds.map((id) => byVersion[id] ?? byVersion[origins.get(id) ?? ''] ?? null),
    ]);
  return isDeepStrictEqual(list(before), list(after));
}
