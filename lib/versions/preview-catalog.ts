import { Problem } from '@/lib/contract/errors';
import { compareByTag } from '@/lib/contract/tag';
import { type Account, findAccount, listAccounts } from '@/lib/data/read-account';
import type { CatalogVersion } from '@/lib/data/read-catalog';
import { readTenant, setTenant } from '@/lib/data/tenant';
import { readStanding } from './account-state';
import type { AppCaller } from './caller';
import { type CatalogCheck, checkCatalog } from './check-catalog';
import { arrangeListing, type VersionListing } from './list-versions';
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
    let as: Account | null = null;
    if (accountId !== null) {
      await setTenant(queries, { appId: app.id, accountId });
      as = await findAccount(queries, app.id, accountId);
      if (!as) throw new Problem('account_not_found', 'There is no such account.');
    }
    const { catalog, state } = await readStanding(queries, app.id, accountId);
    const versions = catalog.versions.map((version) => ({
      ...version,
      public: version.public || show.includes(version.id),
    }));
    const role = as ? 'owner' : null;
    const arranged = arrangeListing({ ...catalog, versions }, { role, state }, as !== null);
    return {
      listing: { app, ...arranged },
      as,
      accounts,
      hidden: catalog.versions.filter((each) => each.active && !each.public).toSorted(compareByTag),
      checks: checkCatalog(
        catalog.features,
        arranged.versions.map(({ version }) => version),
      ),
    };
  });
}
