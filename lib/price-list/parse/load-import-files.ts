import { isUtf8 } from 'node:buffer';
import { readdir, readFile } from 'node:fs/promises';
import { join, parse as parsePath, resolve } from 'node:path';
import type { EditionText } from '@/lib/db/catalog-editions';
import { ImportError } from '../yaml/diagnostics';
import { canonicalizeLanguage } from '../yaml/language-tag';
import { addTextsFiles, type TextsSource } from './add-texts-files';
import { type ExtensionFile, findExtension, getExtensionPath, parseExtension } from './extension';
import { type PriceListFile, parsePriceList } from './parse-price-list';

/** A parsed price list with its extension. */
export interface ImportFiles {
  priceListFile: PriceListFile;
  extensionFile: ExtensionFile | null;
}

/**
 * Reads and parses a price list and, if there is one, the extension next to it or in it. A relative path is resolved against
 * `folder`; diagnostics contain the path as given. Throws `ImportError`.
 */
export async function loadImportFiles(
  path: string,
  folder = process.cwd(),
  lenient = false,
): Promise<ImportFiles> {
  const extensionPath = getExtensionPath(path);
  if (extensionPath === null) {
    throw createFileError(path, 'This is an extension. Pass the price list that it belongs to.');
  }
  const text = await readText(path, folder);
  if (text === null) throw createFileError(path, 'File not found.');
  const extensionText = await readText(extensionPath, folder);
  const extension = extensionText === null ? null : { name: extensionPath, text: extensionText };
  const files = parseImportFiles({ name: path, text }, extension, lenient);
  return addTextsFiles(files, extensionPath, await readTextsFiles(path, folder));
}

/** The files `NAME.LANG.yml` next to a price list. Others, such as `NAME.old.yml`, have no name of a language. */
async function readTextsFiles(path: string, folder: string): Promise<TextsSource[]> {
  const { dir, name, ext } = parsePath(path);
  const entries = await readdir(resolve(folder, dir));
  const found = entries.sort().flatMap((entry) => {
    const isNext = entry.startsWith(`${name}.`) && entry.endsWith(ext) && ext !== '';
    const language = isNext ? entry.slice(name.length + 1, -ext.length) : '';
    return isLanguageName(language) ? [{ language, name: join(dir, entry) }] : [];
  });
  const texts = await Promise.all(found.map((each) => readText(each.name, folder)));
  return found.flatMap((each, index) => (texts[index] == null ? [] : [{ ...each, text: texts[index] }]));
}

function isLanguageName(tag: string): boolean {
  if (tag === '' || canonicalizeLanguage(tag) !== tag) return false;
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return names.of(tag) !== undefined;
}

/** Parses the text of a price list and, if there is one, its extension. Throws `ImportError`. */
export function parseImportFiles(
  source: { name: string; text: string },
  extension: { name: string; text: string } | null,
  lenient = false,
): ImportFiles {
  const priceListFile = parsePriceList(source.name, source.text, { lenient });
  const inList = findExtension(priceListFile);
  if (extension && inList) {
    throw createFileError(
      extension.name,
      'The price list has an extension too, at custom.app_versions. Keep one of them.',
    );
  }
  const extensionFile = extension
    ? parseExtension(extension.name, extension.text, priceListFile.list)
    : inList;
  return { priceListFile, extensionFile };
}

/** Parses the text of an edition. Throws `ImportError`. */
export function parseEditionText({ source, extension }: EditionText): ImportFiles {
  return parseImportFiles(
    { name: 'source', text: source },
    extension === null ? null : { name: 'extension', text: extension },
  );
}

/** Returns null if the file does not exist. */
async function readText(path: string, folder: string): Promise<string | null> {
  try {
    return decodeText(path, await readFile(resolve(folder, path)));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return null;
    const message = readErrorMessages.get(String(code));
    throw message === undefined ? error : createFileError(path, message);
  }
}

const readErrorMessages = new Map([
  ['EISDIR', 'This is a directory.'],
  ['EACCES', 'Permission denied.'],
]);

/** Throws `ImportError` at the first character that is not UTF-8. */
function decodeText(file: string, bytes: Buffer): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  let [line, start] = [1, 0];
  for (;;) {
    // The byte of a newline is not part of another character.
    const end = bytes.indexOf('\n', start);
    const part = bytes.subarray(start, end < 0 ? undefined : end);
    if (!isUtf8(part)) {
      const column = part.toString().indexOf('\uFFFD') + 1;
      throw new ImportError([{ file, line, column, path: '', message: 'The file is not valid UTF-8.' }]);
    }
    [line, start] = [line + 1, end + 1];
  }
}

function createFileError(file: string, message: string): ImportError {
  return new ImportError([{ file, line: null, column: null, path: '', message }]);
}
