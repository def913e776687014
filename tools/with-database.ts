import { ApiError, type ApiErrorCode } from '@/lib/contract/errors';
import { findAppBySlug } from '@/lib/db/catalog';
import {
  type ConnectionLimits,
  commandLimits,
  type Database,
  openClient,
  openPool,
} from '@/lib/db/connection/client';
import { classifyDatabaseError } from '@/lib/db/connection/database-error';
import { openService, type Service } from '@/lib/domain/service';
import { HttpWebhookSender } from '@/lib/domain/webhooks/send-webhook';
import { resolveTimeZone } from '@/lib/format/time-zone';
import { parseConfig } from '@/lib/server/process/config';
import { demoAppSlug, seed } from '@/prisma/seed';
import { CliError, rejectOnShutdown } from './cli';
import { migrate } from './migrate/migrate';
import { withMigrationLock } from './migrate/migration-lock';
import { findRuntimeRole, prepareRuntimeLogin } from './migrate/runtime-role';
import { describeConnectionError } from './postgres/connect';
import { openDataFolder, readSecretsKey } from './postgres/data-folder';
import { getStopCommand, type OpenDatabase, openDatabase } from './postgres/open-database';
import { log } from './progress.mjs';

/** Runs `work` on the migrated database, and closes the database afterwards, also on an error or a shutdown. */
async function withDatabase<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    await rejectOnShutdown(migrateOpened(database));
    return await rejectOnShutdown(work(database));
  } finally {
    await database.close();
  }
}

/** Only one version at a time uses an embedded database, so it can be an earlier one. */
function migrateOpened({ url, embedded }: OpenDatabase): Promise<string[]> {
  return migrate(url, { allowsEarlierFunctions: embedded });
}

/**
 * Runs `work` with a Prisma client of the migrated database, and with `SECRETS_KEY` if there is one. The client connects as the
 * owner role, which may write tables that the server's role can only read. Throws a `CliError` if another process holds a lock
 * for too long.
 */
export function withOwnerClient<T>(
  work: (db: Database, secretsKey: Uint8Array | null) => Promise<T>,
  limits = commandLimits,
): Promise<T> {
  return withDatabase(async (database) => {
    const { secretsKey } = readConfig(database);
    const db = openClient(database.url, { as: 'owner', limits });
    const timer = setInterval(
      () => reportLockWait(db).then((reported) => reported && clearInterval(timer)),
      2000,
    );
    try {
      return await work(db, secretsKey);
    } catch (error) {
      if (classifyDatabaseError(error) !== 'conflict') throw error;
      throw new CliError(
        `Gave up: another process held a lock for ${limits.lockTimeoutMs / 1000} seconds. Nothing was changed.`,
      );
    } finally {
      clearInterval(timer);
      await db.$disconnect();
    }
  });
}

const lockWaitSql = `SELECT h.pid, h.application_name AS name, host(h.client_addr) AS address
  FROM pg_stat_activity a CROSS JOIN unnest(pg_blocking_pids(a.pid)) AS blocking(pid)
    JOIN pg_stat_activity h ON h.pid = blocking.pid
  WHERE a.application_name = 'app-versions owner' AND a.datname = current_database() LIMIT 1`;

