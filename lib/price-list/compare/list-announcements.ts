import { billingPeriods } from '@/lib/contract/enums';
import type { BillingPeriod } from '@/lib/contract/fields';
import { type AppCatalog, type CatalogVersion, toPriceJson } from '@/lib/db/catalog';
import type { NewAnnouncement } from '@/lib/db/catalog-announcements';
import type { CatalogFollow } from '@/lib/db/catalog-follows';
import {
  type AddOnCounts,
  countAccounts,
  countAddOn,
  countAddOnAccounts,
  readStoredCatalog,
  type StoredCatalog,
} from '@/lib/db/catalog-store';
import type { Queries } from '@/lib/db/connection/client';
import { snapshotVersion } from '@/lib/db/version-snapshot';
import { listAddOnFeatures } from '@/lib/domain/catalog/add-ons';
import { isAddOnChanged } from '@/lib/domain/notices/add-on-notices';
import { isPlanChanged } from '@/lib/domain/notices/plan-notices';
import { buildStoredCatalog } from './convert-catalog';
import { listFollows } from './list-follows';
import { type CatalogReader, type ImportInput, planPublicationInTransaction } from './plan-publication';
import type { Publication } from './publication';

/**
 * Plans what a publication of a text does to accounts, also to those that come to a version or turn on an add-on before it: a
 * decision counts as if each version and add-on had accounts. Throws `ImportError`.
 */
export async function planAnnouncements(
  queries: Queries,
  input: ImportInput,
  read: CatalogReader = { readStoredCatalog, countAccounts },
): Promise<NewAnnouncement[]> {
  let stored: StoredCatalog | null = null;
  const reader: CatalogReader = {
    ...read,
    async readStoredCatalog(...args) {
      stored = await read.readStoredCatalog(...args);
      return stored;
    },
    async countAccounts(...args) {
      const counts = await read.countAccounts(...args);
      const empty = (stored?.versions ?? []).filter(({ id }) => !counts.accounts.get(id));
      return {
        accounts: new Map([...counts.accounts, ...empty.map(({ id }) => [id, 2] as const)]),
        yearly: new Map([...counts.yearly, ...empty.map(({ id }) => [id, 1] as const)]),
      };
    },
    async countAddOnAccounts(...args) {
      return addMissing(await countAddOnAccounts(...args), stored);
    },
  };
  return listAnnouncements(await planPublicationInTransaction(queries, input, reader));
}

function addMissing(counts: AddOnCounts, stored: StoredCatalog | null): AddOnCounts {
  const missing = (stored?.addOns ?? []).flatMap(({ id }) => {
    const prices = stored?.addOnPrices.filter(({ addOnId }) => addOnId === id) ?? [];
    const versions = new Map(prices.map(({ versionId }) => [versionId, 1]));
    return countAddOn(counts, id) === 0 && versions.size > 0 ? [[id, versions] as const] : [];
  });
  return new Map([...counts, ...missing]);
}

/** What a publication changes for the accounts on each version. Versions of which nothing changes are left out. */
function listAnnouncements(publication: Publication): NewAnnouncement[] {
  const { stored, changed, decisions } = publication;
  if (!stored || !changed) return [];
  const before = buildStoredCatalog(stored);
  // Who follows at a renewal is told when it is published: the time can change until then.
  const follows = listFollows(before, changed, publication).filter(({ atRenewal }) => !atRenewal);
  return before.versions.flatMap(({ id }): NewAnnouncement[] => {
    const ids = listReached(id, follows);
    const own = follows.filter(({ versionId }) => ids.has(versionId));
    if (own.length === 0 && !isChangedInPlace(before, changed, id)) return [];
    const decision = decisions.find((each) => each.id === id);
    const undecided = decision?.decision === 'follow' ? decision.unconcerned : [];
    return [{ versionId: id, content: { catalog: pickVersions(changed, ids), follows: own, undecided } }];
  });
}

/** The version, and those that its accounts get to. */
function listReached(versionId: string, follows: CatalogFollow[]): Set<string> {
  const ids = new Set([versionId]);
  for (const { versionId: from, toVersionId } of follows) if (ids.has(from)) ids.add(toVersionId);
  return ids;
}

function isChangedInPlace(before: AppCatalog, after: AppCatalog, id: string): boolean {
  const [own, next] = [before, after].map(({ versions }) => versions.find((each) => each.id === id));
  if (!own || !next) return false;
  return billingPeriods.some(
    (billingPeriod) =>
      isPlanChanged(
        before,
        { version: snapshotVersion(before, own), billingPeriod },
        { version: snapshotVersion(after, next), billingPeriod },
      ) || hasOtherAddOns(before, after, own, billingPeriod),
  );
}

function hasOtherAddOns(
  before: AppCatalog,
  after: AppCatalog,
  { id }: CatalogVersion,
  billed: BillingPeriod,
): boolean {
  const list = (catalog: AppCatalog) =>
    new Map(
      catalog.addOns.flatMap((addOn) => {
        const price = addOn.versions.find(({ versionId }) => versionId === id);
        const features = listAddOnFeatures(catalog, addOn, id);
        return price ? [[addOn.id, { price: toPriceJson(price), features }] as const] : [];
      }),
    );
  const next = list(after);
  return [...list(before)].some(([addOnId, content]) => {
    const then = next.get(addOnId);
    return then && isAddOnChanged(content, then, { app: before.app.billingPeriod, billed });
  });
}

/** The part of a catalog that accounts on these versions have. */
function pickVersions(catalog: AppCatalog, ids: ReadonlySet<string>): AppCatalog {
  const versions = catalog.versions.filter(({ id }) => ids.has(id));
  const addOns = catalog.addOns.flatMap((addOn) => {
    const prices = addOn.versions.filter(({ versionId }) => ids.has(versionId));
    return prices.length > 0 ? [{ ...addOn, versions: prices }] : [];
  });
  const known = new Set(
    [...versions.flatMap(({ links }) => links), ...addOns.flatMap(({ features }) => features)].map(
      ({ featureId }) => featureId,
    ),
  );
  const { texts: _, ...rest } = catalog;
  return { ...rest, versions, addOns, features: catalog.features.filter(({ id }) => known.has(id)) };
}
