import type { CatalogFeature, CatalogVersion } from '@/lib/data/read-catalog';
import { readTenant } from '@/lib/data/tenant';
import { readStanding } from './account-state';
import type { AppCaller } from './caller';
import { findVersion } from './find-version';
import type { Service } from './service';

export interface VersionDetail {
  version: CatalogVersion;
  features: CatalogFeature[];
}

/** One version with the features it includes, in the catalogue's order (spec 4.3). */
export async function readVersion(
  { db }: Service,
  { app, account, role }: AppCaller,
  id: string,
): Promise<VersionDetail> {
  return readTenant(db, { appId: app.id, accountId: account?.id }, async (queries) => {
    const { catalog, state } = await readStanding(queries, app.id, account?.id ?? null);
    const version = findVersion(catalog, id, { role, state });
    const included = new Set(
      version.links.filter((link) => link.kind === 'included').map((link) => link.featureId),
    );
    return { version, features: catalog.features.filter((feature) => included.has(feature.id)) };
  });
}
