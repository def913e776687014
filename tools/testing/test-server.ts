import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoAppSlug, seed } from '@/prisma/seed';
import { testDistDir } from '@/tools/build';
import { migrate } from '@/tools/migrate/migrate';
import { findFreePort } from '@/tools/ports';
import { createTestEnvironment } from '@/tools/run-package-bin';
import { startServer } from '@/tools/start-server';

/** Webhook secrets of test servers are derived from this key. */
export const testSecretsKey = '5e'.repeat(32);

/** Is part of the error of queries that a test lets fail. */
export const simulatedFailure = 'simulated failure';

export interface TestServer {
  origin: string;
  databaseUrl: string;
  /** The server's output without successful requests and simulated failures, for the report of a failed test. */
  readLog(): string;
  stop(): Promise<void>;
}

/** Starts the test build on a local port, with the demo data. Its output goes to server.log in `folder`. */
export async function startTestServer(databaseUrl: string, folder: string): Promise<TestServer> {
  await migrate(databaseUrl);
  await seed(databaseUrl, () => {});
  const port = await findFreePort();
  const logFile = join(folder, 'server.log');
  const output = openSync(logFile, 'a');
  const server = await startServer(
    createTestEnvironment({
      DATABASE_URL: databaseUrl,
      APP_VERSIONS_DEMO: '1',
      DEFAULT_APP: demoAppSlug,
      HOST: '127.0.0.1',
      PORT: String(port),
      NEXT_DIST_DIR: testDistDir,
      // All specs send requests from one address. The specs of rate limits start their own servers.
      RATE_LIMITS: 'off',
      LOG: 'json',
      SECRETS_KEY: testSecretsKey,
      // The specs start receivers on this machine.
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
      WORKER: 'on',
    }),
    output,
  );
  closeSync(output);
  return {
    origin: `http://localhost:${port}`,
    databaseUrl,
    readLog: () => `Output of the server:\n${selectFailures(readFileSync(logFile, 'utf8')) || '(none)'}`,
    stop: server.stop,
  };
}

function selectFailures(log: string): string {
  const isExpected = (line: string) => line.includes('"level":"info"') || line.includes(simulatedFailure);
  const lines = log.split('\n').filter((line) => !isExpected(line));
  return lines.join('\n').trim();
}
