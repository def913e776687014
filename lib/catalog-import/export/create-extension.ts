import type { ImportedCatalog } from '@/lib/catalog-import/build/imported-catalog';
import { getCurrencyDecimals } from '@/lib/catalog-import/build/price-resolver';
import { addOnFields, featureFields, planFields, priceFields } from '@/lib/catalog-import/parse/extension';
import { toCamelCase } from '@/lib/contract/field-names';
import type { Price } from '@/lib/db/catalog';
import type { ActiveCatalog } from './active-catalog';
import { limitPrefix, onRequestPrefix, toMap } from './create-price-list';

/** What the stored catalog has other than `built`, which is made from the list alone. */
export function createExtension(
  catalog: ActiveCatalog,
  built: ImportedCatalog,
  accountNames: ReadonlyMap<string, string>,
): Map<string, unknown> {
  const { app, versions } = catalog;
  const byKey = <T extends { catalogKey: string }>(rows: T[]) =>
    new Map(rows.map((row) => [row.catalogKey, row]));
  const [builtVersions, builtFeatures, builtAddOns] = [
    byKey(built.versions),
    byKey(built.features),
    byKey(built.addOns),
  ];
  const grants = (versionId: string) =>
    catalog.grants.flatMap((grant) =>
      grant.versionId === versionId ? [accountNames.get(grant.accountId) ?? grant.accountId] : [],
    );
  const sections: Record<string, unknown> = {
    app: {
      ...(app.title !== built.app.title && { title: app.title }),
      ...(app.host !== null && { host: app.host }),
      ...(app.contactUrl !== null && { contact_url: app.contactUrl }),
      ...(app.signInUrl !== null && { sign_in_url: app.signInUrl }),
      ...(app.signUpUrl !== null && { sign_up_url: app.signUpUrl }),
      ...(app.frameOrigins.length > 0 && { frame_origins: app.frameOrigins }),
      ...(app.apiOrigins.length > 0 && { api_origins: app.apiOrigins }),
      billing_period: app.billingPeriod,
    },
    plans: mapRows(versions, (version) => {
      const other = builtVersions.get(version.catalogKey);
      return {
        ...pickChanged(version, other, planFields),
        ...pickPrices(catalog, version, other),
        ...(version.isDefault && { default: true }),
        ...(grants(version.id).length > 0 && { granted_to: grants(version.id) }),
      };
    }),
    features: mapRows(
      catalog.features.filter(({ catalogKey }) => !catalogKey.startsWith(limitPrefix)),
      (feature) => pickChanged(feature, builtFeatures.get(feature.catalogKey), featureFields),
    ),
    usageLimits: new Map(
      [
        ...mapRows(
          catalog.features.filter(({ catalogKey }) => catalogKey.startsWith(limitPrefix)),
          (feature) => pickChanged(feature, builtFeatures.get(feature.catalogKey), featureFields),
        ),
      ].map(([key, fields]) => [key.slice(limitPrefix.length), fields]),
    ),
    addOns: mapRows(
      catalog.addOns.filter(({ catalogKey }) => !catalogKey.startsWith(onRequestPrefix)),
      (addOn) => {
        const price = catalog.addOnPrices.find(({ addOnId }) => addOnId === addOn.id);
        const builtPrice = built.addOnPrices.find((other) => other.addOn === addOn.catalogKey);
        return {
          ...pickChanged(addOn, builtAddOns.get(addOn.catalogKey), addOnFields),
          ...(price && pickPrices(catalog, price, builtPrice)),
        };
      },
    ),
  };
  return toMap(
    Object.fromEntries(
      Object.entries(sections).filter(([, section]) => !(section instanceof Map) || section.size > 0),
    ),
  );
}

/** The fields of each row, without rows that have none. */
function mapRows<T extends { catalogKey: string }>(
  rows: T[],
  fieldsOf: (row: T) => object,
): Map<string, object> {
  return new Map(
    rows.flatMap((row) => {
      const fields = fieldsOf(row);
      return Object.keys(fields).length === 0 ? [] : [[row.catalogKey, fields] as const];
    }),
  );
}

/** The fields of the extension that differ. A field can't be set to null there. */
function pickChanged<T extends object>(
  row: T,
  built: Partial<T> | undefined,
  fields: object,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(fields).flatMap((field) => {
      const column = toCamelCase(field) as keyof T;
      return row[column] === built?.[column] || row[column] === null ? [] : [[field, row[column]]];
    }),
  );
}

/** The prices and units that differ, in major units. */
function pickPrices({ app }: ActiveCatalog, row: Price, built: Price | undefined): Record<string, unknown> {
  const scale = 10 ** getCurrencyDecimals(app.currency);
  return Object.fromEntries(
    Object.keys(priceFields).flatMap((field) => {
      const column = toCamelCase(field) as keyof Price;
      const value = row[column];
      if (value === built?.[column]) return [];
      return [[field, typeof value === 'number' ? value / scale : value]];
    }),
  );
}
