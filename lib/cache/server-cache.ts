import type { ResolvedCredential } from '@/lib/db/access';
import type { App, AppCatalog } from '@/lib/db/catalog';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import type { InvalidationListener, InvalidationSubscriber } from './invalidation-listener';
import { TaggedCache } from './tagged-cache';

/** Cache tags. The triggers of `prisma/sql` notify with the same texts as payloads. */
export const cacheTags = {
  app: (appId: string) => `app ${appId}`,
  catalog: (appId: string) => `catalog ${appId}`,
  account: (appId: string, accountId: string) => `account ${appId} ${accountId}`,
  credential: (appId: string, id: string) => `credential ${appId} ${id}`,
  /** What is read from all apps: the mapping of host names and the API origins. Any change of an app can change it. */
  hosts: 'hosts',
};

/** Milliseconds after which credentials and apps expire although nothing invalidated them. */
const ttlMs = 10_000;

/** The database reads that a server process caches. Every part is bounded in bytes. */
export class ServerCache implements InvalidationSubscriber {
  readonly credentials: TaggedCache<ResolvedCredential>;
  /** Apps, by host name and default slug. */
  readonly apps: TaggedCache<App>;
  /** The `api_origins` of all apps, under one key. */
  readonly apiOrigins: TaggedCache<string[]>;
  /** Catalogs, by app ID. */
  readonly catalogs: TaggedCache<AppCatalog>;
  /** The catalogs with texts in another language, by app id and language. */
  readonly localizedCatalogs: TaggedCache<AppCatalog>;
  /** The catalogs of drafts that have a link, by edition and revision. */
  readonly drafts: TaggedCache<AppCatalog>;
  /** Snapshots of versions, which never change, by digest. */
  readonly snapshots: TaggedCache<VersionSnapshot>;
  readonly #parts: readonly InvalidationSubscriber[];
  /** Receives what this cache receives. */
  follower: InvalidationSubscriber | null = null;

  constructor({ isConnected }: Pick<InvalidationListener, 'isConnected'>) {
    this.credentials = new TaggedCache(isConnected, { maxBytes: 100e6, ttlMs });
    this.apps = new TaggedCache(isConnected, { maxBytes: 2e6, ttlMs });
    this.apiOrigins = new TaggedCache(isConnected, { maxBytes: 1e6, ttlMs });
    this.catalogs = new TaggedCache(isConnected, { maxBytes: 48e6, ttlMs: Infinity });
    this.localizedCatalogs = new TaggedCache(isConnected, { maxBytes: 24e6, ttlMs: Infinity });
    this.drafts = new TaggedCache(isConnected, { maxBytes: 8e6, ttlMs: Infinity });
    this.snapshots = new TaggedCache(isConnected, { maxBytes: 16e6, ttlMs: Infinity });
    const { credentials, apps, apiOrigins, catalogs, localizedCatalogs, drafts, snapshots } = this;
    this.#parts = [credentials, apps, apiOrigins, catalogs, localizedCatalogs, drafts, snapshots];
  }

  invalidate(tag: string): void {
    const tags = tag.startsWith('app ') ? [tag, cacheTags.hosts] : [tag];
    for (const part of this.#parts) for (const each of tags) part.invalidate(each);
    this.follower?.invalidate(tag);
  }

  /** Invalidates an account that this process has changed, but keeps the credentials whose state `update` knows. */
  updateAccount(tag: string, update: (known: ResolvedCredential) => ResolvedCredential | null): void {
    this.credentials.update(tag, update);
    this.follower?.invalidate(tag);
  }

  invalidateAll(): void {
    for (const part of this.#parts) part.invalidateAll();
    this.follower?.invalidateAll();
  }
}
