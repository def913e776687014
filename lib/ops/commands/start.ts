import { command } from '@/lib/ops/command';
import { stopping, unlessInterrupted } from '@/lib/ops/interrupt';
import { OperatorError } from '@/lib/ops/operator-error';
import { type OpenDatabase, openDatabase } from '@/lib/ops/postgres';
import { say, step } from '@/lib/ops/progress.mjs';
import { build } from '@/lib/ops/start/build';
import { insistOnConfiguration } from '@/lib/ops/start/configuration';
import { insistOnFreePort, readPort } from '@/lib/ops/start/port';
import { prepare } from '@/lib/ops/start/prepare';
import { startServer } from '@/lib/ops/start/server';

const { HOST, NEXT_DIST_DIR } = process.env;

await command(async () => {
  insistOnConfiguration(process.env);
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

async function serve(
  database: OpenDatabase,
  port: number,
  environment: Record<string, string>,
): Promise<void> {
  const server = await step('starting the server', () =>
    startServer({
      ...process.env,
      ...environment,
      PORT: String(port),
      NEXT_DIST_DIR: NEXT_DIST_DIR || '.next',
    }),
  );
  announce(database, port, environment.APP_VERSIONS_DEMO === '1');
  const watch = setInterval(() => database.revive().catch((error) => say(String(error))), 1000);
  const reason = await Promise.race([server.ended, untilTold()]);
  clearInterval(watch);
  if (reason !== null) throw new OperatorError(`The server ended by itself (${reason}).`);
  await step('stopping', server.stop);
}

function untilTold(): Promise<null> {
  return new Promise((resolve) => {
    if (stopping.aborted) resolve(null);
    stopping.addEventListener('abort', () => resolve(null));
  });
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
