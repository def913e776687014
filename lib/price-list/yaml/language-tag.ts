/** The canonical form of a language tag without extensions, or null for any other text. */
export function canonicalizeLanguage(tag: string): string | null {
  try {
    const locale = new Intl.Locale(tag);
    return locale.toString() === locale.baseName ? locale.baseName : null;
  } catch {
    return null;
  }
}

/** Plural categories of the languages of CLDR. */
export const pluralCategories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
export type PluralCategory = (typeof pluralCategories)[number];

/** The plural categories of a language, `other` last. An unknown language has `other`. */
export function listPluralCategories(language: string): PluralCategory[] {
  const canonical = canonicalizeLanguage(language);
  if (canonical === null) return ['other'];
  const known = new Intl.PluralRules(canonical).resolvedOptions().pluralCategories;
  return pluralCategories.filter((category) => known.includes(category));
}

/** The first numbers of a plural category: "3, 4, 5, 6". Empty for one that only fractions and large numbers have. */
export function formatPluralExamples(language: string, category: string): string {
  const rules = new Intl.PluralRules(canonicalizeLanguage(language) ?? 'en');
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  return numbers
    .filter((number) => rules.select(number) === category)
    .slice(0, 4)
    .join(', ');
}

/** Scripts that are written from right to left. */
const rtlScripts = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

export function getDirection(language: string): 'ltr' | 'rtl' {
  const canonical = canonicalizeLanguage(language);
  const script = canonical === null ? undefined : new Intl.Locale(canonical).maximize().script;
  return rtlScripts.has(script ?? '') ? 'rtl' : 'ltr';
}
