import type pg from 'pg';

/** A connection that the server must not use. The message says what is wrong and how to correct it. */
export class UnsafeConnection extends Error {
  override readonly name = 'UnsafeConnection';
  /** `classifyDatabaseError` checks this code: pages and API are separate bundles, each with its own class. */
  readonly code = 'UNSAFE_CONNECTION';
}

interface SessionState {
  role: string;
  /** Whether row-level security does not apply to the role. */
  privileged: boolean;
  /** Tables that the role can't read, except those that only the owner reads. */
  unreadable: string[];
  settings: Record<string, string>;
}

const stateSql = `SELECT current_user::text AS role,
  (SELECT r.rolsuper OR r.rolbypassrls FROM pg_roles r WHERE r.rolname = current_user) AS privileged,
  ARRAY(SELECT c.relname::text FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> '_prisma_migrations'
      AND NOT has_table_privilege(c.oid, 'SELECT') ORDER BY 1) AS unreadable,
  (SELECT json_object_agg(lower(s.name), s.setting) FROM pg_settings s WHERE lower(s.name) = ANY ($1)) AS settings`;

/**
 * Checks that a new connection has the session settings of the server, with times in milliseconds, and that its role is
 * subject to row-level security and can read every table. A connection pooler can ignore settings without an error.
 * Throws `UnsafeConnection`.
 */
export async function verifyConnection(
  client: Pick<pg.ClientBase, 'query'>,
  { role, ...expected }: Record<string, string | number>,
): Promise<void> {
  const names = [...Object.keys(expected), 'row_security'];
  const { rows } = await client.query<SessionState>(stateSql, [names]);
  const state = rows[0] as SessionState;
  const actual: Record<string, string> = { ...state.settings, role: state.role };
  const differences = Object.entries({ role, ...expected, row_security: 'on' })
    .filter(([name, value]) => actual[name] !== String(value))
    .map(([name, value]) => `${name} is ${actual[name]} instead of ${value}`);
  if (differences.length > 0) {
    throw new UnsafeConnection(
      `The database connection does not have the session settings of the server: ${differences.join(', ')}. A connection pooler ignores startup options. Connect directly, or let the pooler forward "options".`,
    );
  }
  if (state.privileged) {
    throw new UnsafeConnection(
      `Row-level security does not apply to the role ${state.role}. Remove SUPERUSER and BYPASSRLS from it.`,
    );
  }
  if (state.unreadable.length > 0) {
    throw new UnsafeConnection(
      `The role ${state.role} lacks privileges on ${state.unreadable.join(', ')}. Restore the roles and grants of the database.`,
    );
  }
}
