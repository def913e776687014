import { isDeepStrictEqual } from 'node:util';
import { toCurrency } from '@/lib/contract/currency-digits';
import { toCamelCase, toSnakeCase } from '@/lib/contract/field-names';
import { defaultReminderDays } from '@/lib/contract/price-list-keys';
import type { Price } from '@/lib/db/catalog';
import type { StoredApp } from '@/lib/db/catalog-store';
import type { CatalogTexts } from '@/lib/db/catalog-texts';
import { minorUnitsPerMajor } from '@/lib/format/money';
import { listEntries, toCatalogTexts, toExtensionPath } from '../build/build-texts';
import type { ImportedCatalog, WrittenFeature, WrittenVersion } from '../build/written-catalog';
import { noSettings } from '../compare/plan-changes';
import { addOnFields, featureFields, planFields, priceFields } from '../parse/extension';
import { type ActiveCatalog, limitPrefix, onRequestPrefix, toMap } from './create-price-list';

/** What the stored catalog has other than `built`, which is made from the list alone. */
export function createExtension(
  catalog: ActiveCatalog,
  built: ImportedCatalog,
  accountNames: ReadonlyMap<string, string>,
): Map<string, unknown> {
  const { app, versions, features, addOns } = catalog;
  const grants = ({ catalogKey }: WrittenVersion) =>
    catalog.grants.flatMap(({ version, accountId }) =>
      version === catalogKey ? [accountNames.get(accountId) ?? accountId] : [],
    );
  const isLimit = ({ catalogKey }: { catalogKey: string }) => catalogKey.startsWith(limitPrefix);
  const pickFeature = (feature: WrittenFeature) => {
    const other = findBuilt(built.features, feature);
    const { betterAmount: better } = feature;
    return {
      ...pickChanged(feature, other, featureFields),
      ...(better !== null && better !== other?.betterAmount && { lower_is_better: better === 'lower' }),
    };
  };
  return toMap({
    app: {
      ...(app.title !== built.app.title && { title: app.title }),
      ...pickSet(app),
      // The limit can be gone from the list.
      ...(app.usersLimit !== null &&
        features.some(({ limitKey }) => limitKey === app.usersLimit) && { users_limit: app.usersLimit }),
      ...pickBrand(app),
      ...(app.usersManagedBy !== null && { users_managed_by: app.usersManagedBy }),
      billing_period: app.billingPeriod,
    },
    switching: toMap({
      ...(app.downgrades !== 'any' && { downgrades: app.downgrades }),
      ...(!app.selfService && { self_service: false }),
      plans: new Map(
        versions
          .filter(({ selfService }) => !selfService)
          .map((version) => [version.catalogKey, version.public ? 'listed' : 'hidden']),
      ),
    }),
    plans: mapRows(versions, (version) => {
      const other = findBuilt(built.versions, version);
      return {
        ...pickChanged(version, other, planFields),
        ...pickPrices(catalog, version, other),
        ...pickTrial(version),
        ...(version.isDefault && { default: true }),
        ...(grants(version).length > 0 && { granted_to: grants(version) }),
      };
    }),
    features: mapRows(
      features.filter((row) => !isLimit(row)),
      pickFeature,
    ),
    usageLimits: mapRows(features.filter(isLimit), pickFeature, limitPrefix),
    addOns: mapRows(
      addOns.filter(({ catalogKey }) => !catalogKey.startsWith(onRequestPrefix)),
      (addOn) => {
        const [price, builtPrice] = [catalog, built].map(({ addOnPrices }) =>
          addOnPrices.find((each) => each.addOn === addOn.catalogKey),
        );
        return {
          ...pickChanged(addOn, findBuilt(built.addOns, addOn), addOnFields),
          ...(price && pickPrices(catalog, price, builtPrice)),
        };
      },
    ),
  });
}

/** The texts of what the list has, by language. `source` are those in the language of the list. */
export function createTexts(
  { app, texts: stored }: ActiveCatalog,
  source: CatalogTexts,
): Map<string, object> {
  const known = listEntries(source);
  const languages = new Set(app.languages);
  return new Map(
    [...stored].flatMap(([language, texts]) => {
      if (!languages.has(language)) return [];
      const entries = [...listEntries(texts)].filter(([key]) => known.has(key)).map(([, entry]) => entry);
      const written = entries.map(({ path, text }) => ({ path: toExtensionPath(path), text }));
      const sections = Object.entries(toCatalogTexts(written));
      return [
        [language, Object.fromEntries(sections.filter(([, section]) => Object.keys(section).length > 0))],
      ];
    }),
  );
}

/** The trial of a plan. The price list has none. */
function pickTrial({ trialDays: days, trialThen: then, trialOnce, trialReminderDays }: WrittenVersion) {
  if (days === null) return {};
  const trial = {
    days,
    ...(then !== null && { then }),
    ...(!trialOnce && { once: false }),
    ...(trialReminderDays !== defaultReminderDays && { reminder_days: trialReminderDays }),
  };
  return { trial };
}

/** The settings of the app. The price list has none of them. */
function pickSet(app: StoredApp): Record<string, unknown> {
  const { usersManagedBy, usersLimit, downgrades, selfService, languages, ...settings } = noSettings;
  const names = Object.keys(settings) as (keyof typeof settings)[];
  const fields = names.filter(
    (name) => !name.startsWith('brand') && !isDeepStrictEqual(app[name], noSettings[name]),
  );
  return Object.fromEntries(fields.map((name) => [toSnakeCase(name), app[name]]));
}

function pickBrand(app: StoredApp): { brand?: Record<string, string> } {
  const { brandLogo: logo, brandAccent: accent, brandAccentDark: accent_dark, brandFont: font } = app;
  const parts = Object.entries({ logo, accent, accent_dark, font });
  const set = parts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return set.length > 0 ? { brand: Object.fromEntries(set) } : {};
}

function findBuilt<T extends { catalogKey: string }>(rows: T[], { catalogKey }: { catalogKey: string }) {
  return rows.find((row) => row.catalogKey === catalogKey);
}

/** The fields of each row by `catalogKey` without `prefix`. Rows without fields are left out. */
function mapRows<T extends { catalogKey: string }>(
  rows: T[],
  fieldsOf: (row: T) => object,
  prefix = '',
): Map<string, object> {
  return new Map(
    rows
      .map((row) => [row.catalogKey.slice(prefix.length), fieldsOf(row)] as const)
      .filter(([, fields]) => Object.keys(fields).length > 0),
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
      if (!(column in row)) return [];
      const isSame = JSON.stringify(row[column]) === JSON.stringify(built?.[column]);
      return isSame || row[column] === null ? [] : [[field, row[column]]];
    }),
  );
}

/** The prices and units that differ, in major units. */
function pickPrices({ app }: ActiveCatalog, row: Price, built: Price | undefined): Record<string, unknown> {
  const scale = minorUnitsPerMajor(toCurrency(app));
  return Object.fromEntries(
    Object.keys(priceFields).flatMap((field) => {
      const column = toCamelCase(field) as keyof Price;
      const value = row[column];
      if (value === built?.[column]) return [];
      return [[field, typeof value === 'number' ? value / scale : value]];
    }),
  );
}
