import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@/lib/ops/operator-error';
import type { Binaries } from './binaries';
import type { DataFolder } from './data-folder';
import type { RunAs } from './run-as';
import { runOnCluster } from './spawn-postgres';

/** The role that owns the database, and the database. */
export const ownerRole = 'app_versions';
export const databaseName = 'app_versions';

/** Reads every row, past row-level security, for tests to look with. Only throwaway clusters have it. */
export const observerRole = 'app_versions_observer';

export interface ClusterOptions {
  /** For tests: a crash may cost the data, and there is a role that reads every row. */
  throwaway: boolean;
}

/** Only this machine gets in, and only with the password. The superuser has none, and so no way in at all. */
const accessRules = 'host all all 127.0.0.1/32 scram-sha-256\n';

/** Whether the data folder holds a cluster. A folder that holds something else is left alone. */
export function hasCluster({ cluster }: DataFolder, { major }: Binaries): boolean {
  if (!existsSync(cluster)) return false;
  const versionFile = join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    throw new OperatorError(
      `${cluster} is not a Postgres data folder. Move it away to begin with an empty database.`,
    );
  }
  const found = readFileSync(versionFile, 'utf8').trim();
  if (found !== major) {
    throw new OperatorError(
      `${cluster} was made by Postgres ${found}; the one here is ${major} and can't read it.\n` +
        'Check out the version of the project that made it and dump it, or move it away to begin anew.',
    );
  }
  return true;
}

/** Makes a new cluster with the owner's role and database. It is put in its place whole or not at all. */
export function makeCluster(
  folder: DataFolder,
  binaries: Binaries,
  runAs: RunAs,
  { throwaway }: ClusterOptions,
): void {
  const draft = `${folder.cluster}.draft`;
  rmSync(draft, { recursive: true, force: true });
  try {
    mkdirSync(draft, { mode: 0o700 });
    if (runAs) chownSync(draft, runAs.uid, runAs.gid);
    // The same text everywhere, whatever locales the system has.
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const args = ['--username=postgres', '--auth=reject', '--no-instructions', ...locale];
    if (throwaway) args.push('--no-sync');
    runOnCluster({ file: binaries.initdb, args, cluster: draft, runAs });
    writeFileSync(join(draft, 'pg_hba.conf'), accessRules);
    const password = makePassword(folder);
    runStatements({ binaries, cluster: draft, runAs }, [
      // No superuser, so that row-level security binds the owner here as on a hosted database.
      `CREATE ROLE ${ownerRole} LOGIN CREATEDB CREATEROLE NOSUPERUSER PASSWORD '${password}'`,
      `CREATE DATABASE ${databaseName} OWNER ${ownerRole}`,
      ...(throwaway
        ? [`CREATE ROLE ${observerRole} LOGIN BYPASSRLS IN ROLE pg_read_all_data PASSWORD '${password}'`]
        : []),
    ]);
    renameSync(draft, folder.cluster);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Gives the owner a new password where the file with the old one was lost. Postgres must not be running. */
export function ensurePassword(folder: DataFolder, binaries: Binaries, runAs: RunAs): void {
  if (existsSync(folder.password)) return;
  const password = makePassword(folder);
  const statement = `ALTER ROLE ${ownerRole} PASSWORD '${password}'`;
  runStatements({ binaries, cluster: folder.cluster, runAs }, [statement]);
}

function makePassword(folder: DataFolder): string {
  const password = randomBytes(24).toString('base64url');
  writeFileSync(folder.password, password, { mode: 0o600 });
  return password;
}

interface Stopped {
  binaries: Binaries;
  cluster: string;
  runAs: RunAs;
}

/** Runs statements as the superuser, who can't log in, on a cluster that no server runs on. */
function runStatements({ binaries, ...on }: Stopped, statements: string[]): void {
  const input = statements.map((statement) => `${statement}\n`).join('');
  runOnCluster({ file: binaries.postgres, args: ['--single', 'postgres'], ...on }, input);
}
