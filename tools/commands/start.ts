import { build } from '@/tools/build';
import { CliError, rejectOnShutdown, runCommand, shutdownSignal } from '@/tools/cli';
import { assertPortFree, parsePort } from '@/tools/ports';
import { type OpenDatabase, openDatabase } from '@/tools/postgres/open-database';
import { log, runStep } from '@/tools/progress.mjs';
import { assertValidConfig, startServer } from '@/tools/start-server';
import { prepareDatabase } from '@/tools/with-database';

const { HOST, NEXT_DIST_DIR } = process.env;

await runCommand(async () => {
  assertValidConfig(process.env);
  const port = parsePort(process.env.PORT);
  await assertPortFree(port, HOST);
  await build(NEXT_DIST_DIR || '.next');
  const database = await openDatabase();
  try {
    const environment = await rejectOnShutdown(prepareDatabase(database));
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
  const server = await runStep('starting the server', () =>
    startServer({
      ...process.env,
      ...environment,
      PORT: String(port),
      NEXT_DIST_DIR: NEXT_DIST_DIR || '.next',
    }),
  );
  printStartMessage(database, port, environment.APP_VERSIONS_DEMO === '1');
  const restartTimer = setInterval(
    () => database.restartIfStopped().catch((error) => log(String(error))),
    1000,
  );
  const reason = await Promise.race([server.exited, waitForShutdown()]);
  clearInterval(restartTimer);
  if (reason !== null) throw new CliError(`The server exited unexpectedly (${reason}).`);
  await runStep('stopping the server', server.stop);
}

function waitForShutdown(): Promise<null> {
  return new Promise((resolve) => {
    if (shutdownSignal.aborted) resolve(null);
    shutdownSignal.addEventListener('abort', () => resolve(null));
  });
}

function printStartMessage({ dataDir }: OpenDatabase, port: number, demo: boolean): void {
  const origin = `http://localhost:${port}`;
  const lines = [
    ['Open', origin],
    ...(demo ? [['Sign in', `${origin}/sign-in`]] : []),
    ['Data', dataDir ?? 'in the database of DATABASE_URL'],
    ['Stop', 'Ctrl-C'],
  ];
  const text = lines.map(([label = '', value]) => `  ${label.padEnd(10)}${value}`).join('\n');
  console.log(`\nApp Versions is ready.\n\n${text}\n`);
}
