import { Problem } from '@/lib/contract/errors';
import { compareByTag } from '@/lib/contract/tag';
import { type Account, listAccounts, readStanding } from '@/lib/data/read-account';
import { type CatalogVersion, readCatalog } from '@/lib/data/read-catalog';
import { readTenant, setTenant } from '@/lib/data/tenant';
import { noAccount, stateOf } from './account-state';
import type { AppCaller } from './caller';
import { type CatalogCheck, checkCatalog } from './check-catalog';
import { listAt, type VersionListing } from './list-versions';
import type { Service } from './service';

export interface CatalogPreview {
  listing: VersionListing;
  /** Whose eyes it is seen with; null is a visitor. */
  as: Account | null;
  /** Accounts to look as, by title. */
  accounts: Account[];
  /** Active versions that are not public. */
  hidden: CatalogVersion[];
  checks: CatalogCheck[];
}

interface Look {
  /** Account to look as; null is a visitor. */
  accountId: string | null;
  /** Ids of the not public versions to show as if they were public. */
  show: string[];
}

/** The list as a customer would see it once the chosen versions are public. For the product role; writes nothing. */
export async function previewCatalog(
  { db }: Service,
  { app }: AppCaller,
  { accountId, show }: Look,
): Promise<CatalogPreview> {
  return readTenant(db, { appId: app.id }, async (queries) => {
    const accounts = await listAccounts(queries, app.id, 500);
    const catalog = await readCatalog(queries, app.id);
    await setTenant(queries, { appId: app.id, accountId });
    const standing = accountId === null ? null : await readStanding(queries, app.id, accountId);
    if (accountId !== null && !standing) {
      throw new Problem('account_not_found', 'There is no such account.');
    }
    const as = standing?.account ?? null;
    const state = standing ? stateOf(standing) : noAccount;
    const versions = catalog.versions.map((version) => ({
      ...version,
      public: version.public || show.includes(version.id),
    }));
    const role = as ? 'owner' : null;
    const shown = { ...catalog, versions };
    const listing = listAt({ catalog: shown, state }, { role, account: as });
    return {
      listing,
      as,
      accounts,
      hidden: catalog.versions.filter((each) => each.active && !each.public).toSorted(compareByTag),
      checks: checkCatalog(
        catalog.features,
        listing.versions.map(({ version }) => version),
      ),
    };
  });
}
