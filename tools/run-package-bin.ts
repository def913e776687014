import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { environmentVariables } from '@/lib/server/process/config';
import { CliError, shutdownSignal } from './cli';
import { projectRoot } from './project-root.mjs';

/** Starts a program of an installed package, with the Node at the path `node`. `program` is its path in node_modules. */
export function spawnPackageBin(
  program: string,
  args: string[],
  options: SpawnOptions,
  node = process.execPath,
): ChildProcess {
  return spawn(node, [join(projectRoot, 'node_modules', program), ...args], { cwd: projectRoot, ...options });
}

/** Runs a program of an installed package in the terminal. */
export async function runPackageBin(
  program: string,
  args: string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const child = spawnPackageBin(program, args, { stdio: 'inherit', env: environment });
  shutdownSignal.addEventListener('abort', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  if (code === 0 || shutdownSignal.aborted) return;
  throw new CliError(`${program.split('/').at(-1)} exited with code ${code}.`);
}

const killTimeoutMs = 8000;

/** The operator's own settings that would change the outcome of tests. */
const excludedVariables = new Set([
  ...environmentVariables,
  ...['DATA_DIR', 'FORCE_COLOR', 'NEXT_DIST_DIR', 'NODE_ENV', 'PORT'],
]);

/**
 * Returns the environment for tests: this process's own without the settings of the product, plus `extra`. Its servers have no
 * worker.
 */
export function createTestEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !excludedVariables.has(name));
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  return {
    ...Object.fromEntries(inherited),
    WORKER: 'off',
    ...color,
    ...extra,
  } as unknown as NodeJS.ProcessEnv;
}

/**
 * Runs a program of an installed package in the test environment and captures its output, with the Node at the path `node`. The
 * program gets its own process group: Ctrl-C reaches it once, through this process, and its children end with it.
 */
export async function capturePackageBin(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
  { node = process.execPath, niceness = 0 }: { node?: string; niceness?: number } = {},
): Promise<{ code: number; output: string }> {
  shutdownSignal.throwIfAborted();
  const options: SpawnOptions = {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: createTestEnvironment(environment),
  };
  const child = spawnPackageBin(program, args, options, node);
  // Its threads and children inherit it.
  if (child.pid && niceness > 0) setPriority(child.pid, niceness);
  const stop = () => {
    child.kill('SIGINT');
    setTimeout(() => killProcessGroup(child.pid), killTimeoutMs).unref();
  };
  shutdownSignal.addEventListener('abort', stop);
  const result = await readChildOutput(child);
  shutdownSignal.removeEventListener('abort', stop);
  killProcessGroup(child.pid);
  shutdownSignal.throwIfAborted();
  return result;
}

function killProcessGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group has already exited.
  }
}

/** Waits until a program with pipes ends. Its output is stdout and stderr, as they were written. */
export async function readChildOutput(child: ChildProcess): Promise<{ code: number; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code: code ?? 1, output: output.trim() };
}
