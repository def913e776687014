import { expect, test } from 'vitest';
import { openTestDatabase } from '@/tools/testing/test-service';

const { openAs } = await openTestDatabase();
const runtime = openAs('runtime');

test('the runtime role has no privileged attributes, owns nothing and is a member of no other role', async () => {
  const [role] = await runtime.$queryRaw<[Record<string, unknown>]>`
    SELECT rolname::text AS name, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication,
      (SELECT count(*)::int FROM pg_shdepend
       WHERE refclassid = 'pg_authid'::regclass AND refobjid = r.oid AND deptype = 'o') AS owned,
      (SELECT count(*)::int FROM pg_roles o WHERE o.oid <> r.oid AND pg_has_role(r.oid, o.oid, 'MEMBER')) AS member_of
    FROM pg_roles r WHERE rolname = current_user`;
  expect(role).toEqual({
    name: 'app_versions_runtime',
    ...{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
    ...{ rolcanlogin: false, rolreplication: false, owned: 0, member_of: 0 },
  });
});

test.each([
  'ALTER ROLE app_versions_runtime BYPASSRLS',
  'ALTER TABLE accounts DISABLE ROW LEVEL SECURITY',
  'ALTER TABLE accounts NO FORCE ROW LEVEL SECURITY',
  'DROP POLICY app_isolation ON versions',
  'CREATE POLICY everyone ON versions USING (true)',
  'ALTER TABLE account_history DISABLE TRIGGER ALL',
  'DROP TRIGGER account_history_append_only ON account_history',
  'SET session_replication_role = replica',
  `CREATE OR REPLACE FUNCTION tenant_app() RETURNS text LANGUAGE sql AS $$ SELECT 'app_x' $$`,
  'CREATE TABLE mine ()',
  'CREATE SCHEMA mine',
  'SELECT * FROM pg_authid',
  'SELECT * FROM migrations.applied',
])('the runtime role cannot run %s', async (sql) => {
  await expect(runtime.$executeRawUnsafe(sql)).rejects.toThrow('Code: `42501`');
});

test('the runtime role cannot truncate any table', async () => {
  const tables = await runtime.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`;
  for (const { name } of tables) {
    const truncate = runtime.$executeRawUnsafe(`TRUNCATE "${name}" CASCADE`);
    await expect(truncate, name).rejects.toThrow(/permission denied/);
  }
});

test('a query with row_security = off fails instead of returning all rows', async () => {
  const query = runtime.$transaction(async (queries) => {
    await queries.$executeRawUnsafe('SET LOCAL row_security = off');
    return queries.account.findMany();
  });
  await expect(query).rejects.toThrow(/would be affected by row-level security/);
});
