import type { ListTexts } from '@/lib/contract/catalog-editions';
import { limitRowKey, onRequestAddOnKey } from '@/lib/db/catalog';
import type { CatalogTexts, UnitTexts } from '@/lib/db/catalog-texts';
import { listNouns } from '@/lib/format/amount';
import type { Extension, ExtensionFile, LanguageTexts } from '../parse/extension';
import { type Diagnostic, ImportError, type Remark } from '../yaml/diagnostics';
import { collapseWhitespace } from '../yaml/humanize';
import { canonicalizeLanguage, listPluralCategories } from '../yaml/language-tag';
import { shorten } from '../yaml/yaml-file';
import type { ImportedCatalog, WrittenAddOn } from './written-catalog';

/** Languages of one catalog. */
const maxLanguages = 50;
/** Missing texts that a warning names. */
const maxNamed = 5;

type Source = Omit<ImportedCatalog, 'texts' | 'sourceTexts'>;

interface BuiltTexts {
  /** Texts by language, with `catalogKey`s. */
  texts: Map<string, CatalogTexts>;
  diagnostics: Diagnostic[];
  warnings: Remark[];
}

/** A text with its keys in `CatalogTexts`. */
export interface TextEntry {
  path: string[];
  text: string | UnitTexts;
}

/** The texts of a catalog by the JSON of their paths. */
type TextEntries = Map<string, TextEntry>;

export const noTexts = (): CatalogTexts => ({
  ...{ app: {}, plans: {}, features: {}, addOns: {} },
  ...{ groups: {}, units: {}, values: {} },
});

/** The texts that a catalog has in the language of its price list: what can be translated. */
export function listSourceTexts(catalog: Source): CatalogTexts {
  const { app, versions, features, addOns, addOnPrices, cells, addOnEffects } = catalog;
  const texts = noTexts();
  texts.app = pick({ title: app.title });
  for (const { catalogKey, title, description, moreInfo, family, priceText } of versions)
    texts.plans[catalogKey] = pick({
      ...{ title, description, family },
      ...{ more_info: moreInfo, price_text: priceText },
    });
  for (const { catalogKey, title, description } of features)
    texts.features[catalogKey] = pick({ title, description });
  const priceTexts = new Map(addOnPrices.map(({ addOn, priceText }) => [addOn, priceText]));
  for (const { catalogKey, title, description, moreInfo } of addOns.filter(isListed))
    texts.addOns[catalogKey] = pick({
      ...{ title, description },
      ...{ more_info: moreInfo, price_text: priceTexts.get(catalogKey) },
    });
  const contents = [...cells, ...addOnEffects];
  for (const { feature, value, amount } of contents) {
    if (value === null || amount !== null) continue;
    texts.values[value] = value;
    const row = texts.features[feature];
    if (row) row.values = { ...row.values, [value]: value };
  }
  for (const { group, unit } of features) {
    if (group !== '') texts.groups[group] = group;
    for (const noun of listNouns(unit ?? '')) texts.units[noun] = { other: noun };
  }
  for (const { feeUnit, userFeeUnit } of [...versions, ...addOnPrices])
    for (const noun of [feeUnit, userFeeUnit].flatMap((unit) => listNouns(unit ?? '')))
      texts.units[noun] = { other: noun };
  return texts;
}

/** An add-on for a feature on request has the texts of the feature. */
function isListed({ catalogKey }: WrittenAddOn): boolean {
  return !catalogKey.startsWith(onRequestPrefix);
}

const onRequestPrefix = onRequestAddOnKey('');

function pick<Name extends string>(texts: Record<Name, string | null | undefined>) {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text)) as Partial<
    Record<Name, string>
  >;
}

const rowSections = ['plans', 'features', 'addOns'] as const;
const textSections = ['groups', 'units', 'values'] as const;

export function listEntries(texts: CatalogTexts): TextEntries {
  const entries: TextEntries = new Map();
  const add = (path: string[], text: TextEntry['text']) => entries.set(JSON.stringify(path), { path, text });
  for (const [name, text] of Object.entries(texts.app)) add(['app', name], text);
  for (const section of rowSections) {
    for (const [key, row] of Object.entries(texts[section])) {
      const { values = {}, ...fields } = row as CatalogTexts['features'][string];
      for (const [name, text] of Object.entries(fields)) add([section, key, name], text);
      for (const [value, text] of Object.entries(values)) add([section, key, 'values', value], text);
    }
  }
  for (const section of textSections)
    for (const [name, text] of Object.entries(texts[section])) add([section, name], text);
  return entries;
}

/** The inverse of `listEntries`. */
export function toCatalogTexts(entries: Iterable<TextEntry>): CatalogTexts {
  const texts = noTexts();
  for (const { path, text } of entries) {
    let parent = texts as unknown as Record<string, unknown>;
    for (const key of path.slice(0, -1)) {
      parent[key] ??= {};
      parent = parent[key] as Record<string, unknown>;
    }
    parent[path.at(-1) ?? ''] = text;
  }
  return texts;
}

