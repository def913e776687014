import type { EditionPreview } from '@/lib/contract/catalog-editions';
import { ApiError } from '@/lib/contract/errors';
import type { BillingPeriod } from '@/lib/contract/fields';
import { isWellFormedId } from '@/lib/contract/ids';
import { compareByTag } from '@/lib/contract/versions';
import { type Account, readAccountState } from '@/lib/db/accounts';
import {
  type App,
  type AppCatalog,
  type Catalog,
  type CatalogVersion,
  type FeatureLink,
  findCatalog,
  toPriceJson,
} from '@/lib/db/catalog';
import type { Queries } from '@/lib/db/connection/client';
import { readTenant, setTenant } from '@/lib/db/connection/tenant';
import { findUsage } from '@/lib/db/usage';
import { isPriced } from '@/lib/pricing/price';
import { type AppCaller, noCallerState, toCallerState } from '../caller';
import { createView } from '../catalog/catalog-view';
import { localizeCatalog, localizeDraft } from '../catalog/localize-catalog';
import { requireFound } from '../find-account';
import { listNotices, type Notice } from '../notices/notices';
import type { Service } from '../service';
import { evaluateChange } from '../subscription/evaluate-change';
import { type AddOnListing, listAccountAddOns } from '../subscription/list-add-ons';
import { listVersions, type VersionListing } from '../subscription/list-versions';
import { previewVersion, type SwitchPreview } from '../subscription/preview-change';

export interface CatalogPreview {
  listing: VersionListing;
  /** It is null for a visitor. */
  options: AddOnListing | null;
  /** It is null without a version to switch to, for a visitor and for an unknown version. */
  switchPreview: SwitchPreview | null;
  /** What the account is told of changes, newest first. It is empty for a visitor. */
  notices: Notice[];
  /** The account that the list is shown for; null for a visitor. */
  as: Account | null;
  /** Active versions that are not public. */
  hidden: CatalogVersion[];
  checks: CatalogCheck[];
}

interface PreviewOptions {
  /** The account to show the list for; null for a visitor. */
  accountId: string | null;
  /** The catalog after the publication of a draft, or null for the live one. */
  draft: AppCatalog | null;
  /** Ids of versions to show as if they were public. */
  show: string[];
  /** The version to preview a switch to. */
  switchTo: string | null;
  /** Null means that of the account. */
  billingPeriod: BillingPeriod | null;
  /** The language of the texts, one of the app's `languages`, or null for that of the price list. */
  findLanguage: (app: App) => string | null;
}

/** The list as a customer would see it with the chosen versions public. It is for the product role. It writes nothing. */
export async function previewCatalog(
  service: Service,
  caller: AppCaller,
  { accountId, draft, show, switchTo, billingPeriod, findLanguage }: PreviewOptions,
): Promise<CatalogPreview> {
  // Text of other forms could contain characters that the database rejects.
  if (accountId !== null && !isWellFormedId('account', accountId)) {
    throw new ApiError('account_not_found', 'Account not found.');
  }
  const { app } = caller;
  const { state, ...preview } = await readTenant(service.db, { appId: app.id }, async (queries) => {
    const language = findLanguage(draft?.app ?? app);
    const { catalog, localized } = draft
      ? { catalog: draft, localized: localizeDraft(draft, language) }
      : await readLocalized(queries, app.id, language);
    await setTenant(queries, { appId: app.id, accountId });
    const accountState =
      accountId === null ? null : requireFound(await readAccountState(queries, app.id, accountId));
    const as = accountState?.account ?? null;
    const state = accountState ? toCallerState(accountState) : noCallerState;
    const versions = localized.versions.map((version) => ({
      ...version,
      public: version.public || show.includes(version.id),
    }));
    const role = as ? 'owner' : null;
    const usage =
      accountId !== null && state.hasUsage ? await findUsage(queries, { appId: app.id, accountId }) : null;
    const view = createView({ ...localized, versions }, state, usage);
    const listing = listVersions(view, { role, account: as });
    const canSwitch = as && listing.versions.some(({ version }) => version.id === switchTo);
    return {
      state,
      listing,
      options: as && listAccountAddOns(view, { role, account: as }),
      switchPreview:
        canSwitch && switchTo
          ? previewVersion(
              evaluateChange(view, { role: 'owner' }, { type: 'switch', versionId: switchTo, billingPeriod }),
              view,
            )
          : null,
      as,
      hidden: catalog.versions.filter((each) => each.active && !each.public).toSorted(compareByTag),
      checks: checkCatalog(
        catalog,
        // An earlier version has the title of its plan.
        listing.versions.flatMap(({ version, replacedBy }) =>
          replacedBy === null ? catalog.versions.filter(({ id }) => id === version.id) : [],
        ),
      ),
    };
  });
  const { as } = preview;
  // The notices of a draft are only known when it is published.
  const notices =
    as && !draft
      ? await listNotices(service, { ...caller, state, account: as, role: 'owner' }, findLanguage(app))
      : [];
  return { ...preview, notices };
}

