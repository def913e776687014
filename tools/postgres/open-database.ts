import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '@/tools/cli';
import { countLiveProcesses, createPidFile, withFileLock } from '@/tools/process-lock.mjs';
import { log, runStep } from '@/tools/progress.mjs';
import { findBinaries, resolveRunAs } from './binaries';
import { type DataFolder, openDataFolder } from './data-folder';
import {
  type ClusterOptions,
  databaseName,
  ensurePassword,
  hasCluster,
  initCluster,
  ownerRole,
} from './init-cluster';
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster';

export interface OpenDatabase {
  url: string;
  /** False when DATABASE_URL names the database. */
  embedded: boolean;
  dataDir: string | null;
  /** Restarts an embedded database that has crashed. */
  restartIfStopped(): Promise<void>;
  /** Releases the database. The last process to do so stops an embedded one and waits until it has exited. */
  close(): Promise<void>;
}

/**
 * Opens the database of DATABASE_URL, or else the embedded one. The embedded database is created on first use, and
 * concurrent processes share it. With `dataDir`, it is always the embedded one.
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
      restartIfStopped: async () => {},
      close: async () => {},
    };
  }
  const folder = openDataFolder(options.dataDir);
  const { temporary = false, binFolder } = options;
  const clusterOptions = { temporary, binFolder };
  const { removePidFile, url } = await withFolderLock(folder, async () => {
    const removePidFile = createPidFile(folder.pidFiles);
    try {
      const port = await ensureRunning(folder, clusterOptions);
      return { removePidFile, url: buildUrl(folder, port) };
    } catch (error) {
      await release(folder, removePidFile);
      throw error;
    }
  });
  return {
    url,
    embedded: true,
    dataDir: folder.root,
    restartIfStopped: () => restartIfStopped(folder, clusterOptions),
    close: () => withFolderLock(folder, () => release(folder, removePidFile)),
  };
}

function buildUrl({ password: passwordFile }: DataFolder, port: number): string {
  try {
    const password = readFileSync(passwordFile, 'utf8').trim();
    return `postgresql://${ownerRole}:${password}@127.0.0.1:${port}/${databaseName}`;
  } catch (error) {
    throw new CliError(
      `The password of the running database can't be read: ${(error as Error).message}.\n` +
        'Stop all processes that use the database. The next start sets a new password.',
    );
  }
}

/** Stops an embedded database that no process uses. Returns false when it is in use or not accessible. */
export async function stopUnusedDatabase(dataDir?: string): Promise<boolean> {
  try {
    const folder = openDataFolder(dataDir);
    return await withFolderLock(folder, async () => {
      if (countLiveProcesses(folder.pidFiles) > 0) return false;
      await stopPostmaster(folder.cluster);
      return true;
    });
  } catch {
    return false;
  }
}

/** The value of `STOP_DATABASE_COMMAND`: arguments of Node, with which the server process calls `stopUnusedDatabase`. */
export function getStopCommand(dataDir: string): string {
  return JSON.stringify(['--import', 'tsx', 'tools/postgres/stop-unused-database.ts', dataDir]);
}

/** Starts Postgres unless it is running already, and returns its port. */
async function ensureRunning(folder: DataFolder, options: ClusterOptions): Promise<number> {
  const runningPort = await waitUntilSettled(folder);
  if (runningPort) return runningPort;
  const runAs = resolveRunAs(folder.cluster);
  const binaries = findBinaries(runAs, options.binFolder);
  if (!hasCluster(folder, binaries)) {
    await runStep('creating the database', async () => initCluster(folder, binaries, runAs, options));
  }
  ensurePassword(folder, binaries, runAs);
  return runStep('starting the database', () => startPostmaster(folder, binaries, runAs, options));
}

/** Waits while Postgres is starting or stopping. Returns its port, or null when it is not running. */
async function waitUntilSettled(folder: DataFolder): Promise<number | null> {
  for (;;) {
    const postmaster = findPostmaster(folder.cluster);
    if (!postmaster) return null;
    if (postmaster.state === 'ready') return postmaster.port;
    await sleep(50);
  }
}

async function restartIfStopped(folder: DataFolder, options: ClusterOptions): Promise<void> {
  if (findPostmaster(folder.cluster) || !existsSync(folder.root)) return;
  await withFolderLock(folder, () => ensureRunning(folder, options));
}

async function release(folder: DataFolder, removePidFile: () => void): Promise<void> {
  removePidFile();
  if (countLiveProcesses(folder.pidFiles) === 0) await stopPostmaster(folder.cluster);
}

function withFolderLock<T>(folder: DataFolder, work: () => Promise<T>): Promise<T> {
  return withFileLock(folder.lock, work, (holder) =>
    log(`waiting for process ${holder}, which starts or stops the database`),
  );
}
