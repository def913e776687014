import { readFile } from 'node:fs/promises';
import { extensionPath } from './extension';
import { Refused } from './fault';
import { type ExtensionFile, readExtension } from './read-extension';
import { type PriceListFile, readPriceList } from './read-price-list';

/** Reads a price list, and its extension where one lies beside it. Throws `Refused`. */
export async function loadFiles(
  path: string,
): Promise<{ source: PriceListFile; extended: ExtensionFile | null }> {
  const beside = extensionPath(path);
  if (beside === null)
    throw new Refused([wholeFile(path, 'This is an extension; name the price list beside it.')]);
  const text = await readText(path);
  if (text === null) throw new Refused([wholeFile(path, 'There is no such file.')]);
  const extension = await readText(beside);
  const source = readPriceList(path, text);
  return { source, extended: extension === null ? null : readExtension(beside, extension, source.list) };
}

/** The text of a file, null where there is none. */
async function readText(path: string): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return null;
    if (code === 'EISDIR') throw new Refused([wholeFile(path, 'This is a folder, not a file.')]);
    if (code === 'EACCES') throw new Refused([wholeFile(path, 'This file can’t be read.')]);
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new Refused([wholeFile(path, 'This is no text in UTF-8.')]);
    throw error;
  }
}

function wholeFile(file: string, message: string) {
  return { file, line: null, column: null, about: '', message };
}
