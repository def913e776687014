import type { AppInfo, MatrixFeature, VersionEntry, VersionList } from '@/lib/contract/version-list';
import type { MatrixRow } from '@/lib/versions/build-matrix';
import type { ListedVersion, VersionListing } from '@/lib/versions/list-versions';

/** `GET /app/versions` (spec 4.1). */
export function presentVersionList(listing: VersionListing, { matrix }: { matrix: boolean }): VersionList {
  return {
    success: true,
    message: '',
    data: {
      versions: listing.versions.map(presentEntry),
      ...(matrix && {
        matrix: {
          versions: listing.versions.map(({ version }) => version.title),
          features: listing.matrix.map(presentRow),
        },
      }),
      optional_features_available: listing.optionalFeaturesAvailable,
      app: presentApp(listing.app),
    },
  };
}

export function presentApp(app: VersionListing['app']): AppInfo {
  return {
    title: app.title,
    currency: app.currency,
    billing_period: app.billingPeriod,
    contact_url: app.contactUrl,
  };
}

function presentEntry({ version, current, decision }: ListedVersion): VersionEntry {
  return {
    id: version.id,
    title: version.title,
    description: version.description,
    more_info: version.moreInfo,
    active: version.active,
    fee: version.fee,
    user_fee: version.userFee,
    tag: version.tag,
    public: version.public,
    current,
    switch: decision,
  };
}

function presentRow(row: MatrixRow): MatrixFeature {
  return {
    id: row.humanId,
    title: row.title,
    description: row.description,
    versions: row.included,
    group: row.group,
    values: row.values,
    offers: Object.fromEntries(
      Object.entries(row.offers).map(([id, { title, fee, userFee }]) => [
        id,
        { title, fee, user_fee: userFee },
      ]),
    ),
  };
}
