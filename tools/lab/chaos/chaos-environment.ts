import { closeSync, openSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Database, openClient } from '@/lib/db/connection/client';
import { buildAccount } from '@/prisma/factories/build-account';
import { type AppSpec, type BuiltApp, buildApp, type VersionSpec } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import type { Cluster } from '@/tools/lab/cluster/open-cluster';
import { migrate } from '@/tools/migrate/migrate';
import { findFreePort } from '@/tools/ports';
import { getStopCommand, openDatabase } from '@/tools/postgres/open-database';
import { createTestEnvironment } from '@/tools/run-package-bin';
import { openTemporaryFolder } from '@/tools/temporary-folder';
import { type ProxiedServer, startFaultProxy, startServerProcess } from '@/tools/testing/proxied-server';
import { testSecretsKey } from '@/tools/testing/test-server';
import { type ChaosDatabase, installFakeClock } from './database-faults';

/** An isolated deployment for fault injection: one database, several servers, an app and its key. */
export interface ChaosEnvironment {
  database: ChaosDatabase;
  owner: Database;
  proxiedServers: ProxiedServer[];
  app: BuiltApp;
  appKey: string;
  /** The file with the output of the servers. A cluster has none. */
  logPath?: string;
  /** Only a cluster has it, in which the database is that of `cluster`. */
  cluster?: Cluster;
  /** Only of a cluster: another app, in which writes are observed during failovers. */
  observed?: { app: BuiltApp; appKey: string };
  /** Creates accounts of the app on its first version and returns their ids. */
  createAccounts(count: number): Promise<string[]>;
  close(): Promise<void>;
}

interface ChaosEnvironmentOptions {
  servers: number;
  /** Folder of the build that the servers serve. */
  distDir: string;
  /** False for a database that acknowledges commits before they are on disk. Faster if nothing kills it. */
  durable: boolean;
  /** False for a database that can be backed up. The table of the fake clock is not part of a backup. The default is true. */
  fakeClock?: boolean;
  /** Further environment variables of the servers. */
  variables?: Record<string, string>;
}

/** Creates accounts of the app on its first version and returns their ids. */
export async function createChaosAccounts(owner: Database, app: BuiltApp, count: number): Promise<string[]> {
  const accountIds: string[] = [];
  while (accountIds.length < count) {
    const batch = Array.from({ length: Math.min(8, count - accountIds.length) }, () =>
      buildAccount(owner, app),
    );
    accountIds.push(...(await Promise.all(batch)).map(({ id }) => id));
  }
  return accountIds;
}

/**
 * Version n includes 2n features. Two versions include add-on A, and the last one lacks B, which has a price of its own
 * for each.
 */
export const versionSpecs: VersionSpec[] = [1, 2, 3, 4].map((number) => ({
  fee: number * 1000,
  features: Array.from({ length: 2 * number }, (_, index) => index + 1),
  optional: [
    ...(number < 3 ? [{ feature: 5, addOn: 'A', fee: 100 }] : []),
    ...(number < 4 ? [{ feature: 9, addOn: 'B', fee: 200 + number }] : []),
  ],
}));

/** Owners need the confirmation of the host. App keys do not. */
export const chaosApp: AppSpec = {
  versions: versionSpecs,
  features: 9,
  checkoutUrl: 'https://host.example/checkout',
};

/** Creates the environment in a new temporary folder. */
export async function openChaosEnvironment({
  servers,
  distDir,
  durable,
  fakeClock = true,
  variables = {},
}: ChaosEnvironmentOptions): Promise<ChaosEnvironment> {
  const { path: dataDir, cleanUp, close } = openTemporaryFolder('chaos');
  try {
    const database = await openDatabase({ dataDir, temporary: !durable });
    cleanUp.push(database.close);
    await migrate(database.url);
    const owner = openClient(database.url, { as: 'owner' });
    cleanUp.push(() => owner.$disconnect());
    if (fakeClock) await installFakeClock(owner);
    const app = await buildApp(owner, chaosApp);
    const appKey = await buildKey(owner, { app });
    // `npm test` collects the servers' output in TEST_LOGS. Otherwise it is removed with the data.
    const logPath = join(process.env.TEST_LOGS || dataDir, `servers-${basename(dataDir)}.log`);
    const log = openSync(logPath, 'a');
    cleanUp.push(() => closeSync(log));
    const environment = createTestEnvironment({
      DATABASE_URL: database.url,
      NEXT_DIST_DIR: distDir,
      RATE_LIMITS: 'off',
      LOG: 'json',
      DEFAULT_APP: app.slug,
      SECRETS_KEY: testSecretsKey,
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
      WORKER: 'on',
      // If this process is killed, the last server stops the database.
      STOP_DATABASE_COMMAND: getStopCommand(dataDir),
      ...variables,
    });
    const proxiedServers: ProxiedServer[] = [];
    for (let index = 0; index < servers; index += 1) {
      const server = await startServerProcess(await findFreePort(), environment, log);
      cleanUp.push(server.kill);
      const proxy = await startFaultProxy(server.port);
      cleanUp.push(proxy.close);
      proxiedServers.push({ server, proxy });
    }
    const createAccounts = (count: number) => createChaosAccounts(owner, app, count);
    return {
      database: { ...database, dataDir },
      ...{ owner, proxiedServers, app, appKey, logPath, createAccounts, close },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
