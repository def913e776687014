import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { computeChecksum, readFunctionFiles, readMigrations } from '@/lib/db/connection/schema-files';
import type { Service } from '@/lib/domain/service';
import { migrate } from '@/tools/migrate/migrate';
import { openDataFolder } from '@/tools/postgres/data-folder';
import { observerRole } from '@/tools/postgres/init-cluster';
import { openDatabase, stopUnusedDatabase } from '@/tools/postgres/open-database';
import {
  buildDatabaseUrl,
  createDatabaseName,
  dropDatabase,
  runSql,
} from '@/tools/postgres/scratch-database';
import { projectRoot } from '@/tools/project-root.mjs';

export interface TestDatabase {
  /** Connects as the owner role, to which row-level security applies. */
  url: string;
  /** Connects as the observer role, which can read all rows of all tenants but not write. */
  observerUrl: string;
  drop(): Promise<void>;
}

const templateLockKey = 7_310_422_020;

let template: Promise<string> | undefined;

/** Creates a migrated, empty database for one test file, on the server of DATABASE_URL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.DATABASE_URL;
  if (!serverUrl) throw new Error('DATABASE_URL is not set. Test databases are created on its server.');
  template ??= createTemplate(serverUrl);
  const templateName = await template;
  const name = createDatabaseName('test');
  await runSql(serverUrl, `CREATE DATABASE "${name}" TEMPLATE "${templateName}"`);
  const url = buildDatabaseUrl(serverUrl, name);
  return {
    url,
    observerUrl: buildObserverUrl(url),
    drop: () => dropDatabase(serverUrl, name),
  };
}

/** Closes the connections of a service. A server process closes them by its exit. */
export async function closeService({ db, listener }: Service): Promise<void> {
  listener.close();
  await db.sessionPool?.end();
  await db.$disconnect();
}

/** Creates a migrated template database: copying it is much faster than migrating each test database. */
async function createTemplate(serverUrl: string): Promise<string> {
  const checksum = computeChecksum([...readMigrations(projectRoot), ...readFunctionFiles(projectRoot)]);
  const name = `template_${checksum.slice(0, 16)}`;
  const draft = `${name}_draft`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    // Several test files start at the same time. The first one creates the template.
    await client.query('SELECT pg_advisory_lock($1)', [templateLockKey]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return name;
    await dropDatabase(serverUrl, draft);
    await client.query(`CREATE DATABASE "${draft}"`);
    await migrate(buildDatabaseUrl(serverUrl, draft));
    await client.query(`ALTER DATABASE "${draft}" RENAME TO "${name}"`);
    return name;
  } finally {
    await client.end();
  }
}

const dataFolderPrefix = 'app-versions-test-';
const abandonedAfterMs = 10 * 60_000;

export interface TemporaryDatabase {
  url: string;
  /** The path of the Postgres log. */
  logFile: string;
  /** Stops the database and removes its data folder. */
  remove(): Promise<void>;
}

/** Starts a database in a new, temporary data folder, with the embedded PostgreSQL or with the binaries in `binFolder`. */
export async function openTemporaryDatabase(binFolder?: string): Promise<TemporaryDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), dataFolderPrefix));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const { url, close } = await openDatabase({ dataDir, temporary: true, binFolder });
    return { url, logFile: openDataFolder(dataDir).log, remove: () => close().finally(removeFolder) };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/** Returns the URL for the observer role, which temporary databases have. */
export function buildObserverUrl(url: string): string {
  return Object.assign(new URL(url), { username: observerRole }).href;
}

/** Removes the temporary databases of test runs that were killed. */
export async function removeAbandonedDatabases(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(dataFolderPrefix))) {
    const dataDir = join(tmpdir(), name);
    // A new folder has no process id file until the database starts.
    if (Date.now() - statSync(dataDir).ctimeMs < abandonedAfterMs) continue;
    if (await stopUnusedDatabase(dataDir)) rmSync(dataDir, { recursive: true, force: true });
  }
}
