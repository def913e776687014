import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Database, openClient } from '@/lib/data/client';
import { freePort } from '@/lib/ops/free-port';
import { migrate } from '@/lib/ops/migrate';
import { type OpenDatabase, openDatabase } from '@/lib/ops/postgres';
import { testEnvironment } from '@/lib/ops/testing/run-captured';
import { buildAccount } from '@/prisma/builders/build-account';
import { type BuiltApp, buildApp } from '@/prisma/builders/build-app';
import { buildKey } from '@/prisma/builders/build-credential';
import { type CuttingProxy, openCuttingProxy } from './cutting-proxy';
import { installClock } from './movable-clock';
import { type ServerProcess, startServerProcess } from './server-process';

/** A server with a proxy in front of it; clients know the proxy alone. */
export interface Door {
  server: ServerProcess;
  proxy: CuttingProxy;
}

/** A deployment of its own to be hurt: one database, several servers, an app and its key. */
export interface Stage {
  database: OpenDatabase & { dataDir: string };
  owner: Database;
  doors: Door[];
  app: BuiltApp;
  appKey: string;
  /** Makes accounts of the app on its first version. Returns their ids. */
  openAccounts(count: number): Promise<string[]>;
  close(): Promise<void>;
}

interface StageOptions {
  servers: number;
  /** Folder of the build that the servers serve. */
  distDir: string;
  /** False for a database that acknowledges before it has written: what tests use where nobody kills it. */
  durable: boolean;
}

/** Sets everything up in a folder of its own below the system's temporary one. */
export async function openStage({ servers, distDir, durable }: StageOptions): Promise<Stage> {
  // By the beginning of its name a later test run knows it for one that was left behind.
  const dataDir = mkdtempSync(join(tmpdir(), 'app-versions-test-chaos-'));
  const cleanUp: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const close = async () => {
    for (const step of cleanUp.splice(0).toReversed()) await step();
  };
  try {
    const opened = await openDatabase({ dataDir, throwaway: !durable });
    cleanUp.push(opened.close);
    await migrate(opened.url);
    const owner = openClient(opened.url, { as: 'owner' });
    cleanUp.push(() => owner.$disconnect());
    await installClock(owner);
    const app = await buildApp(owner, { versions: 4, features: 8 });
    const appKey = await buildKey(owner, { app });
    // Where `npm test` gathers what servers print; else it goes with the rest.
    const log = openSync(join(process.env.TEST_LOGS || dataDir, `servers-${basename(dataDir)}.log`), 'a');
    cleanUp.push(() => closeSync(log));
    const environment = testEnvironment({
      DATABASE_URL: opened.url,
      NEXT_DIST_DIR: distDir,
      RATE_LIMITS: 'off',
      LOG: 'json',
      DEFAULT_APP: app.slug,
      // Should this process be killed, the last server stops the database.
      EMBEDDED_DATA_DIR: dataDir,
    });
    const doors: Door[] = [];
    for (let index = 0; index < servers; index += 1) {
      const server = await startServerProcess(await freePort(), environment, log);
      cleanUp.push(server.kill);
      const proxy = await openCuttingProxy(server.port);
      cleanUp.push(proxy.close);
      doors.push({ server, proxy });
    }
    const openAccounts = async (count: number) => {
      const accounts: string[] = [];
      while (accounts.length < count) {
        const some = Array.from({ length: Math.min(8, count - accounts.length) }, () =>
          buildAccount(owner, app),
        );
        accounts.push(...(await Promise.all(some)).map(({ id }) => id));
      }
      return accounts;
    };
    return { database: { ...opened, dataDir }, owner, doors, app, appKey, openAccounts, close };
  } catch (error) {
    await close();
    throw error;
  }
}
