import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parse as parsePath, resolve } from 'node:path';
import { formatLanguage } from '@/lib/price-list/build/build-texts';
import { listPublicationTexts } from '@/lib/price-list/compare/publication';
import { getExtensionPath } from '@/lib/price-list/parse/extension';
import { loadImportFiles } from '@/lib/price-list/parse/load-import-files';
import { planPublication } from '@/lib/price-list/publish/publish-price-list';
import { createTextChanges, type TextEdit } from '@/lib/price-list/yaml/edit-texts';
import {
  changeYaml,
  putChange,
  UnsupportedYamlError,
  type YamlChanges,
} from '@/lib/price-list/yaml/edit-yaml';
import { canonicalizeLanguage } from '@/lib/price-list/yaml/language-tag';
import { parsePriceListText } from '@/lib/price-list/yaml/sheets';
import { readLanguageTexts, toTextId } from '@/lib/price-list/yaml/texts';
import { formatTranslationCsv, readTranslationCsv } from '@/lib/price-list/yaml/translations/translation-csv';
import {
  compareTranslations,
  createFileError,
  decodeTranslations,
  findTranslationFormat,
  listTranslationUnits,
  type Translations,
} from '@/lib/price-list/yaml/translations/translation-file';
import { formatXliff, readXliff } from '@/lib/price-list/yaml/translations/xliff';
import { getValue, parseYamlFile } from '@/lib/price-list/yaml/yaml-file';
import { CliError } from './cli';
import { withOwnerClient } from './with-database';

interface PriceList {
  /** Path of the price list. Relative paths are resolved against `folder`. */
  file: string;
  folder: string;
  /** Slug of the app. */
  slug: string;
}

/** Writes the texts of a language to a file for translators. It never overwrites a file. */
export async function exportTranslations(
  list: PriceList,
  { language, path }: { language: string; path: string | null },
): Promise<void> {
  const tag = canonicalizeLanguage(language);
  if (tag === null) throw new CliError(`"${language}" is not a language tag of BCP 47, such as de or pt-BR.`);
  const { name } = parsePath(list.file);
  const target = resolve(list.folder, path ?? `${name}.${tag}.xlf`);
  const format = findTranslationFormat(target);
  if (format === null) throw new CliError(`Expected a file with the extension .xlf or .csv, not "${path}".`);
  if (existsSync(target)) throw new CliError(`${target} exists. Nothing was written.`);
  const translations = await readPresent(list, tag);
  const text = format === 'xliff' ? formatXliff(translations) : formatTranslationCsv(translations);
  writeFileSync(target, text, { flag: 'wx' });
  console.log(target);
}

/** Writes the texts of a translator's file into the price list. Throws `ImportError`, and writes all of them or none. */
export async function importTranslations(
  list: PriceList,
  { path, skipOutdated }: { path: string; skipOutdated: boolean },
): Promise<void> {
  const format = findTranslationFormat(path);
  if (format === null) throw new CliError(`Expected a file with the extension .xlf or .csv, not "${path}".`);
  const source = resolve(list.folder, path);
  if (!existsSync(source)) throw createFileError(path, 'File not found.');
  const text = decodeTranslations(path, readFileSync(source));
  const file = format === 'xliff' ? readXliff(path, text) : readTranslationCsv(path, text);
  const present = await readPresent(list, file.language);
  const { edits, outdated } = compareTranslations(path, file, present);
  const lines = outdated.map(
    ({ line, context, source: earlier, present: now }) =>
      `${path}:${line}:1: ${context}: The price list has ${JSON.stringify(now)} instead of ${JSON.stringify(earlier)}.`,
  );
  if (lines.length > 0 && !skipOutdated) {
    const hint = 'These texts have changed since the file was made. Nothing was changed.';
    throw new CliError(`${lines.join('\n')}\n\n${hint} --skip-outdated imports the others.`);
  }
  const changed = edits.length === 0 ? [] : writeTexts(list, file.language, edits);
  for (const line of lines) console.log(`${line} Skipped.`);
  const count = `${edits.length} ${edits.length === 1 ? 'text' : 'texts'}`;
  console.log(
    edits.length === 0
      ? 'No changes.'
      : `${formatLanguage(file.language)}: ${count} changed in ${changed.join(', ')}.`,
  );
}

/** The texts of a price list in a language, as `plan` reads it. */
async function readPresent({ file, folder, slug }: PriceList, language: string): Promise<Translations> {
  const files = await loadImportFiles(file, folder);
  const publication = await withOwnerClient((db) => planPublication(db, { slug, ...files }));
  const list = listPublicationTexts(publication);
  if (list.language !== null && canonicalizeLanguage(list.language) === language)
    throw new CliError(`"${language}" is the language of the price list.`);
  const given = Object.entries(files.extensionFile?.extension.texts ?? {});
  const own = given.find(([tag]) => canonicalizeLanguage(tag) === language)?.[1];
  const units = listTranslationUnits(list, language, readLanguageTexts(own));
  return { name: parsePath(file).base, sourceLanguage: list.language, language, units };
}

/**
 * Writes each text where the language has it: into the extension, the list or `NAME.LANG.yml`. A new text is written to the
 * last one, unless there is none and the extension has others. Returns the paths.
 */
function writeTexts({ file, folder }: PriceList, language: string, edits: TextEdit[]): string[] {
  const { dir, name, ext } = parsePath(file);
  const ownPath = resolve(folder, dir, `${name}.${language}${ext}`);
  const own = readFile(ownPath);
  const [listPath, extensionPath] = [file, getExtensionPath(file) ?? ''].map((path) => resolve(folder, path));
  const text = { source: readFile(listPath!) ?? '', extension: readFile(extensionPath!) };
  const { extension } = parsePriceListText(text);
  const at = [...extension.path, 'texts'];
  const tag = extension.file.keysAt(at).find((each) => canonicalizeLanguage(each) === language);
  const data = tag === undefined ? undefined : getValue(extension.file, [...at, tag]);
  const given = new Set([...readLanguageTexts(data).keys()].map(toEntry));
  const isInExtension = ({ path }: TextEdit) =>
    tag !== undefined && (own === null || given.has(toEntry(toTextId(path))));
  const written: [path: string, text: string][] = [];
  const add = (path: string, text: string) => {
    // A text that later commands reject is not written.
    parseYamlFile(path, text);
    written.push([path, text]);
  };
  try {
    const inExtension = edits.filter(isInExtension);
    if (tag !== undefined && inExtension.length > 0) {
      const changes: YamlChanges = new Map();
      putChange(changes, [...at, tag], createTextChanges(data, inExtension) ?? { set: null });
      const { file: yaml, isSource } = extension;
      add(isSource ? listPath! : extensionPath!, changeYaml(yaml.text ?? '', yaml.root, changes));
    }
    const inOwn = edits.filter((edit) => !isInExtension(edit));
    if (inOwn.length > 0) {
      const yaml = parseYamlFile(ownPath, own ?? '');
      const changes = createTextChanges(yaml.data, inOwn) ?? new Map();
      add(ownPath, changeYaml(own ?? '', yaml.root, changes));
    }
  } catch (error) {
    if (!(error instanceof UnsupportedYamlError)) throw error;
    throw new CliError(`${error.message} Nothing was changed.`);
  }
  for (const [path, changed] of written) writeFileSync(path, changed);
  return written.map(([path]) => path);
}

/** The forms of a unit are in one file. */
function toEntry(id: string): string {
  const path = JSON.parse(id) as string[];
  return JSON.stringify(path[0] === 'units' ? path.slice(0, 2) : path);
}

const readFile = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null);