/** Logs which process a command waits for, if it waits for a lock. */
async function reportLockWait({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query(lockWaitSql).catch(() => ({ rows: [] }));
  const [holder] = rows;
  if (!holder) return false;
  const { pid, name, address } = holder;
  log(`waiting for a lock of backend ${pid} (${name || 'unnamed'} from ${address ?? 'this machine'})`);
  return true;
}

/** Migrates the database, seeds that of the demo, and returns the environment variables for the server. */
export async function prepareDatabase(database: OpenDatabase): Promise<Record<string, string>> {
  const { url, embedded } = database;
  if (process.env.DATABASE_POOL_URL && embedded) throw new CliError('DATABASE_POOL_URL needs DATABASE_URL.');
  await migrateOpened(database);
  const environment = await prepareServer(database);
  if (environment.APP_VERSIONS_DEMO === '1') await seed(url, log);
  return environment;
}

/** Returns the environment variables for the server of a migrated database. */
export async function prepareServer(database: OpenDatabase): Promise<Record<string, string>> {
  const { url, embedded, dataDir } = database;
  const { DATABASE_URL, DATABASE_POOL_URL, DEFAULT_APP, PUBLIC_ORIGIN } = process.env;
  const server = await prepareServerConnections(url, DATABASE_POOL_URL || null);
  const demo = embedded && !DATABASE_URL && !DEFAULT_APP && !PUBLIC_ORIGIN;
  // Every variable is always set: the operator's environment must not override it.
  return {
    ...server,
    STOP_DATABASE_COMMAND: dataDir === null ? '' : getStopCommand(dataDir),
    APP_VERSIONS_DEMO: demo ? '1' : '0',
    ...(demo && { DEFAULT_APP: demoAppSlug }),
    SECRETS_KEY: getSecretsKey(database) ?? '',
  };
}

/**
 * Returns the variables for the connections of the server. With `poolUrl`, the server gets no credentials of the owner.
 * Throws a `CliError` if it could not use the connections, for example because roles or grants are missing.
 */
export async function prepareServerConnections(
  url: string,
  poolUrl: string | null,
): Promise<Record<'DATABASE_URL' | 'DATABASE_POOL_URL' | 'DATABASE_ROLE', string>> {
  const role = await withMigrationLock(url, findRuntimeRole);
  const { database: limits } = parseConfig(process.env, { terminal: true });
  if (poolUrl === null) {
    await assertUsable(url, { role, limits });
    return { DATABASE_URL: url, DATABASE_POOL_URL: '', DATABASE_ROLE: role };
  }
  await prepareRuntimeLogin(url, poolUrl, role, limits);
  const { username, password } = new URL(poolUrl);
  const directUrl = Object.assign(new URL(url), { username, password }).href;
  await assertUsable(directUrl, { role, limits });
  await assertUsable(poolUrl, { role, limits, pooled: true });
  return { DATABASE_URL: directUrl, DATABASE_POOL_URL: poolUrl, DATABASE_ROLE: role };
}

async function assertUsable(
  url: string,
  access: { role: string; limits: ConnectionLimits; pooled?: boolean },
): Promise<void> {
  const pool = openPool(url, { as: 'runtime', ...access });
  try {
    (await pool.connect()).release();
  } catch (error) {
    const name = access.pooled ? 'DATABASE_POOL_URL' : 'DATABASE_URL';
    throw new CliError(
      `The server can't use ${access.pooled ? name : 'the database'}: ${describeConnectionError(error, url, name)}`,
    );
  } finally {
    await pool.end();
  }
}

/** SECRETS_KEY, or the key in the data folder of an embedded database, or null. */
function getSecretsKey({ dataDir }: OpenDatabase): string | null {
  if (process.env.SECRETS_KEY) return process.env.SECRETS_KEY;
  return dataDir === null ? null : readSecretsKey(openDataFolder(dataDir));
}

function readConfig(database: OpenDatabase) {
  const environment = { ...process.env, SECRETS_KEY: getSecretsKey(database) ?? '' };
  return parseConfig(environment, { terminal: true });
}

/** What an operator can do about an error of the domain. */
const hints: Partial<Record<ApiErrorCode, string>> = {
  webhooks_not_configured: ' Set SECRETS_KEY.',
  signing_not_configured: ' Set SECRETS_KEY.',
  parameter_invalid: ' For development, WEBHOOK_ALLOWED_RANGES allows other addresses, also with http.',
};

/** Runs `work` with the service that the server has, on the migrated database. Throws a `CliError` for an `ApiError`. */
export function withService<T>(work: (service: Service) => Promise<T>): Promise<T> {
  return withDatabase(async (database) => {
    const { secretsKey, webhookAllowedRanges: allowedRanges } = readConfig(database);
    const role = await withMigrationLock(database.url, findRuntimeRole);
    const service = openService(database.url, {
      ...{ role, secretsKey, allowedRanges },
      webhookSender: new HttpWebhookSender(allowedRanges),
    });
    try {
      return await work(service);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new CliError(`${error.message}${hints[error.code] ?? ''}`);
    } finally {
      service.listener.close();
      await service.db.$disconnect();
    }
  });
}

/** The error for an app that does not exist. It says how an app is created. */
export const createMissingAppError = (slug: string) =>
  new CliError(
    `There is no app "${slug}". Publishing a price list creates it: npm run catalog -- init --app ${slug}\n` +
      'The first app can also be created in the browser, with the set-up link that the server prints when it starts.',
  );

/** The app with this slug. Throws a `CliError`. */
export async function findApp(db: Database, slug: string) {
  const app = await findAppBySlug(db, slug);
  if (!app) throw createMissingAppError(slug);
  return app;
}

/** Where the days of an app's promises begin and end. */
export const getTimeZone = ({ timeZone }: { timeZone: string | null }) => resolveTimeZone(timeZone) ?? 'UTC';
