import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { outliveTerminal } from '../deaf-terminal.mjs';
import { isAlive, processIdentity } from '../process-identity.mjs';

/**
 * Runs a TypeScript command in a process of its own and ends as it ends.
 * The channel between the two tells the child when this process is gone, however it went.
 * @param {string} file
 * @param {string[]} args
 */
export async function runChild(file, args) {
  outliveTerminal();
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  followNpm(child);
  const [code, signal] = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve([1, null]);
    });
    child.once('exit', (code, signal) => resolve([code, signal]));
  });
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/**
 * npm passes signals on, but a killed npm can't. Only under npm: a command that someone put in the background of a
 * shell is meant to outlive it.
 * @param {import('node:child_process').ChildProcess} child
 */
function followNpm(child) {
  if (!process.env.npm_lifecycle_event) return;
  const npm = processIdentity(shellsParent(process.ppid) ?? process.ppid);
  const timer = setInterval(() => {
    if (npm && isAlive(npm)) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, 1000);
  timer.unref();
}

/**
 * npm runs a script as `sh -c`, and some shells stay between the two.
 * @param {number} pid
 * @returns {number | null} the parent of such a shell; null where the process is none
 */
function shellsParent(pid) {
  try {
    const isShell = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === '-c';
    const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return isShell ? Number(parent) : null;
  } catch {
    return null;
  }
}
