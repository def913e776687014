import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@/lib/ops/free-port';
import { migrate } from '@/lib/ops/migrate';
import { startServer } from '@/lib/ops/start/server';
import { demoAppSlug, seed } from '@/prisma/seed';
import { testEnvironment } from './run-captured';
import { testBuild } from './static-checks';

export interface TestServer {
  origin: string;
  databaseUrl: string;
  /** What it printed but for requests that went well, for the report of a failed test. */
  readLog(): string;
  stop(): Promise<void>;
}

/** Starts the test build with the demo in the database, where this machine alone can reach it. */
export async function startTestServer(databaseUrl: string, folder: string): Promise<TestServer> {
  await migrate(databaseUrl);
  await seed(databaseUrl, () => {});
  const port = await freePort();
  const logFile = join(folder, 'server.log');
  const log = openSync(logFile, 'a');
  const server = await startServer(
    testEnvironment({
      DATABASE_URL: databaseUrl,
      APP_VERSIONS_DEMO: '1',
      DEFAULT_APP: demoAppSlug,
      HOST: '127.0.0.1',
      PORT: String(port),
      NEXT_DIST_DIR: testBuild,
      // All specs ask from one address; limits are tested on servers of their own.
      RATE_LIMITS: 'off',
      LOG: 'json',
    }),
    log,
  );
  closeSync(log);
  return {
    origin: `http://localhost:${port}`,
    databaseUrl,
    readLog: () => `The server printed:\n${withoutRequests(readFileSync(logFile, 'utf8')) || '(nothing)'}`,
    stop: server.stop,
  };
}

/** Thousands of requests went well. */
function withoutRequests(log: string): string {
  const lines = log.split('\n').filter((line) => !line.includes('"level":"info"'));
  return lines.join('\n').trim();
}
