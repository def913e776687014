import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The example of a price list, which `fillTemplate` adapts to an app. The line for editors of files is left out. */
export async function readTemplate(): Promise<string> {
  const example = await readFile(join(process.cwd(), 'examples/price-list.yml'), 'utf8');
  return example.replace(/^# yaml-language-server: .*\n/, '');
}
