import { checkShape } from './check-shape';
import { type Extension, extensionShape } from './extension';
import { type Fault, Refused } from './fault';
import type { PriceList } from './price-list';
import { type Path, parseYamlFile, type YamlFile } from './yaml-file';

export interface ExtensionFile {
  file: YamlFile;
  extension: Extension;
}

/** Reads the text of an extension and holds it against its price list. Throws `Refused` with every fault. */
export function readExtension(name: string, text: string, list: PriceList): ExtensionFile {
  const file = parseYamlFile(name, text);
  const extension = file.data === null ? {} : checkShape(file, extensionShape);
  const faults = [
    ...unknownNames(file, ['plans'], list.plans, 'plan'),
    ...unknownNames(file, ['features'], list.features, 'feature'),
    ...unknownNames(file, ['addOns'], list.addOns, 'add-on'),
    ...wrongDefaults(file, extension),
  ];
  if (faults.length > 0) throw new Refused(faults);
  return { file, extension };
}

function unknownNames(file: YamlFile, path: Path, known: { key: string }[], what: string): Fault[] {
  const keys = new Set(known.map(({ key }) => key));
  return file
    .namesAt(path)
    .filter((name) => !keys.has(name))
    .map((name) => file.fault([...path, name], `The price list has no ${what} "${name}".`));
}

function wrongDefaults(file: YamlFile, { plans }: Extension): Fault[] {
  const named = Object.entries(plans ?? {}).filter(([, plan]) => plan.default);
  const faults = named
    .slice(1)
    .map(([name]) => file.fault(['plans', name, 'default'], 'Only one plan can be the default.'));
  for (const [name, plan] of named) {
    if (plan.retired)
      faults.push(file.fault(['plans', name, 'default'], 'A retired plan can’t be the default.'));
  }
  return faults;
}
