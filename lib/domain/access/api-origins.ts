import { getCachedApiOrigins } from '@/lib/cache/cached-queries';
import type { Service } from '../service';

/**
 * Whether one of an app's `api_origins` is this origin. `https://*.host.example` is any subdomain of `host.example`, as in a
 * Content-Security-Policy. Origins are as browsers send them: in lower case, without the default port.
 */
export function includesOrigin(apiOrigins: string[], origin: string): boolean {
  return apiOrigins.some((pattern) => {
    const [scheme, host = ''] = withoutDefaultPort(pattern).split('://');
    if (!host.startsWith('*.')) return origin === `${scheme}://${host}`;
    const prefix = `${scheme}://`;
    const suffix = host.slice(1);
    const subdomain = origin.slice(prefix.length, -suffix.length);
    return origin === `${prefix}${subdomain}${suffix}` && /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(subdomain);
  });
}

function withoutDefaultPort(pattern: string): string {
  return pattern.replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2');
}

/** The last list that each service has read. */
const lastApiOrigins = new WeakMap<Service, string[]>();

/**
 * Whether any app has this origin, for requests whose app is not known: preflights, which have no credential, and errors.
 * While the database is not available, the last known list counts, so that a page can read the 503.
 */
export async function isApiOriginOfAnyApp(service: Service, origin: string): Promise<boolean> {
  try {
    lastApiOrigins.set(service, await service.health.guard(getCachedApiOrigins(service)));
  } catch {
    // The request itself reports that the database is not available.
  }
  return includesOrigin(lastApiOrigins.get(service) ?? [], origin);
}
