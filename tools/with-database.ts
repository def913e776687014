import { type Database, openClient, openPool } from '@/lib/db/client';
import { openService, type Service } from '@/lib/domain/service';
import { parseConfig } from '@/lib/http/config';
import { demoAppSlug, seed } from '@/prisma/seed';
import { CliError, rejectOnShutdown } from './cli';
import { migrate } from './migrate/migrate';
import { openDataFolder, readSecretsKey } from './postgres/data-folder';
import { type OpenDatabase, openDatabase } from './postgres/open-database';
import { log } from './progress.mjs';

/** Runs `work` on the migrated database, and closes the database afterwards, also on an error or a shutdown. */
async function withDatabase<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    await rejectOnShutdown(migrate(database.url, { dataDir: database.dataDir }));
    return await rejectOnShutdown(work(database));
  } finally {
    await database.close();
  }
}

/**
 * Runs `work` with a Prisma client of the migrated database. The client connects as the owner role, which may write
 * tables that the server's role can only read.
 */
export function withOwnerClient<T>(work: (db: Database) => Promise<T>): Promise<T> {
  return withDatabase(async ({ url }) => {
    const db = openClient(url, { as: 'owner' });
    try {
      return await work(db);
    } finally {
      await db.$disconnect();
    }
  });
}

/** Migrates the database, seeds an embedded one, and returns the environment variables for the server. */
export async function prepareDatabase(database: OpenDatabase): Promise<Record<string, string>> {
  const { url, embedded, dataDir } = database;
  const { DATABASE_URL, DEFAULT_APP, PUBLIC_ORIGIN } = process.env;
  await migrate(url, { dataDir });
  await assertUsable(url);
  if (embedded) await seed(url, log);
  const demo = embedded && !DATABASE_URL && !DEFAULT_APP && !PUBLIC_ORIGIN;
  // Every variable is always set: the operator's environment must not override it.
  return {
    DATABASE_URL: url,
    EMBEDDED_DATA_DIR: dataDir ?? '',
    APP_VERSIONS_DEMO: demo ? '1' : '0',
    ...(demo && { DEFAULT_APP: demoAppSlug }),
    SECRETS_KEY: getSecretsKey(database) ?? '',
  };
}

/** Throws a `CliError` if the server could not use its connections, for example because roles or grants are missing. */
async function assertUsable(url: string): Promise<void> {
  const pool = openPool(url, { as: 'runtime' });
  try {
    (await pool.connect()).release();
  } catch (error) {
    throw new CliError(
      `The server can't use the database: ${error instanceof Error ? error.message : error}`,
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

/** Runs `work` with the service that the server has, on the migrated database. */
export function withService<T>(work: (service: Service) => Promise<T>): Promise<T> {
  return withDatabase(async (database) => {
    const { secretsKey, webhookAllowedRanges: allowedRanges } = parseConfig(
      { ...process.env, SECRETS_KEY: getSecretsKey(database) ?? '' },
      { terminal: true },
    );
    const service = openService(database.url, { secretsKey, allowedRanges });
    try {
      return await work(service);
    } finally {
      service.listener.close();
      await service.db.$disconnect();
    }
  });
}
