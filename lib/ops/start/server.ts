import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { OperatorError } from '@/lib/ops/operator-error';
import { projectRoot } from '@/lib/ops/project-root.mjs';

export interface Server {
  pid: number;
  /** Lets it finish its requests, and waits until it is gone. */
  stop(): Promise<void>;
  /** Resolves when it is gone, with what there is to say about that. */
  ended: Promise<string>;
}

/** Starts the server in a process of its own and waits until it answers. It prints to `log`, or to the terminal. */
export async function startServer(environment: NodeJS.ProcessEnv, log?: number): Promise<Server> {
  const child = fork(join(projectRoot, 'lib/ops/serve.mjs'), {
    cwd: projectRoot,
    // Nothing of the loader that this process runs under. What is young on the heap is little, and V8 is done with it alone
    // in a millisecond; with helpers it waits for them too, on busy cores up to a hundred (decision 14).
    execArgv: ['--no-parallel-scavenge'],
    env: { ...environment, NODE_ENV: 'production' },
    stdio: ['ignore', log ?? 'inherit', log ?? 'inherit', 'ipc'],
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  const ready = new Promise<'ready'>((resolve) => child.once('message', () => resolve('ready')));
  const first = await Promise.race([ready, ended]);
  if (first !== 'ready') throw new OperatorError(`The server did not start (${first}).`);
  return { pid: child.pid ?? 0, ended, stop: () => stop(child, ended) };
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}
