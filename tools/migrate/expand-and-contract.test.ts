import { expect, test } from 'vitest';
import { readMigrations } from '@/lib/db/connection/schema-files';
import { projectRoot } from '@/tools/project-root.mjs';

// During an update, servers of the previous version run on the new schema. A migration after the first one therefore only adds,
// and a new column accepts null, even with a default: rows are written whole (jsonb_populate_record), with null for
// unknown columns. What nothing uses any more is removed by a later one, which says since when: "-- contract: unused
// since 20261201120000_name". An integer that becomes a bigint is read as before: as JSON, or as a number by Prisma.

const removals =
  /\b(DROP\s+(TABLE|COLUMN|FUNCTION|ROUTINE|PROCEDURE|TYPE|VIEW|SEQUENCE|SCHEMA|ROLE)|RENAME\s+(TO|COLUMN|VALUE|CONSTRAINT)|SET\s+NOT\s+NULL|SET\s+DATA\s+TYPE(?!\s+BIGINT\b)|ALTER\s+COLUMN\s+\S+\s+TYPE(?!\s+BIGINT\b)|REVOKE|ADD\s+COLUMN\s[^,;]*\bNOT\s+NULL)\b/i;

/** What the previous version of the server could miss after the migration. It is null if the migration only adds. */
function findRemoval(sql: string, earlier: string[]): string | null {
  const since = /^-- contract: unused since (\d{14}_\w+)$/m.exec(sql)?.[1];
  if (since !== undefined && earlier.includes(since)) return null;
  return removals.exec(sql.replace(/--.*$/gm, ''))?.[0] ?? null;
}

const migrations = readMigrations(projectRoot);
const names = migrations.map(({ name }) => name);

test('each migration works with the previous version of the server', () => {
  const found = migrations.slice(1).map(({ name, sql }) => {
    const earlier = names.filter((each) => each < name);
    return [name, findRemoval(sql, earlier)];
  });
  expect(found.filter(([, removal]) => removal !== null)).toEqual([]);
});

test.each([
  ['DROP FUNCTION read_catalog(text);', 'DROP FUNCTION'],
  ['ALTER TABLE "apps" DROP COLUMN "host";', 'DROP COLUMN'],
  ['ALTER TABLE apps RENAME COLUMN host TO name;', 'RENAME COLUMN'],
  ['REVOKE SELECT ON apps FROM app_versions_runtime;', 'REVOKE'],
  ['ALTER TABLE apps ALTER COLUMN host SET NOT NULL;', 'SET NOT NULL'],
  ['ALTER TABLE apps ALTER COLUMN host SET DATA TYPE int;', 'SET DATA TYPE'],
  ['ALTER TABLE apps ADD COLUMN a text NOT NULL, ADD COLUMN b int;', 'ADD COLUMN a text NOT NULL'],
  ['ALTER TABLE apps ADD COLUMN a int DEFAULT 0 NOT NULL;', 'ADD COLUMN a int DEFAULT 0 NOT NULL'],
  ['-- contract: unused since 20990101000000_none\nDROP TYPE role;', 'DROP TYPE'],
])('%s is rejected', (sql, removal) => {
  expect(findRemoval(sql, names)).toBe(removal);
});

test.each([
  'ALTER TABLE apps ADD COLUMN a text DEFAULT now(), ADD COLUMN b int; CREATE FUNCTION f() ...',
  'DROP TRIGGER a ON apps; -- DROP TABLE',
  'ALTER TABLE versions ALTER COLUMN fee SET DATA TYPE BIGINT;',
  `-- contract: unused since ${names[0]}\nDROP TABLE apps;`,
])('%s is accepted', (sql) => {
  expect(findRemoval(sql, names)).toBeNull();
});
