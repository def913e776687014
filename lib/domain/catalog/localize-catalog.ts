import { getCachedCatalog } from '@/lib/cache/cached-queries';
import { cacheTags } from '@/lib/cache/server-cache';
import type { MaybePromise } from '@/lib/cache/tagged-cache';
import {
  type App,
  type AppCatalog,
  type CatalogAddOn,
  type CatalogFeature,
  type FeatureContent,
  findCatalog,
  onRequestAddOnKey,
} from '@/lib/db/catalog';
import type { CatalogTexts } from '@/lib/db/catalog-texts';
import type { CachedService, Service } from '../service';
import { createTranslation, translateValue } from './translate-content';

/**
 * The catalog of an app at `catalogRevision` or later, with its texts in a language that the app has. Null is the language of
 * the price list.
 */
export function getLocalizedCatalog(
  source: Pick<Service, 'pool' | 'cache'> | CachedService,
  app: Pick<App, 'id' | 'catalogRevision'>,
  language: string | null,
): MaybePromise<AppCatalog> {
  if (language === null) return getCachedCatalog(source, app);
  const { localizedCatalogs: cache } = source.cache;
  const { pool } = source;
  const key = `${app.id} ${language}`;
  const cached = peekLocalizedCatalog(source, app, language);
  if (cached && cached.app.catalogRevision >= app.catalogRevision) return cached;
  // `getCachedCatalog` does the same.
  if (cached) cache.invalidate(cacheTags.catalog(app.id));
  return cache.get(
    key,
    pool &&
      (async () => {
        const found = await findCatalog(pool, app.id, language);
        if (!found) throw new Error(`App ${app.id} does not exist.`);
        const value = localizeCatalog(found.catalog, language, found.texts);
        return { value, tags: [cacheTags.app(app.id), cacheTags.catalog(app.id)] };
      }),
  );
}

/** Reads the cache only. */
export function peekLocalizedCatalog(
  { cache }: Pick<CachedService, 'cache'>,
  { id }: Pick<App, 'id'>,
  language: string | null,
): AppCatalog | undefined {
  return language === null ? cache.catalogs.peek(id) : cache.localizedCatalogs.peek(`${id} ${language}`);
}

/** The catalog of a draft with its texts in a language. Null is the language of the price list. */
export function localizeDraft(catalog: AppCatalog, language: string | null): AppCatalog {
  const stored = catalog.texts?.find((each) => each.language === language);
  return stored ? localizeCatalog(catalog, stored.language, stored.texts) : catalog;
}

/**
 * A catalog with its texts in a language. What is missing stays in the language of the price list, and is named in
 * `untranslated` of its row. Without texts, it is the catalog itself.
 */
export function localizeCatalog(
  catalog: AppCatalog,
  language: string,
  texts: CatalogTexts | null,
): AppCatalog {
  if (texts === null) return catalog;
  const { app, versions, addOns } = catalog;
  const contents = listContents(catalog);
  const features = catalog.features.map((feature) =>
    localizeFeature(feature, language, texts, contents.get(feature.id) ?? []),
  );
  const byId = new Map(features.map((feature) => [feature.id, feature]));
  const localizeContent = <Content extends FeatureContent & { featureId: string }>(
    content: Content,
  ): Content => {
    const feature = byId.get(content.featureId);
    return feature ? { ...content, value: translate(feature, texts, content) } : content;
  };
  return {
    app: {
      ...app,
      ...localizeRow(app, texts.app, { title: 'title' }),
      language,
      listLanguage: app.language,
      ...(Object.keys(texts.units).length > 0 && { units: texts.units }),
    },
    versions: versions.map((version) => ({
      ...version,
      ...localizeRow(version, withPresentTexts(version, versions, texts.plans, versionFields), versionFields),
      links: version.links.map(localizeContent),
    })),
    features,
    addOns: addOns.map((addOn) => ({
      ...addOn,
      ...localizeAddOn(addOn, findAddOnTexts(catalog, addOn, texts)),
      ...localizePrices(addOn, texts.addOns[addOn.id]?.price_text),
      features: addOn.features.map((effect) => ({
        ...localizeContent(effect),
        byVersion: effect.byVersion && localizeByVersion(effect.byVersion, byId.get(effect.featureId), texts),
      })),
    })),
  };
}

/** Fields of rows by their names in texts. */
const versionFields = {
  title: 'title',
  description: 'description',
  more_info: 'moreInfo',
  family: 'family',
  price_text: 'priceText',
} as const;
const addOnFields = { title: 'title', description: 'description', more_info: 'moreInfo' } as const;

/**
 * The texts of a version or an add-on. An earlier one that accounts keep has those of the present one too, of fields that are the
 * same in the price list.
 */