/** The texts of an extension, with `catalogKey`s. Problems have their place in its file. `language` is that of the price list. */
export function buildTexts(
  source: CatalogTexts,
  { file, extension }: Pick<ExtensionFile, 'file'> & { extension: Extension },
  language: string | null,
): BuiltTexts {
  const built: BuiltTexts = { texts: new Map(), diagnostics: [], warnings: [] };
  const sourceEntries = listEntries(source);
  const tags = file.keysAt(['texts']);
  const report = (path: string[], message: string) =>
    built.diagnostics.push(file.diagnosticAt(['texts', ...path], message));
  if (tags.length > maxLanguages) report([], `Expected at most ${maxLanguages} languages.`);
  const given = new Set<string>();
  for (const tag of tags) {
    const canonical = canonicalizeLanguage(tag);
    if (canonical === null) {
      report([tag], `"${shorten(tag)}" is not a language tag of BCP 47, such as "de" or "pt-BR".`);
    } else if (language !== null && canonical === canonicalizeLanguage(language)) {
      report([tag], 'This is the language of the price list. Its texts are those of the list.');
    } else if (given.has(canonical)) report([tag], `The language "${canonical}" is given twice.`);
    else {
      given.add(canonical);
      const entries = readTexts(extension.texts?.[tag] ?? {});
      for (const [key, { path, text }] of entries) {
        const written = toExtensionPath(path);
        if (!sourceEntries.has(key)) report([tag, ...written], describeUnknown(written));
        else if (typeof text !== 'string') reportPlurals([tag, ...written], canonical, text, report);
      }
      if (entries.size > 0) built.texts.set(canonical, toCatalogTexts(entries.values()));
      built.warnings.push(...warnMissing(tag, canonical, sourceEntries, entries));
    }
  }
  return built;
}

function readTexts({ usageLimits, units, features, ...sections }: LanguageTexts): TextEntries {
  const given = Object.entries(sections).filter(([, section]) => section != null);
  const limits = Object.entries(usageLimits ?? {}).map(([key, row]) => [limitRowKey(key), row]);
  const plurals = Object.entries(units ?? {}).map(([unit, text]) => [
    unit,
    typeof text === 'string' ? { other: text } : text,
  ]);
  return listEntries({
    ...noTexts(),
    ...Object.fromEntries(given),
    features: { ...features, ...Object.fromEntries(limits) },
    units: Object.fromEntries(plurals),
  } as CatalogTexts);
}

/** The path of a text in an extension, which has the limits that are rows of their own in a section. */
export function toExtensionPath([section = '', key = '', ...rest]: string[]): string[] {
  const prefix = limitRowKey('');
  return section === 'features' && key.startsWith(prefix)
    ? ['usageLimits', key.slice(prefix.length), ...rest]
    : [section, key, ...rest];
}

const itemTypes: Record<string, string> = {
  app: 'text of the app',
  plans: 'plan',
  features: 'feature',
  usageLimits: 'usage limit that is a row of its own',
  addOns: 'add-on',
  groups: 'heading',
  units: 'unit',
  values: 'value',
};

function describeUnknown([section = '', name = '', field, value]: string[]): string {
  if (value !== undefined) return `"${shorten(name)}" has no value "${shorten(value)}".`;
  const named = `The price list has no ${itemTypes[section]} "${shorten(name)}"`;
  return field === undefined ? `${named}.` : `${named}, or it has no ${field}.`;
}

function reportPlurals(
  path: string[],
  language: string,
  forms: UnitTexts,
  report: (path: string[], message: string) => void,
): void {
  const known = listPluralCategories(language);
  for (const category of Object.keys(forms)) {
    if ((known as string[]).includes(category)) continue;
    const categories = known.join(', ');
    report([...path, category], `${formatLanguage(language)} has the plural categories ${categories}.`);
  }
}

/** The English name of a language: "German". */
export function formatLanguage(language: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
}

/** How many texts a language lacks. A value is complete if the language, or each feature with it, has it. */
function warnMissing(
  tag: string,
  language: string,
  source: TextEntries,
  entries: ReadonlyMap<string, TextEntry>,
): Remark[] {
  const countable = [...source.values()].filter(({ path }) => path[2] !== 'values');
  const isGiven = (path: string[]) => entries.has(JSON.stringify(path));
  const missing = countable.filter(({ path }) => {
    if (isGiven(path)) return false;
    if (path[0] !== 'values') return true;
    const own = [...source.values()].filter((each) => each.path[2] === 'values' && each.path[3] === path[1]);
    return !own.every((each) => isGiven(each.path));
  });
  if (missing.length === 0) return [];
  const named = missing.slice(0, maxNamed).map(({ path }) => toExtensionPath(path).join('.'));
  const rest = missing.length > maxNamed ? `, and ${missing.length - maxNamed} more` : '';
  const counted = `${missing.length} of ${countable.length} texts missing`;
  const message = `${formatLanguage(language)}: ${counted}: ${named.join(', ')}${rest}.`;
  return [{ source: 'extension', path: ['texts', tag], message: collapseWhitespace(message) }];
}

/** The catalog of a price list has problems. What can be translated is known nevertheless. */
export class BuildError extends ImportError {
  constructor(
    diagnostics: readonly Diagnostic[],
    readonly texts: ListTexts,
  ) {
    super(diagnostics);
  }
}

/** What can be translated. `language` is that of the price list. */
export function listTexts(source: CatalogTexts, language: string | null): ListTexts {
  const entries = [...listEntries(source).values()].map(({ path, text }) => ({
    path: toExtensionPath(path),
    text: typeof text === 'string' ? text : (text.other ?? ''),
  }));
  return { language, entries };
}
