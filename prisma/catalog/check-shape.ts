import type { z } from 'zod';
import { Refused } from './fault';
import { missing } from './pricing2yaml';
import type { YamlFile } from './yaml-file';

/** The file's data in the form of `schema`. Throws `Refused` with every place that has another form. */
export function checkShape<T>(file: YamlFile, schema: z.ZodType<T>): T {
  const result = schema.safeParse(file.data, {
    error: (issue) => (issue.input === undefined || issue.input === null ? missing : undefined),
  });
  if (result.success) return result.data;
  const faults = result.error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [file.fault(issue.path, issue.message)];
    return issue.keys.map((key) => file.fault([...issue.path, key], 'This name is not known here.'));
  });
  throw new Refused(faults);
}
