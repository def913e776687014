import { isWellFormedId } from '@/lib/contract/ids';
import { readSnapshots } from '@/lib/db/activations';
import { type App, type AppCatalog, findAppByHost, findCatalog, listApiOrigins } from '@/lib/db/catalog';
import { type ResolvedCredential, resolveCredential } from '@/lib/db/credentials';
import type { Queryable } from '@/lib/db/query-json';
import { hashSecret, isWellFormedSecret } from '@/lib/db/secret';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import { cacheTags, type ServerCache } from './server-cache';

/** The cache and the database behind it. */
export interface CacheSource {
  pool: Queryable;
  cache: ServerCache;
}

/** A key (`avk`) or a portal session (`avs`). */
export type CredentialPrefix = 'avk' | 'avs';

/**
 * The credential with this secret, or null. `accountId` is the account that the request names: it counts only for a key
 * that is bound to no account, and a malformed one names no account. Unknown secrets and accounts are not cached.
 */
export async function getCachedCredential(
  { pool, cache }: CacheSource,
  prefix: CredentialPrefix,
  secret: string,
  accountId: string | null,
): Promise<ResolvedCredential | null> {
  const cached = peekCachedCredential(cache, prefix, secret, accountId);
  if (cached) return cached;
  if (!isWellFormedSecret(prefix, secret)) return null;
  const hash = hashSecret(secret);
  const load = (account: string | null) =>
    cache.credentials.get(credentialKey(prefix, hash, account), async () => {
      const kind = prefix === 'avk' ? 'key' : 'session';
      const value = await resolveCredential(pool, kind, hash, account);
      return { value, tags: value && credentialTags(value, account) };
    });
  const credential = await load(null);
  return credential && isAccountNamed(credential, accountId) ? load(accountId) : credential;
}

/** The cached credential with this secret, or undefined. Does not query the database. */
export function peekCachedCredential(
  cache: ServerCache,
  prefix: CredentialPrefix,
  secret: string,
  accountId: string | null,
): ResolvedCredential | undefined {
  const hash = hashSecret(secret);
  const credential = cache.credentials.peek(credentialKey(prefix, hash, null));
  return credential && isAccountNamed(credential, accountId)
    ? cache.credentials.peek(credentialKey(prefix, hash, accountId))
    : credential;
}

/** Whether the account that a request names is the one that the credential acts for, if it exists. */
function isAccountNamed({ credential }: ResolvedCredential, accountId: string | null): accountId is string {
  return credential.accountId === null && accountId !== null && isWellFormedId('account', accountId);
}

/** The app of a host name, else the one with a slug, else null. */
export async function getCachedApp(
  { pool, cache }: CacheSource,
  host: string | null,
  slug: string | null,
): Promise<App | null> {
  return cache.apps.get(appKey(host, slug), async () => {
    const value = await findAppByHost(pool, host, slug);
    return { value, tags: value && [cacheTags.hosts, cacheTags.catalog(value.id)] };
  });
}

/** The `api_origins` of all apps. */
export function getCachedApiOrigins({ pool, cache }: CacheSource): Promise<string[]> {
  return cache.apiOrigins.get('all', async () => ({
    value: await listApiOrigins(pool),
    tags: [cacheTags.hosts],
  }));
}

/** The cached app of a host name, or undefined. Does not query the database. */
export function peekCachedApp(cache: ServerCache, host: string | null, slug: string | null): App | undefined {
  return cache.apps.peek(appKey(host, slug));
}

/**
 * The catalog of an app at `catalogRevision` or later. On a miss it is read by one statement, so that it is consistent
 * while another transaction changes it.
 */
export async function getCachedCatalog(
  { pool, cache }: CacheSource,
  { id, catalogRevision }: Pick<App, 'id' | 'catalogRevision'>,
): Promise<AppCatalog> {
  const cached = cache.catalogs.peek(id);
  if (cached && cached.app.catalogRevision >= catalogRevision) return cached;
  // The notification of its change has not arrived yet.
  if (cached) cache.catalogs.invalidate(cacheTags.catalog(id));
  return cache.catalogs.get(id, async () => {
    const value = await findCatalog(pool, id);
    if (!value) throw new Error(`App ${id} does not exist.`);
    return { value, tags: [cacheTags.app(id), cacheTags.catalog(id)] };
  });
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

function credentialKey(prefix: CredentialPrefix, hash: string, accountId: string | null): string {
  return `${prefix} ${hash} ${accountId ?? ''}`;
}

function appKey(host: string | null, slug: string | null): string {
  return `${host} ${slug}`;
}

function snapshotKey(appId: string, digest: string): string {
  return `${appId} ${digest}`;
}

function credentialTags(
  { app, credential, accountState }: ResolvedCredential,
  requestedAccountId: string | null,
): string[] | null {
  const tags = [
    cacheTags.app(app.id),
    cacheTags.catalog(app.id),
    cacheTags.credential(app.id, credential.id),
  ];
  if (accountState) return [...tags, cacheTags.account(app.id, accountState.account.id)];
  // An account that does not exist is not cached: its creation sends no notification.
  return (credential.accountId ?? requestedAccountId) === null ? tags : null;
}
