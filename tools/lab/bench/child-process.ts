import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '@/tools/project-root.mjs';

/** What child-main.ts runs in a child process. */
export type ChildRole = 'load-generator' | 'raw-switch' | 'bare-server';

/** A child process of the bench. It exits when this process does. */
export interface BenchChild {
  pid: number;
  /** Sends a message and returns the reply. One request at a time. */
  request<T>(message: object): Promise<T>;
  stop(): Promise<void>;
}

export type ChildReply<T> = { result: T } | { error: string };

/** Starts a child process and waits until it is ready. Its stderr is inherited, its stdout is ignored. */
export async function startChild(
  role: ChildRole,
  environment: Record<string, string> = {},
): Promise<BenchChild> {
  const child = fork(join(import.meta.dirname, 'child-main.ts'), [role], {
    cwd: projectRoot,
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await nextMessage(child, role);
  return {
    pid: child.pid ?? 0,
    request: async <T>(message: object) => {
      child.send(message);
      const reply = (await nextMessage(child, role)) as ChildReply<T>;
      if ('error' in reply) throw new Error(reply.error);
      return reply.result;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function nextMessage(child: ChildProcess, role: ChildRole): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null, signal: string | null) =>
      reject(new Error(`The ${role} process of the bench exited (${signal ?? code}).`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });
}
