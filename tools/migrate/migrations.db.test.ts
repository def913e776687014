import { afterAll, expect, test } from 'vitest';
import { readFunctionFiles } from '@/lib/db/connection/schema-files';
import { runSql } from '@/tools/postgres/scratch-database';
import { projectRoot } from '@/tools/project-root.mjs';
import { createTestDatabase } from '@/tools/testing/test-database';
import { generateMigration, readSchema } from './generate-migration';

const database = await createTestDatabase();
afterAll(() => database.drop());

test('the schema and the migrations agree', async () => {
  expect(await generateMigration(process.env.DATABASE_URL ?? '')).toBeNull();
});

test('a migration is generated from the schema', async () => {
  const schema = readSchema().replace(
    /^model Account \{$/m,
    'model Account {\n  shoeSize Int? @map("shoe_size")\n',
  );
  const sql = await generateMigration(process.env.DATABASE_URL ?? '', schema);
  expect(sql).toBe('-- AlterTable\nALTER TABLE "accounts" ADD COLUMN     "shoe_size" INTEGER;\n');
});

test('the bodies of the functions are valid', async () => {
  const files = readFunctionFiles(projectRoot);
  await runSql(database.url, files.map(({ sql }) => sql).join('\n'));
});

test('each function that a migration declares has its body in prisma/sql', async () => {
  const declared = await runSql(
    database.url,
    `SELECT p.oid::regprocedure::text AS signature FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace
       AND p.oid::regprocedure::text <> ALL (ARRAY(SELECT unnest(f.signatures) FROM migrations.functions f))`,
  );
  expect(declared).toEqual([]);
});

test('each function with the rights of the owner is reserved to the role of the server', async () => {
  const open = await runSql(
    database.url,
    `SELECT p.proname AS name FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef
       AND (has_function_privilege('public', p.oid, 'EXECUTE')
         OR NOT has_function_privilege('app_versions_runtime', p.oid, 'EXECUTE'))`,
  );
  expect(open).toEqual([]);
});
