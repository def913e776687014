import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { extensionPath } from './extension';
import { Refused } from './fault';
import { type ExtensionFile, readExtension } from './read-extension';
import { type PriceListFile, readPriceList } from './read-price-list';

export interface LoadedFiles {
  source: PriceListFile;
  extended: ExtensionFile | null;
}

/**
 * Reads a price list, and its extension where one lies beside it. A relative path begins in `folder`; messages name
 * it as it was given. Throws `Refused`.
 */
export async function loadFiles(path: string, folder = process.cwd()): Promise<LoadedFiles> {
  const beside = extensionPath(path);
  if (beside === null) throw refusal(path, 'This is an extension; name the price list beside it.');
  const text = await readText(path, folder);
  if (text === null) throw refusal(path, 'There is no such file.');
  const extension = await readText(beside, folder);
  const source = readPriceList(path, text);
  return { source, extended: extension === null ? null : readExtension(beside, extension, source.list) };
}

/** The text of a file, null where there is none. */
async function readText(path: string, folder: string): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(resolve(folder, path)));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return null;
    const message = unreadable.get(String(code));
    throw message === undefined ? error : refusal(path, message);
  }
}

const unreadable = new Map([
  ['EISDIR', 'This is a folder, not a file.'],
  ['EACCES', 'This file can’t be read.'],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', 'This is no text in UTF-8.'],
]);

/** A fault of the whole file. */
function refusal(file: string, message: string): Refused {
  return new Refused([{ file, line: null, column: null, about: '', message }]);
}
