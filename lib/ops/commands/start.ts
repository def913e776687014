import { command } from '@/lib/ops/command';
import { stopping, unlessInterrupted } from '@/lib/ops/interrupt';
import { migrate } from '@/lib/ops/migrate';
import { OperatorError } from '@/lib/ops/operator-error';
import { type OpenDatabase, openDatabase } from '@/lib/ops/postgres';
import { say, step } from '@/lib/ops/progress.mjs';
import { build } from '@/lib/ops/start/build';
import { insistOnFreePort, readPort } from '@/lib/ops/start/port';
import { seedDemo } from '@/lib/ops/start/seed';
import { type Server, startServer } from '@/lib/ops/start/server';

const { DATABASE_URL, DEFAULT_APP, PUBLIC_ORIGIN, HOST, NEXT_DIST_DIR } = process.env;

await command(async () => {
  const port = readPort(process.env.PORT);
  await insistOnFreePort(port, HOST);
  await build(NEXT_DIST_DIR || '.next');
  const database = await openDatabase();
  try {
    const environment = await unlessInterrupted(prepare(database));
    await serve(database, port, environment);
  } finally {
    await database.close();
  }
});

/** Brings the data up to date. Returns what the server is to know about it. */
async function prepare({ url, embedded }: OpenDatabase): Promise<Record<string, string>> {
  await migrate(url);
  const demo = embedded && !DATABASE_URL && !DEFAULT_APP && !PUBLIC_ORIGIN;
  const demoApp = embedded ? await seedDemo(url, say) : '';
  // Always set, so that a value from outside is never believed.
  return {
    DATABASE_URL: url,
    APP_VERSIONS_DEMO: demo ? '1' : '0',
    ...(demo && { DEFAULT_APP: demoApp }),
  };
}

async function serve(
  database: OpenDatabase,
  port: number,
  environment: Record<string, string>,
): Promise<void> {
  const server = await step('starting the server', () =>
    startServer({ ...environment, PORT: String(port), NEXT_DIST_DIR: NEXT_DIST_DIR || '.next' }),
  );
  announce(database, port, environment.APP_VERSIONS_DEMO === '1');
  const watch = setInterval(() => database.revive().catch((error) => say(String(error))), 1000);
  const reason = await Promise.race([server.ended, untilTold()]);
  clearInterval(watch);
  if (reason !== null) throw new OperatorError(`The server ended by itself (${reason}).`);
  await step('stopping', () => stopServer(server));
}

function untilTold(): Promise<null> {
  return new Promise((resolve) => {
    if (stopping.aborted) resolve(null);
    stopping.addEventListener('abort', () => resolve(null));
  });
}

async function stopServer(server: Server): Promise<void> {
  await server.stop();
}

function announce({ dataDir }: OpenDatabase, port: number, demo: boolean): void {
  const origin = `http://localhost:${port}`;
  const lines = [
    ['Open', origin],
    ...(demo ? [['Sign in', `${origin}/sign-in`]] : []),
    ['Data', dataDir ?? 'in the database that DATABASE_URL names'],
    ['Stop', 'Ctrl-C'],
  ];
  const text = lines.map(([label = '', value]) => `  ${label.padEnd(10)}${value}`).join('\n');
  console.log(`\nApp Versions is ready.\n\n${text}\n`);
}
