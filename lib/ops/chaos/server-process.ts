import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '@/lib/ops/project-root.mjs';

/** A server of the built product that can be killed and started again on the same port. */
export interface ServerProcess {
  port: number;
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
}

const patienceMs = 60_000;

/** Starts a server process. It prints what goes wrong to `log`, a file that is open. */
export async function startServerProcess(
  port: number,
  environment: NodeJS.ProcessEnv,
  log: number,
): Promise<ServerProcess> {
  let child = await start(port, environment, log);
  return {
    port,
    kill: () => kill(child),
    start: async () => {
      child = await start(port, environment, log);
    },
  };
}

async function start(port: number, environment: NodeJS.ProcessEnv, log: number): Promise<ChildProcess> {
  const child = fork(join(projectRoot, 'lib/ops/serve.mjs'), {
    cwd: projectRoot,
    // Nothing of the loader that this process runs under.
    execArgv: [],
    env: { ...environment, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', log, log, 'ipc'],
  });
  const first = await new Promise<string>((resolve) => {
    const timer = setTimeout(() => resolve('it took too long'), patienceMs);
    const settle = (what: string) => {
      clearTimeout(timer);
      resolve(what);
    };
    child.once('message', () => settle('ready'));
    child.once('error', ({ message }) => settle(message));
    child.once('exit', (code, signal) => settle(`it ended with ${signal ?? code}`));
  });
  if (first === 'ready') return child;
  await kill(child);
  throw new Error(`A server did not start: ${first}.`);
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
