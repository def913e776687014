import type { ImportReport } from '@/lib/catalog-import/import-report';
import { listFormatKeys } from '@/lib/catalog-import/parse/format-keys';
import type { YamlFile } from '@/lib/catalog-import/parse/yaml-file';

/** Reports the fields of a list that have no place in the API, such as the `integrationType` of a feature. */
export function reportUnservedFields(file: YamlFile, report: ImportReport): void {
  for (const { path, kind } of listFormatKeys(file)) {
    if (kind === 'unserved') report.leaveOut('field', path, 'the API has no place for it');
    if (kind === 'unknown') report.leaveOut('field', path, 'it is not in the format');
  }
}
