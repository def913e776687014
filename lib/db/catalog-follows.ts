import type { BillingPeriod } from '@/lib/contract/fields';
import type { EditionActor } from './catalog-editions';
import type { Queries } from './client';
import { callFunction, type Queryable } from './query-json';

/** Accounts that follow a publication. */
export interface CatalogFollow {
  /** The version that they are on. */
  versionId: string;
  /** Only those that are billed for it. Null for any period. */
  billingPeriod: BillingPeriod | null;
  /** Only those that have it on. Null for all. */
  addOnId: string | null;
  /** The version that they are on afterwards, which can be the same. */
  toVersionId: string;
  /** Whether those whose add-ons get worse follow too. */
  requested: boolean;
}

/**
 * Writes work items for what an edition does. Deletes those of earlier editions that are about the same, or that are
 * not needed any more.
 */
export async function writeCatalogFollows(
  queries: Queries,
  { appId, editionId }: { appId: string; editionId: string },
  follows: CatalogFollow[],
  isNeeded: (follow: CatalogFollow) => boolean,
): Promise<void> {
  const stored = await queries.catalogFollow.findMany({ where: { appId } });
  const isSame = (a: CatalogFollow, b: CatalogFollow) =>
    a.versionId === b.versionId && a.billingPeriod === b.billingPeriod && a.addOnId === b.addOnId;
  const ended = stored.filter((each) => !isNeeded(each) || follows.some((other) => isSame(each, other)));
  const keys = ended.map((each) => ({ editionId: each.editionId, position: each.position }));
  await queries.catalogFollow.deleteMany({ where: { appId, OR: keys } });
  await queries.catalogFollow.createMany({
    data: follows.map((each, position) => ({ ...each, appId, editionId, position })),
  });
}

/** A version and an add-on. */
export interface VersionAddOn {
  versionId: string;
  addOnId: string;
}

/** An account that a worker has claimed for 30 seconds. */
export type ClaimedFollow = CatalogFollow & {
  editionId: string;
  position: number;
  /** Null if none of those that were looked at follows. There are more. */
  accountId: string | null;
  /** Who published. */
  by: EditionActor;
};

/** Claims an account of an app that follows a publication. Null if nothing is due. */
export function claimCatalogFollow(
  database: Queryable,
  appId: string,
  recordTime: number | null,
): Promise<ClaimedFollow | null> {
  return callFunction(database, 'claim_catalog_follow', [appId, recordTime]);
}

/** Ends a claim, so that the next account can be claimed. */
export async function releaseCatalogFollow(
  database: Queryable,
  appId: string,
  { editionId, position }: ClaimedFollow,
): Promise<void> {
  const text = 'SELECT release_catalog_follow($1, $2, $3)';
  await database.query({ name: 'release_catalog_follow', text, values: [appId, editionId, position] });
}
