import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { withFileLock } from './file-lock.mjs';
import { OperatorError } from './operator-error';
import { findBinaries } from './postgres/binaries';
import { type DataFolder, openDataFolder } from './postgres/data-folder';
import { countLeases, takeLease } from './postgres/leases';
import {
  type ClusterOptions,
  databaseName,
  ensurePassword,
  hasCluster,
  makeCluster,
  ownerRole,
} from './postgres/make-cluster';
import { findPostmaster, stopPostmaster } from './postgres/postmaster';
import { chooseRunAs } from './postgres/run-as';
import { runCluster } from './postgres/run-cluster';
import { say, step } from './progress.mjs';

export interface OpenDatabase {
  url: string;
  /** False when DATABASE_URL names somebody else's database. */
  embedded: boolean;
  /** Where the embedded database keeps its data. */
  dataDir: string | null;
  /** Starts the embedded database again if it died; does nothing otherwise. */
  revive(): Promise<void>;
  /** Gives the database up. The last one to leave stops the embedded one and waits until it is down. */
  close(): Promise<void>;
}

/**
 * Opens the database that DATABASE_URL names, or else the embedded one, which is made on first use and shared by all
 * who use it at the same time.
 */
export async function openDatabase(
  options: { dataDir?: string } & Partial<ClusterOptions> = {},
): Promise<OpenDatabase> {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL && !options.dataDir) {
    return {
      url: DATABASE_URL,
      embedded: false,
      dataDir: null,
      revive: async () => {},
      close: async () => {},
    };
  }
  const folder = openDataFolder(options.dataDir);
  const throwaway = options.throwaway ?? false;
  const { giveBack, url } = await underLock(folder, async () => {
    const giveBack = takeLease(folder.leases);
    try {
      const port = await ensureRunning(folder, { throwaway });
      return { giveBack, url: address(folder, port) };
    } catch (error) {
      await leave(folder, giveBack);
      throw error;
    }
  });
  return {
    url,
    embedded: true,
    dataDir: folder.root,
    revive: () => revive(folder, { throwaway }),
    close: () => underLock(folder, () => leave(folder, giveBack)),
  };
}

function address({ password }: DataFolder, port: number): string {
  try {
    const secret = readFileSync(password, 'utf8').trim();
    return `postgresql://${ownerRole}:${secret}@127.0.0.1:${port}/${databaseName}`;
  } catch (error) {
    throw new OperatorError(
      `The password of the running database can't be read: ${(error as Error).message}.\n` +
        'Stop whatever uses the database; the next start makes a new password.',
    );
  }
}

/** Stops an embedded database that has no users left. Returns false where it has some, or is somebody else's. */
export async function stopAbandoned(dataDir?: string): Promise<boolean> {
  try {
    const folder = openDataFolder(dataDir);
    return await underLock(folder, async () => {
      if (countLeases(folder.leases) > 0) return false;
      await stopPostmaster(folder.cluster);
      return true;
    });
  } catch {
    return false;
  }
}

/** Returns the port of the cluster's Postgres, which it starts unless it runs: also one that lost all its users. */
async function ensureRunning(folder: DataFolder, options: ClusterOptions): Promise<number> {
  const running = await settled(folder);
  if (running) return running;
  const runAs = chooseRunAs(folder.cluster);
  const binaries = findBinaries(runAs);
  if (!hasCluster(folder, binaries)) {
    await step('making the database', async () => makeCluster(folder, binaries, runAs, options));
  }
  ensurePassword(folder, binaries, runAs);
  return step('starting the database', () => runCluster(folder, binaries, runAs, options));
}

/** The port of a running Postgres, once it has finished starting; null once it has finished stopping. */
async function settled(folder: DataFolder): Promise<number | null> {
  for (;;) {
    const postmaster = findPostmaster(folder.cluster);
    if (!postmaster) return null;
    if (postmaster.state === 'ready') return postmaster.port;
    await sleep(50);
  }
}

async function revive(folder: DataFolder, options: ClusterOptions): Promise<void> {
  if (findPostmaster(folder.cluster) || !existsSync(folder.root)) return;
  await underLock(folder, () => ensureRunning(folder, options));
}

async function leave(folder: DataFolder, giveBack: () => void): Promise<void> {
  giveBack();
  if (countLeases(folder.leases) === 0) await stopPostmaster(folder.cluster);
}

function underLock<T>(folder: DataFolder, work: () => Promise<T>): Promise<T> {
  return withFileLock(folder.lock, work, (holder) =>
    say(`waiting for process ${holder}, which is starting or stopping the database`),
  );
}
