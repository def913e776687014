import { ImportError } from '../yaml/diagnostics';
import { parseYamlFile, validateYaml, type YamlFile } from '../yaml/yaml-file';
import { findUnknownKeys } from './format-keys';
import { normalizePriceList, type PriceList } from './normalize-price-list';
import { pricing2YamlSchema } from './pricing2yaml';

/** A price list and its file, which later stages need for the positions of diagnostics. */
export interface PriceListFile {
  file: YamlFile;
  list: PriceList;
}

interface ParseOptions {
  /** Ignores keys that are not in the format, instead of rejecting the file. */
  lenient?: boolean;
}

/** Parses and checks a Pricing2Yaml file. Throws `ImportError` with every problem found. */
export function parsePriceList(
  name: string,
  text: string,
  { lenient = false }: ParseOptions = {},
): PriceListFile {
  const file = parseYamlFile(name, text);
  const unknownKeys = lenient ? [] : findUnknownKeys(file);
  const { list, diagnostics } = normalizePriceList(file, validateYaml(file, pricing2YamlSchema, unknownKeys));
  const found = [...diagnostics, ...unknownKeys];
  if (found.length > 0) throw new ImportError(found);
  return { file, list };
}
