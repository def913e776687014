import { join } from 'node:path';
import { CliError } from '@/tools/cli';
import { findFreePort } from '@/tools/ports';
import { runSql } from '@/tools/postgres/scratch-database';
import { waitUntil } from '@/tools/testing/wait-until';
import { ClusterProcess, type ClusterUser, killPostgres, runClusterCommand } from './cluster-process';

/** Backups of the cluster by pgBackRest, as in `docs/operations.md#a-cluster`. */
export interface PointInTimeBackups {
  create(): Promise<void>;
  /** Waits until everything that is committed now is archived. */
  archive(): Promise<void>;
  /**
   * Restores the last state before a time of the database, in PostgreSQL's text format, in a new folder, and starts
   * PostgreSQL on it. With `immediate`, restores the state of the backup. Can be called once.
   */
  restore(target: { time: string } | 'immediate'): Promise<RestoredDatabase>;
}

export interface RestoredDatabase {
  /** The database as the owner, and as the superuser. */
  url: string;
  superuserUrl: string;
  close(): Promise<void>;
}

interface BackupOptions {
  folder: string;
  user: ClusterUser;
  /** The database as the owner. The superuser has the same password. */
  ownerUrl: string;
  /** The configuration file of the current primary. */
  findConfig(): Promise<string>;
  /** Writes the configuration file of a folder. Returns its path. */
  configure(name: string, port: number): string;
}

const binFolder = '/usr/lib/postgresql/15/bin';

/** Creates the stanza of a cluster. It can be archived and restored from the first backup on. */
export async function openPointInTimeBackups(options: BackupOptions): Promise<PointInTimeBackups> {
  const { folder, user, ownerUrl, findConfig, configure } = options;
  const run = (config: string, args: string[]) =>
    runClusterCommand(['pgbackrest', `--config=${config}`, '--stanza=app-versions', ...args], user);
  const withUser = (url: string, name: string) => Object.assign(new URL(url), { username: name }).href;
  await run(await findConfig(), ['stanza-create']);
  return {
    create: async () => run(await findConfig(), ['--type=full', 'backup']),
    archive: () => archiveWal(withUser(ownerUrl, 'postgres')),
    restore: async (target) => {
      const port = await findFreePort();
      const config = configure('restored', port);
      const type = target === 'immediate' ? ['--type=immediate'] : ['--type=time', `--target=${target.time}`];
      await run(config, [...type, '--target-action=promote', 'restore']);
      const dataFolder = join(folder, 'restored/data');
      const settings = {
        port,
        listen_addresses: '127.0.0.1',
        unix_socket_directories: join(folder, 'restored'),
        // Patroni has written the paths of the primary.
        hba_file: join(dataFolder, 'pg_hba.conf'),
        ident_file: join(dataFolder, 'pg_ident.conf'),
        // The archive stays that of the cluster.
        archive_mode: 'off',
        synchronous_standby_names: '',
      };
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const postgres = new ClusterProcess('restored', [`${binFolder}/postgres`, '-D', dataFolder, ...args], {
        logFile: join(folder, 'restored.log'),
        user,
      });
      const url = Object.assign(new URL(ownerUrl), { port: String(port) }).href;
      const superuserUrl = withUser(url, 'postgres');
      await postgres.start(() => isPrimary(superuserUrl));
      const close = async () => {
        await killPostgres(dataFolder);
        await postgres.kill();
      };
      return { url, superuserUrl, close };
    },
  };
}

/** Ends the current WAL segment and waits until pgBackRest has it. */
async function archiveWal(superuserUrl: string): Promise<void> {
  try {
    const [segment] = await runSql<{ name: string }>(
      superuserUrl,
      'SELECT pg_walfile_name(pg_switch_wal()) AS name',
    );
    await waitUntil(
      () => `The WAL segment ${segment?.name} was not archived.`,
      async () => {
        const [state] = await runSql<{ archived: boolean }>(
          superuserUrl,
          'SELECT coalesce(last_archived_wal >= $1, false) AS archived FROM pg_stat_archiver',
          [segment?.name],
        );
        return state?.archived ?? false;
      },
    );
  } catch (error) {
    throw new CliError(`The changes could not be archived: ${(error as Error).message}`);
  }
}

function isPrimary(url: string): Promise<boolean> {
  return runSql<{ primary: boolean }>(url, 'SELECT NOT pg_is_in_recovery() AS primary').then(
    ([row]) => row?.primary ?? false,
    () => false,
  );
}
