import { type ChildProcess, fork } from 'node:child_process';
import { projectRoot } from '@/lib/ops/project-root.mjs';

/** A process of the bench's own, that says when it is ready and ends with the one who started it. */
export interface Child {
  pid: number;
  /** What it said when it was ready. */
  greeting: unknown;
  /** Sends a message and returns the answer to it; one at a time. */
  ask<T>(message: object): Promise<T>;
  stop(): Promise<void>;
}

type Answer<T> = { result: T } | { failure: string };

/** Starts a TypeScript file as a process. What goes wrong in it is printed, the rest goes nowhere. */
export async function startChild(file: string, environment: Record<string, string> = {}): Promise<Child> {
  const child = fork(file, {
    cwd: projectRoot,
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  return {
    pid: child.pid ?? 0,
    greeting: await nextMessage(child),
    ask: async <T>(message: object) => {
      child.send(message);
      const answer = (await nextMessage(child)) as Answer<T>;
      if ('failure' in answer) throw new Error(answer.failure);
      return answer.result;
    },
    stop,
  };
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null, signal: string | null) =>
      reject(new Error(`A process of the bench ended (${signal ?? code}).`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });
}
