import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { OperatorError } from '@/lib/ops/operator-error';
import type { RunAs } from './run-as';

interface Program {
  file: string;
  /** Everything but the data folder. */
  args: string[];
  cluster: string;
  runAs: RunAs;
}

/** Nothing of the caller's environment: PGDATA, PGOPTIONS or a foreign locale would change what Postgres does. */
const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } as unknown as NodeJS.ProcessEnv;

/** Runs one of Postgres' programs on the cluster to its end, with `input` on its standard input. */
export function runOnCluster({ file, args, cluster, runAs }: Program, input = ''): void {
  const { status, stdout, stderr, error } = inCluster(cluster, runAs, (dataArgs, handles) =>
    spawnSync(file, [...args, ...dataArgs], {
      ...runAs,
      env: environment,
      cwd: '/',
      encoding: 'utf8',
      input,
      stdio: ['pipe', 'pipe', 'pipe', ...handles],
    }),
  );
  const output = `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim();
  // The single-user mode ends well even when a statement failed.
  if (status === 0 && !/\b(ERROR|FATAL|PANIC):/.test(output)) return;
  if (/No space left on device/.test(output)) {
    throw new OperatorError(`The disk is full: the database ${cluster} could not be made.`);
  }
  throw new OperatorError(`The database ${cluster} could not be made:\n\n${output}`);
}

/**
 * Starts the server in a process group of its own, so that Ctrl-C in the terminal reaches only those who use it:
 * they have requests to finish first.
 */
export function spawnServer({ file, args, cluster, runAs }: Program, log: number): ChildProcess {
  return inCluster(cluster, runAs, (dataArgs, handles) => {
    const stdio: StdioOptions = ['ignore', log, log, ...handles];
    return spawn(file, [...dataArgs, ...args], {
      ...runAs,
      env: environment,
      cwd: '/',
      detached: true,
      stdio,
    });
  });
}

/**
 * The user that Postgres runs as may be unable to walk the path to the data, in root's home for one. On Linux root
 * opens the folder and hands it over already open; from then on the path does not matter.
 */
function inCluster<T>(cluster: string, runAs: RunAs, work: (dataArgs: string[], handles: number[]) => T): T {
  if (!runAs || process.platform !== 'linux') return work(['-D', cluster], []);
  const folder = openSync(cluster, 'r');
  try {
    return work(['-D', '/proc/self/fd/3'], [folder]);
  } finally {
    closeSync(folder);
  }
}
