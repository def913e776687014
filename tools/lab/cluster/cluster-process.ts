import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { CliError } from '@/tools/cli';
import { findPostmaster } from '@/tools/postgres/postmaster';
import { getProcessIdentity } from '@/tools/process-lock.mjs';
import { readChildOutput } from '@/tools/run-package-bin';
import { waitUntil } from '@/tools/testing/wait-until';

export interface ClusterUser {
  uid: number;
  gid: number;
}

/** Arguments of setpriv. The program ends with this process. */
const privileges = ({ uid, gid }: ClusterUser) => [
  '--pdeathsig=KILL',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--',
];
const environment = {
  NODE_ENV: 'production',
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
} as const;

/** Runs a program to its end. Throws a `CliError` with its output if it fails. */
export async function runClusterCommand(command: string[], user: ClusterUser): Promise<void> {
  const child = spawn('setpriv', [...privileges(user), ...command], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  });
  const { code, output } = await readChildOutput(child);
  if (code !== 0) throw new CliError(`${command.join(' ')} failed:\n${output}`);
}

/** A program of the cluster, which runs as the user that PostgreSQL runs as and ends with this process. */
export class ClusterProcess {
  readonly name: string;
  readonly #command: string[];
  readonly #logFile: string;
  readonly #user: ClusterUser;
  #child: ChildProcess | null = null;

  constructor(name: string, command: string[], options: { logFile: string; user: ClusterUser }) {
    this.name = name;
    this.#command = command;
    this.#logFile = options.logFile;
    this.#user = options.user;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts the program, and waits until `isReady` returns true. Throws a `CliError` after a minute. */
  async start(isReady: () => Promise<boolean>): Promise<void> {
    const log = openSync(this.#logFile, 'a', 0o644);
    // In a process group of its own: Ctrl-C reaches only this process, which stops the programs in order.
    const child = spawn('setpriv', [...privileges(this.#user), ...this.#command], {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: environment,
    });
    child.on('error', () => {});
    this.#child = child;
    closeSync(log);
    await waitUntil(
      () => `${this.name} did not start:\n${this.readLog()}`,
      async () => {
        if (!this.isRunning) throw new CliError(`${this.name} exited:\n${this.readLog()}`);
        return isReady();
      },
    );
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  }

  readLog(): string {
    return readFileSync(this.#logFile, 'utf8').trim().split('\n').slice(-12).join('\n');
  }
}

/** Kills PostgreSQL on a data folder with all its processes. */
export async function killPostgres(dataFolder: string): Promise<void> {
  const pid = findPostmaster(dataFolder)?.pid;
  if (pid === undefined) return;
  const children = listChildren(pid);
  for (const each of [pid, ...children.map((child) => child.pid)]) signal(each, 'SIGKILL');
  await waitUntil(
    () => `PostgreSQL ${pid} did not exit.`,
    async () => getProcessIdentity(pid) === null,
  );
}

/**
 * Suspends the process that receives the changes of the primary. Its connection stays open. Returns what kills it, so that
 * changes that it has not read are lost on this side.
 */
export function suspendReplication(dataFolder: string): () => void {
  const pid = findPostmaster(dataFolder)?.pid;
  const receiver =
    pid === undefined ? undefined : listChildren(pid).find(({ args }) => args.includes('walreceiver'));
  if (!receiver) throw new Error(`PostgreSQL on ${dataFolder} receives no changes.`);
  signal(receiver.pid, 'SIGSTOP');
  return () => signal(receiver.pid, 'SIGKILL');
}

function listChildren(parent: number): { pid: number; args: string }[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' });
  const lines = stdout.trim().split('\n').filter(Boolean);
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), args: line }));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has exited.
  }
}

/** The status and the body of a request to a port of 127.0.0.1. Status 0 if there is no response within two seconds. */
export function requestLocal(
  port: number,
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, text: '' });
    // A switchover responds when it is done.
    const timeout = body ? 30_000 : 2000;
    const headers = body && { 'content-type': 'application/json' };
    const sent = request(
      { host: '127.0.0.1', port, path, method, timeout, headers, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', fail);
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', fail);
    sent.end(body && JSON.stringify(body));
  });
}
