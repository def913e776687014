import type { ListTexts } from '@/lib/contract/catalog-editions';
import { findTextProblem } from '@/lib/contract/display-text';
import { type Diagnostic, ImportError } from '../diagnostics';
import type { TextEdit } from '../edit-texts';
import { canonicalizeLanguage, formatPluralExamples } from '../language-tag';
import { createTextDescriber, createTextReader, type LanguageTexts, listTextRows } from '../texts';
import { shorten } from '../yaml-file';

// Files with the texts of a language for translators.

/** A text of a file. */
export interface TranslationUnit {
  /** Identifies the text in files. */
  key: string;
  /** Keys below the language. */
  path: string[];
  /** What the text belongs to, in English. */
  context: string;
  source: string;
  /** Empty if the language lacks the text. */
  target: string;
}

export interface Translations {
  /** Name of the price list. */
  name: string;
  /** The value is null if the list does not say it. */
  sourceLanguage: string | null;
  language: string;
  units: TranslationUnit[];
}

/** What a file has. Languages are canonical. */
export interface TranslationFile {
  sourceLanguage: string | null;
  language: string;
  units: (Pick<TranslationUnit, 'key' | 'source' | 'target'> & { line: number })[];
}

/** Reads a file. Throws `ImportError` with every problem found. */
export type TranslationReader = (name: string, text: string) => TranslationFile;

export const translationFormats = ['xliff', 'csv'] as const;
export type TranslationFormat = (typeof translationFormats)[number];

/** The format of a file by its name, or null for another one. */
export function findTranslationFormat(name: string): TranslationFormat | null {
  if (/\.(xlf|xliff)$/i.test(name)) return 'xliff';
  return /\.csv$/i.test(name) ? 'csv' : null;
}

/** The texts of a language, and those that it lacks. */
export function listTranslationUnits(
  list: ListTexts,
  language: string,
  given: LanguageTexts,
): TranslationUnit[] {
  const read = createTextReader(list, language, given);
  const getContext = createTextDescriber(list);
  return listTextRows(list, new Map([[language, given]])).flatMap((row) => {
    const found = read(row);
    const { path, source } = row;
    if (!found || source === null) return [];
    const [section, , category = ''] = path;
    const examples = section === 'units' ? formatPluralExamples(language, category) : '';
    const numbers = examples === '' ? '' : `, for numbers such as ${examples}`;
    const form = section === 'units' ? `, plural category "${category}"${numbers}` : '';
    const target = found.state === 'given' ? found.text : '';
    return [{ key: toTextKey(path), path, context: getContext(path) + form, source, target }];
  });
}

/** A path as an XML name token: other characters as `:` and the hexadecimal digits of their bytes in UTF-8. */
function toTextKey(path: string[]): string {
  const encoder = new TextEncoder();
  const encode = (character: string) =>
    Array.from(
      encoder.encode(character),
      (byte) => `:${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join('');
  return path.map((name) => name.replace(/[^A-Za-z0-9_-]/gu, encode)).join('.');
}

export interface TranslationChanges {
  edits: TextEdit[];
  /** Texts of a file whose text in the price list has changed since. */
  outdated: { context: string; line: number; source: string; present: string; target: string }[];
}

/** What a file changes. Texts that it lacks stay. Throws `ImportError` for what the price list does not have. */
export function compareTranslations(
  name: string,
  file: TranslationFile,
  { sourceLanguage, language, units }: Pick<Translations, 'sourceLanguage' | 'language' | 'units'>,
): TranslationChanges {
  const problems: Diagnostic[] = [];
  const report = (line: number | null, path: string, message: string) =>
    problems.push({ file: name, line, column: line === null ? null : 1, path, message });
  if (file.language !== canonicalizeLanguage(language))
    report(null, '', `The file has texts in "${file.language}", not in "${language}".`);
  const known = sourceLanguage === null ? null : canonicalizeLanguage(sourceLanguage);
  if (file.sourceLanguage !== null && known !== null && file.sourceLanguage !== known)
    report(null, '', `The file translates from "${file.sourceLanguage}". The price list is in "${known}".`);
  const unitsByKey = new Map(units.map((unit) => [unit.key, unit]));
  const seen = new Map<string, number>();
  const changes: TranslationChanges = { edits: [], outdated: [] };
  if (file.units.length === 0) report(null, '', 'The file has no texts.');
  for (const { key, source, target, line } of file.units) {
    const unit = unitsByKey.get(key);
    const other = seen.get(key);
    const problem = findTextProblem(target);
    seen.set(key, line);
    if (other !== undefined) report(line, shorten(key), `This text is also on line ${other}.`);
    else if (!unit) report(line, shorten(key), 'The price list has no such text.');
    else if (problem !== null) report(line, shorten(key), problem);
    else if (normalize(target) !== '' && normalize(target) !== normalize(unit.target)) {
      const { path, context, source: present } = unit;
      if (normalize(source) === normalize(present)) changes.edits.push({ path, text: normalize(target) });
      else changes.outdated.push({ context, line, source, present, target });
    }
  }
  if (problems.length > 0) throw new ImportError(problems);
  return changes;
}

/** Spreadsheets and XML change line ends. */
const normalize = (text: string) => text.replace(/\r\n?/g, '\n').trim();

/** Throws `ImportError` for a file in another encoding than UTF-8 or, with its byte order mark, UTF-16. */
export function decodeTranslations(name: string, bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const utf16 = bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
  if (bytes.length > maxBytes) throw createFileError(name, 'The file is larger than 20 MB.');
  try {
    return new TextDecoder(isUtf16 ? utf16 : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw createFileError(name, 'The file is not valid UTF-8. Save it as UTF-8.');
  }
}

const maxBytes = 20_000_000;

export function createFileError(
  name: string,
  message: string,
  line: number | null = null,
  key: string | null = null,
): ImportError {
  const path = shorten(key ?? '');
  return new ImportError([{ file: name, line, column: line === null ? null : 1, path, message }]);
}
