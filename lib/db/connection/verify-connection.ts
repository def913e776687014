import type pg from 'pg';

/** A connection that the server must not use. The message says what is wrong and how to correct it. */
class UnsafeConnection extends Error {
  override readonly name = 'UnsafeConnection';
  /** `classifyDatabaseError` checks this code: pages and API are separate bundles, each with its own class. */
  readonly code = 'UNSAFE_CONNECTION';
}

interface SessionState {
  role: string;
  /** Whether row-level security does not apply to the role. */
  privileged: boolean;
  /** Whether the database is a standby, which can be behind the primary. */
  standby: boolean;
  /** Tables that the role can't read. */
  unreadable: string[];
  settings: Record<string, string>;
}

const stateSql = `SELECT current_user::text AS role,
  (SELECT r.rolsuper OR r.rolbypassrls FROM pg_roles r WHERE r.rolname = current_user) AS privileged,
  pg_is_in_recovery() AS standby,
  ARRAY(SELECT c.relname::text FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT has_table_privilege(c.oid, 'SELECT') ORDER BY 1) AS unreadable,
  (SELECT json_object_agg(lower(s.name), s.setting) FROM pg_settings s WHERE lower(s.name) = ANY ($1)) AS settings`;

const directHint =
  'A connection pooler ignores startup options. Connect directly, or let the pooler forward "options".';
const pooledHint =
  '`npm start` sets them for the role. Connections that the pooler has opened before do not have them: reconnect them, in PgBouncer with RECONNECT.';

/**
 * Checks that a new connection has the session settings of the server, with times in milliseconds, and that its role is
 * subject to row-level security and can read every table. A connection pooler can ignore settings without an error.
 * `pooled` is whether they have to be settings of the role. Throws `UnsafeConnection`.
 */
export async function verifyConnection(
  client: Pick<pg.ClientBase, 'query'>,
  { role, ...expected }: Record<string, string | number>,
  pooled = false,
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
      `The database connection does not have the session settings of the server: ${differences.join(', ')}. ${pooled ? pooledHint : directHint}`,
    );
  }
  if (state.standby) {
    throw new UnsafeConnection(
      'The connection leads to a standby. The load balancer must lead to the primary only.',
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

/** How often two connections are compared. Several times, because others can use the same pool. */
const comparisons = 4;

/**
 * Checks that a connection keeps its session. Through a pooler in transaction mode, the next statement can run in another
 * session: notifications are lost, and locks of the session stay behind. A notification to itself can arrive even then.
 * `createClient` creates another client for the same URL. Throws `UnsafeConnection`.
 */
export async function verifySession(client: pg.Client, createClient: () => pg.Client): Promise<void> {
  const process = await readBackendProcess(client);
  // A pooler reports a process of its own when a client connects. `@types/pg` lacks the property.
  if (process === (client as pg.Client & { processID: number }).processID) return;
  const other = createClient();
  other.on('error', () => {});
  try {
    await other.connect();
    for (let index = 0; index < comparisons; index += 1) {
      // In transaction mode, this takes the session that the client has just used, or else the client gets another one.
      await other.query('BEGIN');
      const processes = [await readBackendProcess(other), await readBackendProcess(client)];
      await other.query('COMMIT');
      if (processes[0] === process || processes[1] !== process) {
        throw new UnsafeConnection(
          'DATABASE_URL leads to a connection pooler in transaction mode, which keeps no session. Set DATABASE_URL to the database itself, or to a pooler in session mode, and DATABASE_POOL_URL to this one.',
        );
      }
    }
  } finally {
    await other.end().catch(() => {});
  }
}

async function readBackendProcess(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
