import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { runSql } from '@/tools/postgres/scratch-database';
import { createTestDatabase, type TestDatabase } from '@/tools/testing/test-database';
import {
  diffDatabase,
  diffFunctions,
  type FunctionFile,
  readFunctionFiles,
  readSchema,
} from './generate-migration';

const database = await createTestDatabase();
afterAll(() => database.drop());

/** A database for a test that changes it. */
async function createChangedDatabase(): Promise<TestDatabase> {
  const changed = await createTestDatabase();
  onTestFinished(() => changed.drop());
  return changed;
}

/** The function files, with `text` of one of them replaced. */
function editFile(name: string, text: string, replacement: string): FunctionFile[] {
  const files = readFunctionFiles();
  const file = files.find((each) => each.name === name);
  if (!file?.sql.includes(text)) throw new Error(`${name} does not contain "${text}".`);
  return files.map((each) => (each === file ? { name, sql: file.sql.replaceAll(text, replacement) } : each));
}

const namesOf = ({ changed }: { changed: FunctionFile[] }) => changed.map(({ name }) => name);

describe('diffFunctions', () => {
  it('finds that a migrated database has the functions of prisma/sql and no others', async () => {
    expect(await diffFunctions(database.url)).toEqual({ dropped: [], changed: [] });
  });

  it('finds a file with another body', async () => {
    const diff = await diffFunctions(database.url, editFile('unix_ms.sql', '* 1000', '* 1e3'));
    expect(diff.dropped).toEqual([]);
    expect(namesOf(diff)).toEqual(['unix_ms.sql']);
  });

  it('finds a body that was changed in the database', async () => {
    const database = await createChangedDatabase();
    await runSql(
      database.url,
      `CREATE OR REPLACE FUNCTION tenant_app() RETURNS text LANGUAGE sql AS $$ SELECT 'app_x' $$`,
    );
    const diff = await diffFunctions(database.url);
    expect(diff.dropped).toEqual([]);
    expect(namesOf(diff)).toEqual(['tenant.sql']);
  });

  it('finds a function that no file defines', async () => {
    const database = await createChangedDatabase();
    await runSql(
      database.url,
      'CREATE FUNCTION extra(a text, b integer[]) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    );
    expect(await diffFunctions(database.url)).toEqual({ dropped: ['extra(text,integer[])'], changed: [] });
  });

  it('finds a new function', async () => {
    const added = {
      name: 'added.sql',
      sql: 'CREATE FUNCTION added() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    };
    expect(await diffFunctions(database.url, [...readFunctionFiles(), added])).toEqual({
      dropped: [],
      changed: [added],
    });
  });

  it('finds a function that two files define differently', async () => {
    const second = {
      name: 'z.sql',
      sql: 'CREATE OR REPLACE FUNCTION unix_ms(at timestamptz) RETURNS bigint LANGUAGE sql AS $$ SELECT 1::bigint $$',
    };
    expect(namesOf(await diffFunctions(database.url, [...readFunctionFiles(), second]))).toEqual(['z.sql']);
  });

  it('changes nothing in the database', async () => {
    const database = await createChangedDatabase();
    await diffFunctions(database.url, editFile('unix_ms.sql', '* 1000', '* 1e3'), 'CREATE TABLE t ()');
    expect(await diffFunctions(database.url)).toEqual({ dropped: [], changed: [] });
    // Fails if the policies or the table were not rolled back.
    await runSql(database.url, 'ALTER POLICY app_isolation ON versions USING (true); CREATE TABLE t ()');
  });
});

describe('diffDatabase', () => {
  it('returns the SQL of a new column', async () => {
    const sql = await diffDatabase(database.url, { schema: withNewColumn() });
    expect(sql).toContain('ADD COLUMN     "shoe_size" INTEGER');
    expect(sql).not.toContain('FUNCTION');
  });

  it('returns a changed function without the others of its file', async () => {
    const lock = 'pg_advisory_xact_lock(1481003078, 0)';
    const functionFiles = editFile('listeners.sql', lock, lock.replace('8,', '9,'));
    const sql = await diffDatabase(database.url, { functionFiles });
    expect(sql).toMatch(/^-- prisma\/sql\/listeners\.sql\n\n-- /);
    expect(sql).toContain('pg_advisory_xact_lock(1481003079, 0)');
    expect(sql?.match(/CREATE OR REPLACE FUNCTION "\w+"/g)).toEqual([
      'CREATE OR REPLACE FUNCTION "register_listener"',
    ]);
  });

  it.each([
    ['argument type', 'read_snapshots.sql', 'digests text[]', 'digests varchar[]'],
    ['argument name', 'read_snapshots.sql', 'digests', 'wanted'],
    ['result', 'read_snapshots.sql', 'RETURNS json', 'RETURNS jsonb'],
    ['name', 'read_snapshots.sql', '"read_snapshots"', '"list_snapshots"'],
  ])('drops a function with another %s before it is created again', async (_, name, text, replacement) => {
    const database = await createChangedDatabase();
    const functionFiles = editFile(name, text, replacement);
    const sql = await diffDatabase(database.url, { functionFiles });
    expect(sql).toBe(
      `DROP ROUTINE read_snapshots(text,text[]);\n\n-- prisma/sql/${name}\n\n${sqlOf(functionFiles, name)}`,
    );
    await runSql(database.url, sql ?? '');
    expect(await diffFunctions(database.url, functionFiles)).toEqual({ dropped: [], changed: [] });
  });

  it('returns SQL that can be applied when functions depend on a new column', async () => {
    const database = await createChangedDatabase();
    const schema = withNewColumn();
    const column = {
      name: 'shoe_size.sql',
      sql: `CREATE FUNCTION shoe_size(account accounts) RETURNS int LANGUAGE sql
        AS $$ SELECT account.shoe_size $$;`,
    };
    const functionFiles = [...readFunctionFiles(), column];
    const sql = await diffDatabase(database.url, { schema, functionFiles });
    expect(sql).toMatch(/ADD COLUMN[\s\S]*CREATE FUNCTION shoe_size/);
    await runSql(database.url, sql ?? '');
    expect(await diffFunctions(database.url, functionFiles)).toEqual({ dropped: [], changed: [] });
  });
});

function withNewColumn() {
  const { files } = readSchema();
  return {
    files: files.map(({ path, content }) => ({
      path,
      content: content.replace(/^model Account \{$/m, 'model Account {\n  shoeSize Int? @map("shoe_size")\n'),
    })),
  };
}

function sqlOf(files: FunctionFile[], name: string): string | undefined {
  return files.find((file) => file.name === name)?.sql;
}
