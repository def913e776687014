import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '@/tools/cli';
import { type Binaries, type RunAs, runProgram } from './binaries';
import type { DataFolder } from './data-folder';

export const ownerRole = 'app_versions';
export const databaseName = 'app_versions';

/** A role of temporary clusters that bypasses row-level security, for the assertions of tests. */
export const observerRole = 'app_versions_observer';

export interface ClusterOptions {
  /** Whether it is a cluster for tests, which is not durable, and has the observer role. */
  temporary: boolean;
  /** Folder of the binaries of another Postgres. */
  binFolder?: string;
}

/** Allows local connections with a password. The superuser has none and can't log in. */
const hbaRules = 'host all all 127.0.0.1/32 scram-sha-256\n';

const builtinLocale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];

function hasBuiltinLocales({ major }: Binaries): boolean {
  return Number(major) >= 17;
}

/** Whether the data folder has a cluster. Throws a `CliError` when it has anything else in its place. */
export function hasCluster({ cluster }: DataFolder, { major }: Binaries): boolean {
  if (!existsSync(cluster)) return false;
  const versionFile = join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    throw new CliError(
      `${cluster} is not a Postgres data directory. Move it away to start with an empty database.`,
    );
  }
  const found = readFileSync(versionFile, 'utf8').trim();
  if (found !== major) {
    throw new CliError(
      `${cluster} was created by Postgres ${found}; this version of the project uses Postgres ${major}, which can't read it.\n` +
        'Dump it with the version of the project that created it, or move it away to start with an empty database.',
    );
  }
  return true;
}

/** Creates a cluster with the owner role and its database. The cluster is renamed into place when it is complete. */
export function initCluster(
  folder: DataFolder,
  binaries: Binaries,
  runAs: RunAs,
  { temporary }: ClusterOptions,
): void {
  const draft = `${folder.cluster}.draft`;
  rmSync(draft, { recursive: true, force: true });
  try {
    mkdirSync(draft, { mode: 0o700 });
    if (runAs) chownSync(draft, runAs.uid, runAs.gid);
    // The cluster does not depend on the locales of the system.
    const locale = [
      '--encoding=UTF8',
      ...(hasBuiltinLocales(binaries) ? builtinLocale : ['--locale=C.UTF-8']),
    ];
    const args = ['--username=postgres', '--auth=reject', '--no-instructions', ...locale];
    if (temporary) args.push('--no-sync');
    runProgram({ file: binaries.initdb, args, cluster: draft, runAs });
    writeFileSync(join(draft, 'pg_hba.conf'), hbaRules);
    const password = createPassword(folder);
    runStatements({ binaries, cluster: draft, runAs }, [
      // Without SUPERUSER, row-level security applies to the owner, as on a hosted database.
      `CREATE ROLE ${ownerRole} LOGIN CREATEDB CREATEROLE NOSUPERUSER PASSWORD '${password}'`,
      `CREATE DATABASE ${databaseName} OWNER ${ownerRole}`,
      ...(temporary
        ? [`CREATE ROLE ${observerRole} LOGIN BYPASSRLS IN ROLE pg_read_all_data PASSWORD '${password}'`]
        : []),
    ]);
    renameSync(draft, folder.cluster);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Sets a new password for the owner role when the password file is missing. Postgres must not be running. */
export function ensurePassword(folder: DataFolder, binaries: Binaries, runAs: RunAs): void {
  if (existsSync(folder.password)) return;
  const password = createPassword(folder);
  const statement = `ALTER ROLE ${ownerRole} PASSWORD '${password}'`;
  runStatements({ binaries, cluster: folder.cluster, runAs }, [statement]);
}

function createPassword(folder: DataFolder): string {
  const password = randomBytes(24).toString('base64url');
  writeFileSync(folder.password, password, { mode: 0o600 });
  return password;
}

interface StoppedCluster {
  binaries: Binaries;
  cluster: string;
  runAs: RunAs;
}

/** Runs statements as the superuser, in single-user mode. */
function runStatements({ binaries, cluster, runAs }: StoppedCluster, statements: string[]): void {
  const input = statements.map((statement) => `${statement}\n`).join('');
  runProgram({ file: binaries.postgres, args: ['--single', 'postgres'], cluster, runAs }, input);
}
