import { getCachedFormatter } from './cached-formatter';

/** Forms of a unit by plural category of its language: `{ one: "Nachricht", other: "Nachrichten" }`. */
export type UnitForms = Record<string, string>;

/** The form of a unit for a number, or undefined if there is none. */
export function selectForm(language: string, forms: UnitForms | undefined, n: number): string | undefined {
  return forms && (forms[getPluralRules(language).select(n)] ?? forms.other);
}

const getPluralRules = (language: string) =>
  getCachedFormatter(`plural ${language}`, () => new Intl.PluralRules(language));

/** The number of a plural without a number, such as in a label: in Arabic, 2 has a form of its own. */
export const pluralNumber = 5;
