import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stopping } from './interrupt';
import { OperatorError } from './operator-error';
import { projectRoot } from './project-root.mjs';

/** Runs an installed package's program in the terminal, to its end. `program` is its path in node_modules. */
export function runTool(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<void> {
  const child = spawn(process.execPath, [join(projectRoot, 'node_modules', program), ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  stopping.addEventListener('abort', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0 || stopping.aborted) resolve();
      else reject(new OperatorError(`${program.split('/').at(-1)} ended with code ${code}.`));
    });
  });
}
