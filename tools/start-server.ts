import { fork } from 'node:child_process';
import { join } from 'node:path';
import { parseConfig } from '@/lib/server/process/config';
import { CliError } from './cli';
import { projectRoot } from './project-root.mjs';

interface RunningServer {
  pid: number;
  /** Lets the server finish its requests and waits until the process has exited. */
  stop(): Promise<void>;
  /** Sends a signal and waits until the process has exited. */
  end(signal: NodeJS.Signals): Promise<string>;
  /** Resolves when the process has exited, with its signal, exit code or error message. */
  exited: Promise<string>;
}

/**
 * Starts the server in its own process and waits until it accepts requests. Its output goes to the file descriptor
 * `output`, by default to the terminal. `root` is the folder of its project.
 */
export async function startServer(
  environment: NodeJS.ProcessEnv,
  output?: number,
  root = projectRoot,
): Promise<RunningServer> {
  const child = fork(join(root, 'lib/server/server.mjs'), {
    cwd: root,
    // The server does not load the TypeScript loader of this process. The young generation is small: one thread collects it
    // in about 1 ms, while parallel scavenging waits up to 100 ms for helper threads on busy cores
    // (docs/decisions/0014-api-server-in-front-of-next.md).
    execArgv: ['--no-parallel-scavenge'],
    env: { ...environment, NODE_ENV: 'production' },
    stdio: ['ignore', output ?? 'inherit', output ?? 'inherit', 'ipc'],
  });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  const ready = new Promise<'ready'>((resolve) => child.once('message', () => resolve('ready')));
  const first = await Promise.race([ready, exited]);
  if (first !== 'ready') throw new CliError(`The server did not start (${first}).`);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return { pid: child.pid ?? 0, exited, end, stop: async () => void (await end('SIGTERM')) };
}

/** Throws a `CliError` when the server would reject its configuration. */
export function assertValidConfig(environment: Record<string, string | undefined>): void {
  try {
    parseConfig(environment, { terminal: true });
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
}
