import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { type Database, openClient } from '@/lib/db/connection/client';
import { migrate } from '@/tools/migrate/migrate';
import { findFreePort } from '@/tools/ports';
import { openDataFolder } from '@/tools/postgres/data-folder';
import { getStopCommand, openDatabase } from '@/tools/postgres/open-database';
import { findPostmaster } from '@/tools/postgres/postmaster';
import { createTestEnvironment } from '@/tools/run-package-bin';
import { startServer } from '@/tools/start-server';
import { openTemporaryFolder } from '@/tools/temporary-folder';
import { type BenchApp, disableForcedRowSecurity } from './bench-data';
import { type BenchChild, type ChildRole, startChild } from './child-process';
import type { Target } from './compare-targets';
import type { LoadOptions, LoadResult } from './load/generate-load';
import type { HttpRequest, StoredResponse } from './load/http-messages';

export type RunningTarget = Target & { stop(): Promise<void> };

/** All servers under test, on one database, and the load generator. */
export interface BenchEnvironment {
  databaseUrl: string;
  databasePid: number;
  owner: Database;
  service: Target;
  /** A node:http server that always sends the same response. */
  bareServer: Target;
  /** Starts another process of the service, as in the default configuration, with rate limits that are not reached. */
  startService(): Promise<RunningTarget>;
  generateLoad(options: LoadOptions): Promise<LoadResult>;
  /** Sets the response of the bare server. */
  setBareResponse(response: StoredResponse): Promise<void>;
  /** Starts a child process that is stopped with the environment. */
  startChild(role: ChildRole, variables?: Record<string, string>): Promise<BenchChild>;
  close(): Promise<void>;
}

/** Creates the environment in a new temporary folder. As in production, the database flushes commits to disk. */
export async function openBenchEnvironment(distDir: string): Promise<BenchEnvironment> {
  const { path: dataDir, cleanUp, close } = openTemporaryFolder('bench');
  try {
    const { url, close: closeDatabase } = await openDatabase({ dataDir });
    cleanUp.push(closeDatabase);
    await migrate(url);
    await disableForcedRowSecurity(url);
    const owner = openClient(url, { as: 'owner' });
    cleanUp.push(() => owner.$disconnect());
    // The service writes its log as in production.
    const log = openSync(devNull, 'w');
    cleanUp.push(() => closeSync(log));

    const startOwnChild = async (role: ChildRole, variables: Record<string, string> = {}) => {
      const child = await startChild(role, variables);
      cleanUp.push(child.stop);
      return child;
    };
    const startService = async () => {
      const port = await findFreePort();
      const server = await startServer(
        createTestEnvironment({
          DATABASE_URL: url,
          NEXT_DIST_DIR: distDir,
          ...unreachedLimits,
          LOG: 'json',
          DEFAULT_APP: benchSlug,
          TRUST_PROXY: '1',
          HOST: '127.0.0.1',
          PORT: String(port),
          STOP_DATABASE_COMMAND: getStopCommand(dataDir),
        }),
        log,
      );
      cleanUp.push(server.stop);
      return { name: 'service', port, pid: server.pid, stop: server.stop };
    };

    const generator = await startOwnChild('load-generator');
    const barePort = await findFreePort();
    const bareServer = await startOwnChild('bare-server', { PORT: String(barePort) });
    return {
      databaseUrl: url,
      databasePid: findPostmaster(openDataFolder(dataDir).cluster)?.pid ?? 0,
      owner,
      service: await startService(),
      bareServer: { name: 'bare server', port: barePort, pid: bareServer.pid },
      startService,
      generateLoad: (options) => generator.request<LoadResult>(options),
      setBareResponse: (response) => bareServer.request<void>(response),
      startChild: startOwnChild,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const unreachedLimits = {
  RATE_LIMIT_ADDRESS: '900000000/60',
  RATE_LIMIT_ACCOUNT: '900000000/60',
  RATE_LIMIT_APP_KEY: '900000000/60',
  RATE_LIMIT_SWITCHES: '900000000/60',
};

/** Duration of the benchmarks and amount of data. */
export interface BenchScale {
  rounds: number;
  roundSeconds: number;
  accountCounts: number[];
  historyRowCounts: number[];
  importedAccounts: number;
  /** The memory benchmark ends after this many reads or seconds. */
  memoryReads: number;
  memorySeconds: number;
}

export const quickScale: BenchScale = {
  rounds: 4,
  roundSeconds: 0.8,
  accountCounts: [1e3, 1e5],
  historyRowCounts: [1e4, 2e5],
  importedAccounts: 1e4,
  memoryReads: 2e5,
  memorySeconds: 12,
};

export const fullScale: BenchScale = {
  rounds: 12,
  roundSeconds: 2,
  accountCounts: [1e3, 1e4, 1e5, 1e6],
  historyRowCounts: [1e4, 1e5, 1e6, 1e7],
  importedAccounts: 1e5,
  memoryReads: 1e7,
  memorySeconds: 30 * 60,
};

/** The input of every benchmark. */
export interface BenchContext {
  environment: BenchEnvironment;
  scale: BenchScale;
  /** 6 versions × 40 features, with accounts 1 to 1,000. */
  app: BenchApp;
  /** Owner keys, each of a different account. */
  ownerKeys: string[];
}

/** The app of visitors. */
export const benchSlug = 'bench';

/** Length of each account's history. */
export const entriesPerAccount = 24;

/** Connections of the load generator. */
export const loadConnections = 16;

/** The same read for each owner. */
export function createOwnerRequests({ ownerKeys }: BenchContext, path: string): HttpRequest[] {
  return ownerKeys.map((key) => ({ path, headers: { Authorization: `Bearer ${key}` } }));
}

export const listPath = '/api/app/versions';
export const featuresPath = '/api/account/features';
export const historyPath = '/api/account/versions';
