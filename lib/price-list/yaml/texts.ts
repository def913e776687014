import type { ListTexts } from '@/lib/contract/catalog-editions';
import type { ListSection } from '@/lib/contract/price-list-keys';
import { listPluralCategories, type PluralCategory, pluralCategories } from './language-tag';

// The texts of a price list in other languages: at `texts` of the extension, by language.

/** The parts of a language whose entries have several texts. */
const rowSections = ['plans', 'addOns', 'features', 'usageLimits'] as const satisfies ListSection[];
const sections = ['app', ...rowSections, 'groups', 'units', 'values'];

/** Texts by the JSON of their paths below the language. That of a form of a unit ends with its plural category. */
export type LanguageTexts = ReadonlyMap<string, string>;

/** A text of the price list, or a form of a unit. */
export interface TextRow {
  /** Keys below the language. */
  path: string[];
  /** The text of the price list. It is null if it has none, or if that is not known. */
  source: string | null;
}

/** The text of a language that a row has. */
export interface TextState {
  text: string;
  /** `fallback`: it has none of its own, and needs none. `text` is what it shows, if that is known. */
  state: 'given' | 'missing' | 'fallback';
}

/** The texts of a language in an extension, from the data below its tag. */
export function readLanguageTexts(data: unknown): Map<string, string> {
  const texts = new Map<string, string>();
  const read = (value: unknown, at: string[]): void => {
    if (value === null || value === undefined) return;
    if (typeof value === 'object')
      for (const [key, below] of Object.entries(value)) read(below, [...at, key]);
    else
      texts.set(toTextId(at[0] === 'units' && at.length === 2 ? [...at, 'other'] : at), String(value).trim());
  };
  read(data, []);
  return texts;
}

export const toTextId = (path: readonly string[]): string => JSON.stringify(path);
export const parseTextId = (id: string): string[] => JSON.parse(id) as string[];

/**
 * The texts that can be translated, and others that a language has, by section. A value of a feature has a row of its own
 * only if a language gives it one.
 */
export function listTextRows(
  list: ListTexts | null,
  languages: ReadonlyMap<string, LanguageTexts>,
): TextRow[] {
  const categories = new Set<PluralCategory>([
    'other',
    ...[...languages.keys()].flatMap(listPluralCategories),
  ]);
  const given = new Set([...languages.values()].flatMap((texts) => [...texts.keys()]));
  const rows = (list?.entries ?? []).flatMap(({ path, text }): TextRow[] => {
    if (path[0] === 'units') {
      const shown = pluralCategories.filter(
        (category) => categories.has(category) || given.has(toTextId([...path, category])),
      );
      return shown.map((category) => ({ path: [...path, category], source: text }));
    }
    return isOwnValue(path) && !given.has(toTextId(path)) ? [] : [{ path, source: text }];
  });
  const known = new Set(rows.map(({ path }) => toTextId(path)));
  const others = [...given]
    .filter((id) => !known.has(id))
    .map((id) => ({ path: parseTextId(id), source: null }));
  const all = [...rows, ...others];
  const order = ({ path: [section = ''] }: TextRow) => sections.indexOf(section) + 1 || sections.length + 1;
  return all.toSorted((a, b) => order(a) - order(b));
}

export const isRowSection = (name: string): name is (typeof rowSections)[number] =>
  (rowSections as readonly string[]).includes(name);

/** Whether a text is of one feature, instead of that of `values`. */
const isOwnValue = (path: string[]) => path[2] === 'values';

/** Whether a row counts as a text: forms of a unit count once, and values of a feature with that of all features. */
export function isCounted({ path, source }: TextRow): boolean {
  return source !== null && !isOwnValue(path) && (path[0] !== 'units' || path[2] === 'other');
}

/** How a language has texts. */
export function createTextReader(
  list: ListTexts | null,
  language: string,
  texts: LanguageTexts,
): (row: TextRow) => TextState | null {
  const categories = new Set<string>(listPluralCategories(language));
  /** The features that have a value, by value. */
  const owners = new Map<string, string[][]>();
  for (const { path } of list?.entries ?? []) {
    const value = isOwnValue(path) ? path[3] : undefined;
    if (value !== undefined) owners.set(value, [...(owners.get(value) ?? []), path]);
  }
  return ({ path, source }) => {
    const own = texts.get(toTextId(path));
    if (own !== undefined && own !== '') return { text: own, state: 'given' };
    if (source === null) return { text: '', state: 'fallback' };
    const [section, key = '', field = ''] = path;
    if (section === 'units' && !categories.has(field)) return null;
    const fallback = (at: string[]) => texts.get(toTextId(at)) ?? '';
    if (isOwnValue(path)) return { text: fallback(['values', path[3] ?? '']), state: 'fallback' };
    if (section === 'units' && field !== 'other') {
      const other = fallback(['units', key, 'other']);
      return { text: other, state: other === '' ? 'missing' : 'fallback' };
    }
    const features = section === 'values' ? (owners.get(key) ?? []) : [];
    const isComplete = features.length > 0 && features.every((at) => fallback(at) !== '');
    return { text: '', state: isComplete ? 'fallback' : 'missing' };
  };
}

const fieldNames: Record<string, string> = {
  title: 'title',
  description: 'description',
  more_info: 'more information',
  family: 'section',
  price_text: 'price in words',
};

const sectionNames: Record<string, string> = {
  plans: 'Plan',
  features: 'Feature',
  usageLimits: 'Usage limit',
  addOns: 'Add-on',
};

/** What texts belong to, in English, for files of translators: `Plan "Team", description`. */
export function createTextDescriber(list: ListTexts): (path: string[]) => string {
  const texts = new Map(list.entries.map(({ path, text }) => [toTextId(path), text]));
  const owners = new Map<string, string[]>();
  const getTitle = (section: string, key: string) => texts.get(toTextId([section, key, 'title'])) ?? key;
  for (const { path } of list.entries) {
    const [section = '', key = '', , value] = path;
    if (value !== undefined) owners.set(value, [...(owners.get(value) ?? []), getTitle(section, key)]);
  }
  return ([section = '', key = '', field = '', value]) => {
    if (section === 'app') return `App, ${fieldNames[key] ?? key}`;
    if (section === 'groups') return 'Heading of features';
    if (section === 'units') return 'Unit after a number';
    if (section === 'values')
      return `Value of ${(owners.get(key) ?? []).map((title) => `"${title}"`).join(', ')}`;
    const named = `${sectionNames[section] ?? section} "${getTitle(section, key)}"`;
    return value === undefined ? `${named}, ${fieldNames[field] ?? field}` : `Value of ${named}`;
  };
}
