import { type ResolvedCredential, resolveCredential } from '@/lib/db/access';
import { type App, type AppCatalog, findAppByHost, findCatalog, listApiOrigins } from '@/lib/db/catalog';
import type { Queryable } from '@/lib/db/connection/query-json';
import { hashSecret, isWellFormedSecret } from '@/lib/db/connection/secret';
import { readSnapshots } from '@/lib/db/history';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import { cacheTags, type ServerCache } from './server-cache';
import { chain, type MaybePromise } from './tagged-cache';

/** The cache and the database behind it. */
export interface CacheSource {
  pool: Queryable;
  cache: ServerCache;
}

/** The cache alone. What is cached is returned at once; for anything else, `notCached` is thrown. */
export type CacheOnly = Omit<CacheSource, 'pool'> & { pool: null };

/** A key (`avk`), a portal session (`avs`) or a token for a frame (`avt`). */
type CredentialPrefix = 'avk' | 'avs' | 'avt';

/**
 * The credential with this secret, or null. `accountName` is the account that the request names, by its ID or external
 * ID: it counts only for a credential that is bound to no account, and an empty one names no account. Unknown secrets
 * and accounts are not cached.
 */
export function getCachedCredential(
  { pool, cache }: CacheSource | CacheOnly,
  prefix: CredentialPrefix,
  secret: string,
  accountName: string | null,
): MaybePromise<ResolvedCredential | null> {
  // No other secret is in the cache.
  if (pool && !isWellFormedSecret(prefix, secret)) return null;
  const hash = hashSecret(secret);
  const get = (account: string | null) =>
    cache.credentials.get(
      `${prefix} ${hash} ${account ?? ''}`,
      pool &&
        (async () => {
          const kind = prefix === 'avk' ? 'key' : 'session';
          const value = await resolveCredential(pool, kind, hash, account);
          return { value, tags: value && credentialTags(value, account) };
        }),
    );
  return chain(get(null), (credential) =>
    credential?.credential.accountId === null && isAccountName(accountName) ? get(accountName) : credential,
  );
}

/** Whether an account can have this ID or external ID, which has at most 200 characters of two UTF-16 units. */
function isAccountName(name: string | null): name is string {
  return name !== null && name !== '' && name.length <= 400;
}

/** The app of a host name, else the one with a slug, else null. */
export function getCachedApp(
  { pool, cache }: CacheSource | CacheOnly,
  host: string | null,
  slug: string | null,
): MaybePromise<App | null> {
  return cache.apps.get(`${host} ${slug}`, pool && (() => loadApp(pool, host, slug)));
}

/** Reads the app of a host name again before it expires in the cache. */
export function refreshCachedApp(
  { pool, cache }: CacheSource,
  host: string | null,
  slug: string | null,
): void {
  cache.apps.refresh(`${host} ${slug}`, () => loadApp(pool, host, slug));
}

async function loadApp(pool: Queryable, host: string | null, slug: string | null) {
  const value = await findAppByHost(pool, host, slug);
  return { value, tags: value && [cacheTags.hosts, cacheTags.catalog(value.id)] };
}

/** The `api_origins` of all apps. */
export async function getCachedApiOrigins({ pool, cache }: CacheSource): Promise<string[]> {
  return cache.apiOrigins.get('all', async () => ({
    value: await listApiOrigins(pool),
    tags: [cacheTags.hosts],
  }));
}

/**
 * The catalog of an app at `catalogRevision` or later. On a miss it is read by one statement, so that it is consistent
 * while another transaction changes it.
 */
export function getCachedCatalog(
  { pool, cache }: CacheSource | CacheOnly,
  { id, catalogRevision }: Pick<App, 'id' | 'catalogRevision'>,
): MaybePromise<AppCatalog> {
  const cached = cache.catalogs.peek(id);
  if (cached && cached.app.catalogRevision >= catalogRevision) return cached;
  // The notification of its change has not arrived yet.
  if (cached) cache.catalogs.invalidate(cacheTags.catalog(id));
  return cache.catalogs.get(
    id,
    pool &&
      (async () => {
        const value = (await findCatalog(pool, id))?.catalog;
        if (!value) throw new Error(`App ${id} does not exist.`);
        return { value, tags: [cacheTags.app(id), cacheTags.catalog(id)] };
      }),
  );
}

/** Returns a function from digest to snapshot. Only snapshots that are not cached are read. */
export async function getCachedSnapshots(
  { pool, cache }: CacheSource,
  appId: string,
  digests: Set<string>,
): Promise<(digest: string) => VersionSnapshot> {
  const snapshots = new Map<string, VersionSnapshot>();
  const missing: string[] = [];
  for (const digest of digests) {
    const cached = cache.snapshots.peek(snapshotKey(appId, digest));
    if (cached) snapshots.set(digest, cached);
    else missing.push(digest);
  }
  if (missing.length > 0) {
    for (const value of await readSnapshots(pool, appId, missing)) {
      snapshots.set(value.digest, value);
      await cache.snapshots.get(snapshotKey(appId, value.digest), async () => ({ value, tags: [] }));
    }
  }
  return (digest) => {
    const snapshot = snapshots.get(digest);
    if (!snapshot) throw new Error(`Snapshot ${digest} is missing from an append-only table.`);
    return snapshot;
  };
}

function snapshotKey(appId: string, digest: string): string {
  return `${appId} ${digest}`;
}

function credentialTags(
  { app, credential, accountState }: ResolvedCredential,
  accountName: string | null,
): string[] | null {
  const tags = [
    cacheTags.app(app.id),
    cacheTags.catalog(app.id),
    cacheTags.credential(app.id, credential.id),
  ];
  if (accountState) return [...tags, cacheTags.account(app.id, accountState.account.id)];
  // An account that does not exist is not cached: its creation sends no notification.
  return (credential.accountId ?? accountName) === null ? tags : null;
}
