import type { ImportReport } from '@/lib/catalog-import/import-report';
import type { YamlFile } from '@/lib/catalog-import/parse/yaml-file';

/** The fields that the import reads, by the level of the list. Version 2 of the format also has `version` and `syntaxVersion`. */
const servedFields = {
  list: 'syntaxVersion saasName currency billing variables features usageLimits plans addOns',
  feature: 'description valueType defaultValue type tag',
  limit: 'description valueType defaultValue type unit period linkedFeatures',
  plan: 'description price unit private features usageLimits',
  addOn:
    'description price unit private features usageLimits usageLimitsExtensions availableFor dependsOn excludes',
};

const reason = 'the API has no place for it';

/** Reports the fields of a list that have no place in the API, such as `url` or the `integrationType` of a feature. */
export function reportUnservedFields(file: YamlFile, report: ImportReport): void {
  const reportFields = (path: string[], served: string) => {
    const known = new Set(served.split(' '));
    for (const key of file.keysAt(path)) {
      if (!known.has(key)) report.leaveOut('field', [...path, key], reason);
    }
  };
  reportFields([], servedFields.list);
  const sections = [
    ['features', servedFields.feature],
    ['usageLimits', servedFields.limit],
    ['plans', servedFields.plan],
    ['addOns', servedFields.addOn],
  ] as const;
  for (const [section, served] of sections) {
    for (const key of file.keysAt([section])) reportFields([section, key], served);
  }
}