/** The live catalog, and the same with its texts in a language. */
async function readLocalized(queries: Queries, appId: string, language: string | null) {
  const { catalog, texts } = (await findCatalog(queries, appId, language))!;
  return { catalog, localized: language === null ? catalog : localizeCatalog(catalog, language, texts) };
}

/** A possible mistake in the catalog, with the titles of the versions or features concerned. */
type CatalogCheck = EditionPreview['checks'][number];

/** Checks the listed versions and the features of the app. */
export function checkCatalog(
  { features, addOns }: Pick<Catalog, 'features' | 'addOns'>,
  listed: CatalogVersion[],
): CatalogCheck[] {
  const linksByFeature = new Map<string, FeatureLink[]>(features.map(({ id }) => [id, []]));
  for (const link of listed.flatMap(({ links }) => links)) linksByFeature.get(link.featureId)?.push(link);
  /** What the versions include of a feature. Versions without it are left out. */
  const contents = (featureId: string) => linksByFeature.get(featureId) ?? [];
  const isSameInAll = (featureId: string) => {
    const values = contents(featureId).map(({ value }) => value);
    return values.length === listed.length && new Set(values).size === 1;
  };
  const listedIds = new Set(listed.map(({ id }) => id));
  const offered = new Set(
    addOns
      .filter((addOn) => addOn.replacedBy === null)
      .filter((addOn) => addOn.versions.some(({ versionId }) => listedIds.has(versionId)))
      .flatMap((addOn) => addOn.features.map(({ featureId }) => featureId)),
  );
  const active = features.filter((feature) => feature.active);
  const titles = (found: { title: string }[]) => found.map((each) => each.title);
  const checks: CatalogCheck[] = [
    {
      code: 'feature_in_no_version',
      subjects: titles(active.filter(({ id }) => contents(id).length === 0 && !offered.has(id))),
    },
    { code: 'feature_in_all_versions', subjects: titles(active.filter(({ id }) => isSameInAll(id))) },
    {
      code: 'no_price',
      subjects: titles(
        listed.filter((version) => version.priceText === null && !isPriced(toPriceJson(version))),
      ),
    },
    {
      code: 'no_description',
      subjects: titles(listed.filter(({ description }) => description.trim() === '')),
    },
    { code: 'duplicate_title', subjects: [...duplicates(titles(listed)), ...duplicates(titles(active))] },
  ];
  return checks.filter(({ subjects }) => subjects.length > 0 && listed.length > 0);
}

/** Each title that occurs several times, whatever its case. */
function duplicates(titles: string[]): string[] {
  const key = (title: string) => title.trim().toLowerCase();
  const seen = new Map<string, number>();
  for (const title of titles) seen.set(key(title), (seen.get(key(title)) ?? 0) + 1);
  return titles.filter((title) => {
    const isDuplicate = (seen.get(key(title)) ?? 0) > 1;
    seen.delete(key(title));
    return isDuplicate;
  });
}
