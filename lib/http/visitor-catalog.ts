import type { Caller } from '@/lib/domain/caller';
import { type CatalogView, getCatalogView } from '@/lib/domain/catalog-view';
import { identifyCaller } from '@/lib/domain/identify-caller';
import { tryCached } from '@/lib/domain/service';
import { toApiError } from '@/lib/domain/to-api-error';
import { getService } from '@/lib/server/runtime';
import { readCredentials } from './authenticate';

/** An app and its catalog, as they are in the cache. */
export interface VisitorCatalog {
  app: NonNullable<Caller['app']>;
  catalog: CatalogView['catalog'];
}

/** The app and catalog of a host's visitors from the cache alone, or null. */
export function peekVisitorCatalog(host: string | null): VisitorCatalog | null {
  const found = tryCached(getService(), (source) => {
    const { app, ...caller } = identifyCaller(source, visitorOf(host));
    return app && { app, catalog: getCatalogView(source, { ...caller, app }).catalog };
  });
  return found ?? null;
}

/** Like `peekVisitorCatalog`, but first reads what is not in the cache. Null without an app, or if the cache can't be used. */
export async function loadVisitorCatalog(host: string | null): Promise<VisitorCatalog | null> {
  const known = peekVisitorCatalog(host);
  if (known) return known;
  const service = getService();
  const { guard } = service.health;
  const caller = await guard(identifyCaller(service, visitorOf(host)));
  if (!caller.app) return null;
  await guard(getCatalogView(service, { ...caller, app: caller.app }));
  return peekVisitorCatalog(host);
}

/** Whether the database is not available. */
export function isUnavailable(error: unknown): boolean {
  return toApiError(error).code === 'service_unavailable';
}

function visitorOf(host: string | null): Parameters<typeof identifyCaller>[1] {
  return readCredentials({ get: (name) => (name === 'host' ? host : null) });
}
