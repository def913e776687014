import { once } from 'node:events';
import { setupPath } from '@/lib/contract/setup';
import { isMigrated } from '@/lib/db/connection/database-health';
import { readSchemaVersion } from '@/lib/db/connection/schema-files';
import { hashSecret, makeSecret } from '@/lib/db/connection/secret';
import { CliError, shutdownSignal } from './cli';
import { withConnection } from './postgres/connect';
import type { OpenDatabase } from './postgres/open-database';
import { runSql } from './postgres/scratch-database';
import { log, logParagraph, runStep } from './progress.mjs';
import { projectRoot } from './project-root.mjs';
import { startServer } from './start-server';

const { NEXT_DIST_DIR } = process.env;

/** The build that the server serves. */
export const distDir = NEXT_DIST_DIR || '.next';

/** Starts the server and stops it when this process is to stop. Throws a `CliError` if it exits by itself. */
export async function serve(
  database: Pick<OpenDatabase, 'url' | 'dataDir' | 'restartIfStopped'>,
  port: number,
  environment: Record<string, string>,
): Promise<void> {
  const settings = { ...process.env, ...environment };
  const { DEFAULT_APP, SECRETS_KEY } = settings;
  const warnings = await findWarnings(database.url, { DEFAULT_APP, SECRETS_KEY });
  for (const warning of warnings) log(`warning: ${warning}`);
  const origin = process.env.PUBLIC_ORIGIN || `http://localhost:${port}`;
  const setupLink = await createSetupLink(database.url, origin);
  const server = await runStep('starting the server', () =>
    startServer({ ...settings, PORT: String(port), NEXT_DIST_DIR: distDir }),
  );
  printStartMessage(database, { origin, setupLink, demo: environment.APP_VERSIONS_DEMO === '1' });
  const restartTimer = setInterval(
    () => database.restartIfStopped().catch((error) => log(String(error))),
    1000,
  );
  const reason = await Promise.race([server.exited, waitForShutdown()]);
  clearInterval(restartTimer);
  if (reason !== null) throw new CliError(`The server exited unexpectedly (${reason}).`);
  await runStep('stopping the server', server.stop);
}

async function waitForShutdown(): Promise<null> {
  if (!shutdownSignal.aborted) await once(shutdownSignal, 'abort');
  return null;
}

/** Prints on stderr, because stdout has the server's log alone. */
function printStartMessage(
  { dataDir }: Pick<OpenDatabase, 'dataDir'>,
  { origin, setupLink, demo }: { origin: string; setupLink: string | null; demo: boolean },
): void {
  const lines = [
    ['Open', origin],
    ...(demo ? [['Sign in', `${origin}/sign-in`]] : []),
    ...(setupLink ? [['Set up', setupLink]] : []),
    ['Data', dataDir ?? 'in the database of DATABASE_URL'],
    ['Stop', 'Ctrl-C'],
  ];
  const text = lines.map(([label = '', value]) => `  ${label.padEnd(10)}${value}`).join('\n');
  logParagraph(`App Versions is ready.\n\n${text}\n`);
}

/** Throws a `CliError` if the database lacks the migrations or functions of this version. */
export async function assertMigrated(url: string): Promise<void> {
  await withConnection(url, async (client) => {
    const { rows } = await client.query(`SELECT to_regproc('is_migrated') IS NOT NULL AS exists`);
    if (rows[0].exists && (await isMigrated(client, readSchemaVersion(projectRoot)))) return;
    throw new CliError('The database lacks migrations or functions of this version. Run npm run migrate.');
  });
}

type Settings = Partial<Record<'DEFAULT_APP' | 'SECRETS_KEY', string>>;

/** Says what works only in part with these settings and this database. `url` is that of the owner. */
export async function findWarnings(url: string, { DEFAULT_APP, SECRETS_KEY }: Settings): Promise<string[]> {
  return withConnection(url, async (client) => {
    await client.query('BEGIN');
    // Row-level security applies to the owner too.
    await client.query(`SELECT set_config('tenant.due_work', 'on', true)`);
    const { rows } = await client.query<{ apps: string[]; webhooks: boolean }>(
      `SELECT ARRAY(SELECT slug FROM apps) AS apps, EXISTS (SELECT FROM webhook_endpoints) AS webhooks`,
    );
    const { apps = [], webhooks = false } = rows[0] ?? {};
    return [
      ...(DEFAULT_APP && !apps.includes(DEFAULT_APP)
        ? [`there is no app "${DEFAULT_APP}" (DEFAULT_APP). Visitors get 401 until it is created.`]
        : []),
      ...(webhooks && !SECRETS_KEY
        ? ['SECRETS_KEY is missing. No webhook is delivered, and no webhook endpoint can be created.']
        : []),
    ];
  });
}

/**
 * Creates a link that is valid for a day, with which someone creates the first app in the browser. Returns null if there is an
 * app. `url` is that of the owner. Every server prints a link of its own, and accepts those of the others.
 */
export async function createSetupLink(url: string, origin: string): Promise<string | null> {
  const secret = makeSecret('avl');
  const created = await runSql(
    url,
    `WITH ended AS (DELETE FROM setup_links WHERE expires_at < now() OR EXISTS (SELECT FROM apps))
     INSERT INTO setup_links (secret_hash, expires_at) SELECT $1, now() + interval '1 day' WHERE NOT EXISTS (SELECT FROM apps)
     RETURNING secret_hash`,
    [hashSecret(secret)],
  );
  return created.length > 0 ? `${origin}${setupPath}?link=${secret}` : null;
}
