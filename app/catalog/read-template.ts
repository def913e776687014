import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The example of a price list, which `fillTemplate` adapts to an app. */
export function readTemplate(): Promise<string> {
  return readFile(join(process.cwd(), 'examples/price-list.yml'), 'utf8');
}
