import { applyDefaults } from './apply-defaults';
import { arrangePriceList } from './arrange-price-list';
import { checkShape } from './check-shape';
import { Refused } from './fault';
import type { PriceList } from './price-list';
import { pricing2Yaml } from './pricing2yaml';
import { parseYamlFile, type YamlFile } from './yaml-file';

/** A price list with the file it came from, for whoever finds a fault later. */
export interface PriceListFile {
  file: YamlFile;
  list: PriceList;
}

/** Reads the text of a Pricing2Yaml file. Throws `Refused` with all the faults that could be found. */
export function readPriceList(name: string, text: string): PriceListFile {
  const file = parseYamlFile(name, text);
  const { list, faults } = arrangePriceList(file, checkShape(file, pricing2Yaml));
  if (faults.length > 0) throw new Refused(faults);
  try {
    return { file, list: applyDefaults(list) };
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).replaceAll('::', '');
    throw new Refused([file.fault([], message)]);
  }
}