function withPresentTexts<Field extends string, Row extends GenerationRow<Field>>(
  row: Row,
  rows: Row[],
  texts: Record<string, Record<string, string>>,
  fields: Record<string, Field>,
): Record<string, string> | undefined {
  const own = texts[row.id];
  const present = row.replacedBy === null ? undefined : rows.find(({ id }) => id === row.replacedBy);
  if (!present) return own;
  const shared = Object.entries(fields).flatMap(([name, field]) => {
    const text = present[field] === row[field] ? texts[present.id]?.[name] : undefined;
    return text === undefined ? [] : [[name, text]];
  });
  return { ...Object.fromEntries(shared), ...own };
}

type GenerationRow<Field extends string> = { id: string; replacedBy: string | null } & Partial<
  Record<Field, string | null>
>;

/** The fields of a row that have a text, and the names of those that have none. */
function localizeRow<Field extends string, Row extends Partial<Record<Field, string | null>>>(
  row: Row,
  texts: Record<string, unknown> | undefined,
  fields: Record<string, Field>,
): Partial<Row> & { untranslated?: string[] } {
  const localized: Record<string, unknown> = {};
  const untranslated: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (!row[field]) continue;
    const text = texts?.[name];
    if (text === undefined) untranslated.push(name);
    else localized[field] = text;
  }
  return { ...(localized as Partial<Row>), ...(untranslated.length > 0 && { untranslated }) };
}

function localizeFeature(
  feature: CatalogFeature,
  language: string,
  texts: CatalogTexts,
  contents: FeatureContent[],
): CatalogFeature {
  const own = texts.features[feature.humanId];
  const values = { ...texts.values, ...own?.values };
  const translation = createTranslation(language, texts, feature, values);
  const group = texts.groups[feature.group];
  for (const content of contents) {
    const { value, amount, unlimited } = content;
    if (value === null || amount !== null || unlimited || translation.missing.includes(value)) continue;
    if (translateValue(translation, content, feature, values) === undefined) translation.missing.push(value);
  }
  return {
    ...feature,
    ...localizeRow(
      feature,
      { ...own, ...(group !== undefined && { group }) },
      { title: 'title', description: 'description', group: 'group' },
    ),
    // Search finds both.
    ...(own?.title !== undefined && { keywords: [...feature.keywords, feature.title] }),
    translation,
  };
}

function translate(feature: CatalogFeature, texts: CatalogTexts, content: FeatureContent): string | null {
  const own = texts.features[feature.humanId]?.values;
  const values = own ? { ...texts.values, ...own } : texts.values;
  return (
    (feature.translation && translateValue(feature.translation, content, feature, values)) ?? content.value
  );
}

function localizeByVersion(
  byVersion: Record<string, FeatureContent>,
  feature: CatalogFeature | undefined,
  texts: CatalogTexts,
): Record<string, FeatureContent> {
  if (!feature) return byVersion;
  const contents = Object.entries(byVersion).map(([id, content]) => [
    id,
    { ...content, value: translate(feature, texts, content) },
  ]);
  return Object.fromEntries(contents);
}

/** What versions and add-ons include of each feature, by feature ID. */
function listContents({ versions, addOns }: AppCatalog): Map<string, FeatureContent[]> {
  const contents = new Map<string, FeatureContent[]>();
  const add = (featureId: string, content: FeatureContent) => {
    const known = contents.get(featureId);
    if (known) known.push(content);
    else contents.set(featureId, [content]);
  };
  for (const { links } of versions) for (const link of links) add(link.featureId, link);
  for (const { features } of addOns) for (const effect of features) add(effect.featureId, effect);
  return contents;
}

/** An add-on for a feature on request has the title of the feature. */
function findAddOnTexts({ features, addOns }: AppCatalog, addOn: CatalogAddOn, texts: CatalogTexts) {
  const own = withPresentTexts(addOn, addOns, texts.addOns, addOnFields);
  if (own) return own;
  const feature = features.find(({ catalogKey }) => onRequestAddOnKey(catalogKey) === addOn.catalogKey);
  const title = feature?.title === addOn.title && texts.features[feature.humanId]?.title;
  return title ? { title } : undefined;
}

function localizeAddOn(addOn: CatalogAddOn, texts: Record<string, string | undefined> | undefined) {
  const priceText = addOn.versions.find((price) => price.priceText !== null)?.priceText ?? null;
  const fields = { ...addOnFields, price_text: 'priceText' } as const;
  const { priceText: _, ...localized } = localizeRow({ ...addOn, priceText }, texts, fields);
  return localized;
}

function localizePrices({ versions }: CatalogAddOn, priceText: string | undefined) {
  if (priceText === undefined) return {};
  return { versions: versions.map((price) => (price.priceText === null ? price : { ...price, priceText })) };
}
