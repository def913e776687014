import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ignoreEpipe } from '../../lib/server/process/ignore-epipe.mjs';
import { describePermissionError } from '../permission-error.mjs';
import { getProcessIdentity, isProcessAlive } from '../process-lock.mjs';
import { projectRoot } from '../project-root.mjs';
import { generatePrismaClient } from './generate-prisma-client.mjs';
import { installPackages } from './install-packages.mjs';

/** Commands for a project folder that is installed and built, and can be read-only. */
const writesNothing = new Set(['serve', 'migrate']);

/** The commands that a package has, as `tools/NAME.mjs`. */
export const packagedCommands = [
  'serve',
  'migrate',
  'catalog',
  'account',
  'key',
  'webhook',
  'signing-key',
  'staff-sign-in',
  'backup',
  'restore',
];

/** Commands that need no `devDependencies`. */
const production = new Set(['start', 'build', 'package', ...packagedCommands]);

const commandsFolder = join(projectRoot, 'tools/commands');

/**
 * Installs the packages and generates the Prisma client if needed, then runs the command.
 * @param {string[]} argv the name of the command and its arguments
 */
export async function bootstrap([name, ...args]) {
  const file = join(commandsFolder, `${name}.ts`);
  if (!name || !/^[a-z-]+$/.test(name) || !existsSync(file)) {
    console.error(`Unknown command "${name ?? ''}". Commands: ${listCommandNames().join(', ')}.`);
    process.exit(1);
  }
  // Next sends telemetry and Prisma checks for updates by default.
  process.env.NEXT_TELEMETRY_DISABLED ??= '1';
  process.env.CHECKPOINT_DISABLE ??= '1';
  process.chdir(projectRoot);
  try {
    if (!writesNothing.has(name)) {
      await installPackages(production.has(name) ? 'production' : 'all');
      await generatePrismaClient();
    } else if (!existsSync(join(projectRoot, 'node_modules/tsx'))) {
      throw new Error('No packages are installed; run npm run build.');
    }
  } catch (error) {
    console.error(describePermissionError(error) ?? (error instanceof Error ? error.message : error));
    process.exit(1);
  }
  await runInChildProcess(file, args);
}

function listCommandNames() {
  return readdirSync(commandsFolder)
    .filter((file) => /^[a-z-]+\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length));
}

/**
 * Runs a TypeScript command in a child process and exits with its exit code or signal. When this process is killed, the
 * IPC channel closes, which the child treats as SIGHUP.
 * @param {string} file
 * @param {string[]} args
 */
async function runInChildProcess(file, args) {
  ignoreEpipe();
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  stopWithNpm(child);
  const [code, signal] = await once(child, 'exit').catch((error) => {
    console.error(error.message);
    return [1, null];
  });
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/**
 * Stops the child when npm is killed, which forwards all signals but SIGKILL. Does nothing without npm: a command that
 * a shell runs in the background may outlive the shell.
 * @param {import('node:child_process').ChildProcess} child
 */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const npm = getProcessIdentity(findShellParent(process.ppid) ?? process.ppid);
  const timer = setInterval(() => {
    if (npm && isProcessAlive(npm)) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, 1000);
  timer.unref();
}

/**
 * Returns the parent of a shell. npm runs a script as `sh -c`, and some shells stay between npm and the script.
 * @param {number} pid
 * @returns {number | null} null when the process is not such a shell
 */
function findShellParent(pid) {
  try {
    const isShell = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === '-c';
    const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return isShell ? Number(parent) : null;
  } catch {
    return null;
  }
}
