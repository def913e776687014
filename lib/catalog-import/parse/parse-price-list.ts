import { ImportError } from '@/lib/catalog-import/diagnostics';
import { normalizePriceList, type PriceList } from './normalize-price-list';
import { pricing2YamlSchema } from './pricing2yaml';
import { parseYamlFile, validateYaml, type YamlFile } from './yaml-file';

/** A price list and its file, which later stages need for the positions of diagnostics. */
export interface PriceListFile {
  file: YamlFile;
  list: PriceList;
}

/** Parses and checks a Pricing2Yaml file. Throws `ImportError` with every problem found. */
export function parsePriceList(name: string, text: string): PriceListFile {
  const file = parseYamlFile(name, text);
  const { list, diagnostics } = normalizePriceList(file, validateYaml(file, pricing2YamlSchema));
  if (diagnostics.length > 0) throw new ImportError(diagnostics);
  return { file, list };
}
