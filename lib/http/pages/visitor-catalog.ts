import type { Caller } from '@/lib/domain/caller';
import { type CatalogView, getCatalogView } from '@/lib/domain/catalog-view';
import { identifyCaller, refreshVisitorApp } from '@/lib/domain/identify-caller';
import { peekLocalizedCatalog } from '@/lib/domain/localize-catalog';
import { tryCached } from '@/lib/domain/service';
import { toApiError } from '@/lib/domain/to-api-error';
import { getService } from '@/lib/server/runtime';
import { type RequestHeaders, readCredentials } from '../authenticate';
import { findLanguage } from '../find-language';

/** An app and its catalog, as they are in the cache. */
export interface VisitorCatalog {
  app: NonNullable<Caller['app']>;
  catalog: CatalogView['catalog'];
}

/** Where a visitor is: the host name, and the slug of the app that the page names, if it names one. */
export interface Visited {
  host: string | null;
  namedApp: string | null;
  /** Of the request, for the language. */
  headers: RequestHeaders;
}

/** The app and catalog of visitors from the cache alone, or null. */
export function peekVisitorCatalog(visited: Visited): VisitorCatalog | null {
  const found = tryCached(getService(), (source) => {
    const { app, ...others } = identifyCaller(source, visitorOf(visited));
    if (!app) return null;
    const caller = { ...others, app };
    const language = findLanguage(caller, undefined, visited.headers);
    return { app, catalog: getCatalogView(source, caller, language).catalog };
  });
  return found ?? null;
}

/** Keeps what `peekVisitorCatalog` has found in the cache while it is used. */
export function refreshVisitorCatalog(visited: Visited): void {
  refreshVisitorApp(getService(), visitorOf(visited));
}

/**
 * Like `peekVisitorCatalog`, but reads what is not in the cache. Null without an app, or if its catalog is not in the
 * cache then.
 */
export async function loadVisitorCatalog(visited: Visited): Promise<VisitorCatalog | null> {
  const known = peekVisitorCatalog(visited);
  if (known) return known;
  const service = getService();
  const { guard } = service.health;
  const { app, ...others } = await guard(identifyCaller(service, visitorOf(visited)));
  if (!app) return null;
  const caller = { ...others, app };
  const language = findLanguage(caller, undefined, visited.headers);
  const { catalog } = await guard(getCatalogView(service, caller, language));
  // The app itself is not cached if another one has changed while it was read.
  return peekLocalizedCatalog(service, app, language) === catalog ? { app, catalog } : null;
}

/** Whether the database is not available. */
export function isUnavailable(error: unknown): boolean {
  return toApiError(error).code === 'service_unavailable';
}

function visitorOf({ host, namedApp }: Visited): Parameters<typeof identifyCaller>[1] {
  return readCredentials({ get: (name) => (name === 'host' ? host : null) }, namedApp);
}
