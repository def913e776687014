import type { Database, Queries } from './client';
import { everyoneHears } from './everyone-hears';
import type { BillingPeriod, FeatureKind } from './generated/enums';
import { setTenant } from './tenant';

// The catalogue as rows, for whoever manages it. What a caller of the API sees is read in read-catalog.ts.

export interface StoredApp {
  id: string;
  slug: string;
  title: string;
  host: string | null;
  currency: string;
  billingPeriod: BillingPeriod;
  contactUrl: string | null;
  frameOrigins: string[];
}

export interface StoredVersion {
  id: string;
  catalogKey: string;
  tag: string;
  title: string;
  description: string;
  moreInfo: string | null;
  active: boolean;
  public: boolean;
  isDefault: boolean;
  fee: number | null;
  userFee: number | null;
  entryBlocker: string | null;
  exitBlocker: string | null;
}

export interface StoredFeature {
  id: string;
  catalogKey: string;
  humanId: string;
  title: string;
  description: string;
  group: string;
  position: number;
  active: boolean;
}

export interface StoredCell {
  versionId: string;
  featureId: string;
  kind: FeatureKind;
  value: string | null;
  fee: number | null;
  userFee: number | null;
  offer: string | null;
}

export interface StoredGrant {
  versionId: string;
  accountId: string;
}

export interface StoredCatalog {
  app: StoredApp;
  versions: StoredVersion[];
  features: StoredFeature[];
  cells: StoredCell[];
  grants: StoredGrant[];
  /** Whether an account of the app has a history. */
  hasHistory: boolean;
}

const patience = { maxWait: 10_000, timeout: 120_000 };

/**
 * Runs `work` in one transaction that no other change of the same app's catalogue runs beside. When it returns, every
 * server has heard of what was changed.
 */
export async function whileCatalogIsLocked<T>(
  db: Database,
  slug: string,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const result = await db.$transaction(async (queries) => {
    // By slug and not by row: the app may be about to be made.
    await queries.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('catalog of ' || ${slug}, 0))::text`;
    return work(queries);
  }, patience);
  await everyoneHears(db);
  return result;
}

/** Runs `work` on the catalogue as of one moment, and can't change it. */
export function whileCatalogIsRead<T>(db: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  return db.$transaction(
    async (queries) => {
      await queries.$executeRaw`SET TRANSACTION READ ONLY`;
      return work(queries);
    },
    { ...patience, isolationLevel: 'RepeatableRead' },
  );
}

/** The app with its whole catalogue, null where no app has this slug. Narrows the transaction to the app. */
export async function readStoredCatalog(queries: Queries, slug: string): Promise<StoredCatalog | null> {
  const app = await queries.app.findUnique({
    where: { slug },
    omit: { createdAt: true, catalogRevision: true },
  });
  if (!app) return null;
  await setTenant(queries, { appId: app.id });
  const where = { appId: app.id };
  const omit = { appId: true, createdAt: true } as const;
  return {
    app,
    versions: await queries.version.findMany({ where, omit }),
    features: await queries.feature.findMany({ where, omit: { appId: true }, orderBy: { position: 'asc' } }),
    cells: await queries.versionFeature.findMany({ where, omit: { appId: true } }),
    grants: await queries.versionGrant.findMany({ where, omit }),
    // Activations show for one account at a time; each leaves a snapshot, which shows for the app.
    hasHistory: (await queries.versionSnapshot.findFirst({ where, select: { digest: true } })) !== null,
  };
}

/** Ids of the app's accounts by the names they are called by: external id before id. Names of none are left out. */
export async function findAccountIds(
  queries: Queries,
  appId: string,
  names: string[],
): Promise<Map<string, string>> {
  const accounts = await queries.account.findMany({
    where: { appId, OR: [{ id: { in: names } }, { externalId: { in: names } }] },
    select: { id: true, externalId: true },
  });
  return new Map([
    ...accounts.map(({ id }): [string, string] => [id, id]),
    ...accounts.flatMap(({ id, externalId }): [string, string][] =>
      externalId === null ? [] : [[externalId, id]],
    ),
  ]);
}

/** The app that has this host name, but for `slug` itself. */
export function findOtherAppByHost(
  queries: Queries,
  host: string,
  slug: string,
): Promise<{ slug: string } | null> {
  return queries.app.findFirst({ where: { host, slug: { not: slug } }, select: { slug: true } });
}
