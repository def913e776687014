import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFileLock } from '../file-lock.mjs';
import { say, step } from '../progress.mjs';
import { projectRoot } from '../project-root.mjs';
import { restorePostgresLinks } from './postgres-links.mjs';

const lockFile = join(projectRoot, 'package-lock.json');
const marker = join(projectRoot, 'node_modules/.app-versions-installed');
const mutex = join(projectRoot, '.cache/install.lock');

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Installs the packages that package-lock.json names, unless they are there. */
export async function installPackages() {
  const wanted = fingerprint();
  if (installed() === wanted) return;
  const onWait = (/** @type {number} */ holder) =>
    say(`waiting for process ${holder}, which is installing packages`);
  await withFileLock(
    mutex,
    async () => {
      if (installed() === wanted) return;
      if (!matchesLockFile()) await step('installing packages', runNpm);
      restorePostgresLinks();
      writeFileSync(marker, wanted);
    },
    onWait,
  );
}

function fingerprint() {
  const platform = `${process.platform} ${process.arch}`;
  return createHash('sha256').update(readFileSync(lockFile)).update(platform).digest('hex');
}

function installed() {
  return existsSync(marker) ? readFileSync(marker, 'utf8') : null;
}

/**
 * Whether npm already put exactly these packages here, by somebody's own `npm install`: npm keeps a list of what it
 * installed. Saves removing node_modules under the feet of a running server.
 */
function matchesLockFile() {
  try {
    const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
    const found = JSON.parse(
      readFileSync(join(projectRoot, 'node_modules/.package-lock.json'), 'utf8'),
    ).packages;
    return Object.entries(wanted).every(
      ([path, { version, optional, peer }]) =>
        path === '' || found[path]?.version === version || (found[path] === undefined && (optional || peer)),
    );
  } catch {
    return false;
  }
}

/** Install scripts stay off: the one that matters is done by hand, and one of the others downloads an engine. */
function runNpm() {
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath ?? '';
  const [command, before] = npm.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...before, ...args], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    // npm would finish first. What it leaves half done is removed by the next install.
    let stopped = false;
    const stop = () => {
      stopped = true;
      child.kill('SIGKILL');
    };
    for (const signal of signals) process.on(signal, stop);
    child.once('error', (error) => reject(new Error(`npm could not be run: ${error.message}`)));
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, stop);
      if (stopped) reject(new Error('Interrupted.'));
      else if (code === 0) resolve(undefined);
      else
        reject(
          new Error(
            `The packages could not be installed. npm says:\n\n${output.split('npm error Usage:')[0]?.trim()}`,
          ),
        );
    });
  });
}
