import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { type ConnectionLimits, runtimeRole, runtimeSettings } from '@/lib/db/connection/client';
import { CliError } from '@/tools/cli';
import { withMigrationLock } from './migration-lock';

// The runtime role belongs to the PostgreSQL cluster, and the migrations grant it privileges in one database. Its usual name
// is `runtimeRole`. Another owner in the same cluster can't grant that role (since PostgreSQL 16), and gets one of its own.

const grantedRoleSql = `SELECT r.rolname::text AS name
  FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
  WHERE c.oid = to_regclass('public.apps') AND a.privilege_type = 'SELECT' AND a.grantee <> c.relowner
    AND starts_with(r.rolname, $1)
  ORDER BY r.rolname <> $1, r.rolname LIMIT 1`;

const creationSql = `SELECT current_user::text AS owner, o.rolsuper OR o.rolcreaterole AS "canCreate",
    r.oid IS NOT NULL AS exists,
    o.rolsuper OR (CASE WHEN current_setting('server_version_num')::int < 160000 THEN o.rolcreaterole
      ELSE coalesce(pg_has_role(r.oid, 'MEMBER WITH ADMIN OPTION'), false) END) AS "canGrant"
  FROM pg_roles o LEFT JOIN pg_roles r ON r.rolname = $1 WHERE o.rolname = current_user`;

/**
 * The name of the runtime role of a database: the role that its migrations have granted privileges to, or the one that
 * they will. Throws a `CliError` if the owner can't create it.
 */
export async function findRuntimeRole(client: pg.Client): Promise<string> {
  const granted = await client.query<{ name: string }>(grantedRoleSql, [runtimeRole]);
  if (granted.rows[0]) return granted.rows[0].name;
  const exists = await client.query(`SELECT to_regclass('public.apps') IS NOT NULL AS migrated`);
  // The grants are lost. The check of the server's connections reports it.
  if (exists.rows[0]?.migrated) return runtimeRole;
  const usual = await readRole(client, runtimeRole);
  if (usual.exists && usual.canGrant) return runtimeRole;
  if (!usual.canCreate) {
    throw new CliError(
      `The role ${usual.owner} can't create the role of the server. Nothing was changed. Run as a superuser: ALTER ROLE "${usual.owner}" CREATEROLE`,
    );
  }
  return usual.exists ? `${runtimeRole}_${toNamePart(usual.owner)}` : runtimeRole;
}

interface RoleState {
  owner: string;
  canCreate: boolean;
  exists: boolean;
  canGrant: boolean;
}

async function readRole(client: pg.Client, name: string): Promise<RoleState> {
  const { rows } = await client.query<RoleState>(creationSql, [name]);
  return rows[0] as RoleState;
}

/** Part of a role name, which has at most 63 bytes and occurs in migrations between quotes. */
function toNamePart(owner: string): string {
  return /^[a-z0-9_]{1,40}$/.test(owner)
    ? owner
    : createHash('sha256').update(owner).digest('hex').slice(0, 16);
}

/**
 * Lets the runtime role log in with the user and password of `poolUrl`, unless it can log in already, and stores the
 * session settings with the role: a pooler in transaction mode has no others. Throws a `CliError` if that is not allowed.
 */
export async function prepareRuntimeLogin(
  url: string,
  poolUrl: string,
  role: string,
  limits: ConnectionLimits,
): Promise<void> {
  const { username, password } = new URL(poolUrl);
  if (decodeURIComponent(username) !== role) {
    throw new CliError(
      `DATABASE_POOL_URL logs in as "${decodeURIComponent(username)}". Use the role of the server, "${role}".`,
    );
  }
  const identifier = pg.escapeIdentifier(role);
  const statements: string[] = [];
  await withMigrationLock(url, async (client) => {
    const { rows } = await client.query<{ login: boolean; database: string; settings: string[] }>(
      `SELECT r.rolcanlogin AS login, d.datname::text AS database, coalesce(s.setconfig, '{}') AS settings
       FROM pg_roles r CROSS JOIN pg_database d
       LEFT JOIN pg_db_role_setting s ON s.setrole = r.oid AND s.setdatabase = d.oid
       WHERE r.rolname = $1 AND d.datname = current_database()`,
      [role],
    );
    const [state] = rows;
    if (!state) return;
    if (!state.login) {
      if (password === '')
        throw new CliError('DATABASE_POOL_URL has no password for the role of the server.');
      const verifier = createScramVerifier(decodeURIComponent(password));
      statements.push(`ALTER ROLE ${identifier} LOGIN PASSWORD '${verifier}'`);
    }
    const { role: _, ...settings } = runtimeSettings(limits, role);
    const current = new Set(state.settings.map((setting) => setting.toLowerCase()));
    const target = `ALTER ROLE ${identifier} IN DATABASE ${pg.escapeIdentifier(state.database)}`;
    for (const [name, value] of Object.entries(settings)) {
      if (!current.has(`${name}=${value}`.toLowerCase()))
        statements.push(`${target} SET ${name} = '${value}'`);
    }
    for (const statement of statements) {
      await client.query(statement).catch((error: Error) => {
        const lines = statements.map((each) => each.replace(/PASSWORD '.*'/, "PASSWORD '…'")).join(';\n  ');
        throw new CliError(
          `The settings of the role ${role} can't be changed: ${error.message}. Run as a superuser:\n  ${lines};`,
        );
      });
    }
  });
}

const iterations = 4096;

/** The SCRAM-SHA-256 verifier of a password (RFC 5803), so that the password does not reach the log of the database. */
function createScramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(sign('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${sign('Server Key').toString('base64')}`;
}
