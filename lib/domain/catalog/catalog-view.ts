import { chain, type MaybePromise, notCached } from '@/lib/cache/tagged-cache';
import { ApiError } from '@/lib/contract/errors';
import { compareByTag } from '@/lib/contract/versions';
import { type AccountKey, readAccountState } from '@/lib/db/accounts';
import { type AppCatalog, type Catalog, type CatalogVersion, findCatalog } from '@/lib/db/catalog';
import { limitReads } from '@/lib/db/connection/limit-connections';
import { readTenant } from '@/lib/db/connection/tenant';
import { listVersionIds } from '@/lib/db/history';
import { findUsage, type Usage } from '@/lib/db/usage';
import { type AppCaller, type Caller, type CallerState, noCallerState, toCallerState } from '../caller';
import type { CachedService, Service } from '../service';
import { getLocalizedCatalog, localizeCatalog } from './localize-catalog';
import { applyTerms } from './terms';

/** A catalog and an account's versions at one catalog revision. */
export interface CatalogView {
  /** The catalog as the account sees it, with its terms. */
  catalog: AppCatalog;
  state: CallerState;
  /** What the account uses of its limits. It is never cached. */
  usage?: Usage | null;
}

/** A view for decisions, and the same with the texts of the reader’s language for what is shown of them. */
export interface ReaderView {
  view: CatalogView;
  localized: CatalogView;
}

/** What an account with a state and its usage sees of a catalog, with its terms. */
export function createView(
  catalog: AppCatalog,
  state: CallerState,
  usage: CatalogView['usage'] = null,
): CatalogView {
  return { catalog: applyTerms(catalog, state.terms), state, usage };
}

/** What decides which versions a caller sees. */
export type CallerAccess = Pick<Caller, 'role' | 'state' | 'earlier'>;

/**
 * The caller's view: at once, from the cache, if that is consistent. `language` is one of the app's `languages`, or null for that
 * of the price list.
 */
export function getCatalogView(
  source: CachedService,
  caller: AppCaller,
  language?: string | null,
): CatalogView;
export function getCatalogView(
  source: Service,
  caller: AppCaller,
  language?: string | null,
): MaybePromise<CatalogView>;
export function getCatalogView(
  source: Service | CachedService,
  { app, account, state }: AppCaller,
  language: string | null = null,
): MaybePromise<CatalogView> {
  return chain(getLocalizedCatalog(source, app, language), (catalog) => {
    // A catalog change can change grants in the same transaction, so both must be of one revision.
    const isConsistent = catalog.app.catalogRevision === app.catalogRevision;
    if (isConsistent && !(account && state.hasUsage)) return createView(catalog, state);
    if (!source.db) throw notCached;
    return isConsistent && account
      ? readUsageView(source, createView(catalog, state), { appId: app.id, accountId: account.id })
      : readReaderView(source, app.id, account?.id ?? null, language).then(({ localized }) => localized);
  });
}

/** A view with the usage of the account. */
async function readUsageView({ pool }: Service, view: CatalogView, key: AccountKey): Promise<CatalogView> {
  return { ...view, usage: await limitReads(pool, key.appId, () => findUsage(pool, key)) };
}

/** The view of an account, or of a visitor, from the database. */
export async function readCatalogView(
  source: Pick<Service, 'db'>,
  appId: string,
  accountId: string | null,
): Promise<CatalogView> {
  return (await readReaderView(source, appId, accountId, null)).view;
}

/** Reads the view also with the texts of a language, or null for that of the price list. */
export function readReaderView(
  { db }: Pick<Service, 'db'>,
  appId: string,
  accountId: string | null,
  language: string | null,
): Promise<ReaderView> {
  return readTenant(db, { appId, accountId }, async (queries) => {
    const { catalog, texts } = (await findCatalog(queries, appId, language))!;
    const account = accountId === null ? null : await readAccountState(queries, appId, accountId);
    const state = account ? toCallerState(account) : noCallerState;
    const usage =
      accountId !== null && account?.hasUsage ? await findUsage(queries, { appId, accountId }) : null;
    const view = createView(catalog, state, usage);
    if (language === null || texts === null) return { view, localized: view };
    return { view, localized: createView(localizeCatalog(catalog, language, texts), state, usage) };
  });
}

/** Whether the caller may see a version. For one it may not see, the API answers as for an unknown id. */
export function isVisible(version: CatalogVersion, { role, state, earlier }: CallerAccess): boolean {
  return (
    version.public ||
    role === 'product' ||
    state.granted.has(version.id) ||
    earlier?.has(version.id) ||
    state.current?.versionId === version.id
  );
}

/** The ID of the version that has replaced this one, or null if the caller may not see that. */
export function getReplacement(
  { versions }: Pick<Catalog, 'versions'>,
  { replacedBy }: Pick<CatalogVersion, 'replacedBy'>,
  access: CallerAccess,
): string | null {
  if (replacedBy === null) return null;
  const replacement = versions.find(({ id }) => id === replacedBy);
  return replacement && isVisible(replacement, access) ? replacement.id : null;
}

/** Whether two versions are of one plan: the same version, or one that has replaced it. */
export function isSamePlan(a: CatalogVersion, b: CatalogVersion): boolean {
  return (a.replacedBy ?? a.id) === (b.replacedBy ?? b.id);
}

/** The versions listed for the caller, sorted by tag: the visible active ones, the current one, and for support those before. */
export function filterListedVersions(versions: CatalogVersion[], access: CallerAccess): CatalogVersion[] {
  const { earlier, state } = access;
  const isKept = (id: string) => id === state.current?.versionId || earlier?.has(id);
  return versions
    .filter((version) => (version.active || isKept(version.id)) && isVisible(version, access))
    .toSorted(compareByTag);
}

/** The version with this id. Throws one 404 for an id that is unknown, malformed, of another app or not visible. */
export function findVersion(catalog: Catalog, id: string, access: CallerAccess): CatalogVersion {
  const normalized = id.toLowerCase();
  const version = catalog.versions.find((each) => each.id.toLowerCase() === normalized);
  if (version && isVisible(version, access)) return version;
  throw new ApiError('version_not_found', 'Version not found.');
}

/** The caller, for support with the versions that its account had, to which it can return the account. */
export async function withEarlierVersions<C extends Pick<Caller, 'app' | 'account' | 'role' | 'earlier'>>(
  { db }: Pick<Service, 'db'>,
  caller: C,
): Promise<C> {
  const { app, account, role } = caller;
  if (role !== 'support' || !app || !account) return caller;
  const key = { appId: app.id, accountId: account.id };
  return { ...caller, earlier: await readTenant(db, key, (queries) => listVersionIds(queries, key)) };
}
