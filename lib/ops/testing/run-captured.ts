import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stopping } from '@/lib/ops/interrupt';
import { projectRoot } from '@/lib/ops/project-root.mjs';

const patienceMs = 8000;

export interface Captured {
  code: number;
  output: string;
}

/** What the operator's own settings would change about the tests. */
const apart =
  /^(BODY_LIMIT_BYTES|DATABASE_.*|DATA_DIR|DEFAULT_APP|FORCE_COLOR|HOST|LOG|NEXT_DIST_DIR|NODE_ENV|PORT|PUBLIC_ORIGIN|RATE_LIMIT.*|TRUST_PROXY)$/;

/** The environment for tests: the operator's, less what would steer the product. */
export function testEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !apart.test(name));
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  return { ...Object.fromEntries(kept), ...color, ...more } as unknown as NodeJS.ProcessEnv;
}

/**
 * Runs an installed package's program and keeps what it prints. It gets a process group of its own, so that Ctrl-C
 * reaches it once, from here, and what it started ends with it.
 */
export async function runCaptured(
  program: string,
  args: string[],
  more: Record<string, string> = {},
): Promise<Captured> {
  stopping.throwIfAborted();
  const child = spawn(process.execPath, [join(projectRoot, 'node_modules', program), ...args], {
    cwd: projectRoot,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: testEnvironment(more),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const stop = () => {
    child.kill('SIGINT');
    setTimeout(() => killGroup(child.pid), patienceMs).unref();
  };
  stopping.addEventListener('abort', stop);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  stopping.removeEventListener('abort', stop);
  killGroup(child.pid);
  stopping.throwIfAborted();
  return { code, output: output.trim() };
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
