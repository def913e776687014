import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { backUpDatabase } from '@/tools/backup/backup-database';
import type { Manifest } from '@/tools/backup/manifest';
import { restoreDatabase } from '@/tools/backup/restore-database';
import { rejectOnShutdown } from '@/tools/cli';
import { createBenchApp, disableForcedRowSecurity, loadAccounts } from '@/tools/lab/bench/bench-data';
import { findFreePort } from '@/tools/ports';
import { openDatabase } from '@/tools/postgres/open-database';
import { buildDatabaseUrl, runSql } from '@/tools/postgres/scratch-database';
import { log, runStep } from '@/tools/progress.mjs';
import { createTestEnvironment } from '@/tools/run-package-bin';
import { openTemporaryFolder } from '@/tools/temporary-folder';
import { startServerProcess } from '@/tools/testing/proxied-server';
import { buildObserverUrl } from '@/tools/testing/test-database';
import { testSecretsKey } from '@/tools/testing/test-server';
import { prepareServerConnections } from '@/tools/with-database';
import type { ChaosClient } from './chaos-client';
import { type ChaosEnvironment, openChaosEnvironment } from './chaos-environment';
import { checkAddOns } from './check-add-ons';
import { checkHistory, type Violation } from './check-history';
import {
  checkProtection,
  compareTables,
  cutRun,
  listHistoryTables,
  type RecoveryPoint,
  readTableDigests,
} from './check-restored';
import { openClusterEnvironment } from './cluster-environment';
import { type Defect, injectDefect } from './database-faults';
import {
  addHistories,
  type ChaosReport,
  type CheckReport,
  countViolations,
  formatLost,
  runChaos,
} from './run-chaos';
import { SeededRandom } from './seeded-random';
import { runWorkload, WorkloadProgress } from './workload';

export interface RestoreOptions {
  distDir: string;
  seed: number;
  /** Operations before, during and after the backup. */
  switches: number;
  /** Further rows of `account_history`, in histories of ten. */
  historyRows: number;
  defect: Defect | null;
}

/**
 * Makes a backup while servers work and one at rest (`npm run backup`), restores both into an empty database, and
 * checks the first against the observed responses, and the second against the tables that it was made of.
 */
export async function runRestore(options: RestoreOptions): Promise<CheckReport> {
  const { distDir, seed, switches, historyRows, defect } = options;
  const { path: folder, cleanUp, close } = openTemporaryFolder('restore');
  try {
    // This database is not durable, for its observer role. The restored database is durable.
    const environment = await openChaosEnvironment({ servers: 2, distDir, durable: false, fakeClock: false });
    cleanUp.push(environment.close);
    const { url } = environment.database;
    if (historyRows > 0) {
      await runStep(`creating ${historyRows} history rows`, () =>
        rejectOnShutdown(createHistory(environment, historyRows)),
      );
    }
    const accountIds = await runStep('creating accounts', () => environment.createAccounts(20));
    if (defect) await injectDefect(url, defect);
    const point: RecoveryPoint = { from: 0, to: 0 };
    const busy = join(folder, 'busy');
    let backup: Manifest | null = null;
    log(`${switches} switches, seed ${seed}`);
    const chaos = runChaos(environment, {
      ...{ seed, name: 'op', switches, kills: 0, clients: 16, accountIds },
      accompany: async ({ progress }) => {
        progress.setLimit(Math.floor(switches * 0.75));
        await progress.waitUntilStarted(Math.floor(switches * 0.25));
        point.from = performance.now();
        backup = await backUpDatabase(url, busy, new Date());
        point.to = performance.now();
        progress.setLimit(Number.POSITIVE_INFINITY);
      },
    });
    const report = await rejectOnShutdown(chaos);
    for (const { server } of environment.proxiedServers) await server.kill();
    const expected = await readTableDigests(buildObserverUrl(url));
    const rest = join(folder, 'rest');
    const backupSeconds = await measureSeconds(() => backUpDatabase(url, rest, new Date()));

    const target = await openDatabase({ dataDir: join(folder, 'data') });
    cleanUp.push(target.close);
    const secondUrl = buildDatabaseUrl(target.url, 'second');
    const restoreSeconds = await runStep('restoring the backups', async () => {
      const seconds = await measureSeconds(() => restoreDatabase(target.url, busy));
      await runSql(target.url, 'CREATE DATABASE second');
      await restoreDatabase(secondUrl, rest);
      return seconds;
    });
    const actual = await readTableDigests(secondUrl);
    if (defect === 'protection') await runSql(target.url, 'ALTER TABLE account_history DISABLE TRIGGER USER');
    const checked = await checkRestored(environment, report, target.url, point, options);
    const { tables = [] } = (backup ?? {}) as Partial<Manifest>;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const history = tables.find(({ name }) => name === 'account_history')?.rows ?? 0;
    return {
      figures: [
        [
          'backup',
          `${format(rows)} rows of ${tables.length} tables, ${format(history)} of the history; ` +
            `${((point.to - point.from) / 1000).toFixed(1)} s while 2 servers worked, ${backupSeconds.toFixed(1)} s at rest`,
        ],
        ['restore', `${restoreSeconds.toFixed(1)} s`],
        ['compared', `counts and digests of ${expected.size} tables`],
        ...checked.figures,
      ],
      violations: [...report.violations, ...compareTables(expected, actual), ...checked.violations],
    };
  } finally {
    await close();
  }
}

/**
 * Switches accounts on a cluster that pgBackRest archives, makes a backup meanwhile, restores the state of a time in
 * the middle, and checks that the database has the switches that were acknowledged before and no later one.
 */
export async function runPointInTimeRestore(options: RestoreOptions): Promise<CheckReport> {
  const { distDir, seed, switches, defect } = options;
  const environment = await openClusterEnvironment(distDir);
  const { cluster } = environment;
  if (!cluster) throw new Error('The environment has no cluster.');
  try {
    const accountIds = await runStep('creating accounts', () => environment.createAccounts(20));
    const point: RecoveryPoint = { from: 0, to: 0 };
    const times: string[] = [];
    log(`${switches} switches, seed ${seed}`);
    const chaos = runChaos(environment, {
      ...{ seed, name: 'op', switches, kills: 0, clients: 16, accountIds },
      accompany: async ({ progress }) => {
        progress.setLimit(Math.floor(switches * 0.4));
        await cluster.backups.create();
        for (const [index, share] of [0.4, 0.6, 0.8].entries()) {
          await progress.waitUntilStarted(Math.floor(switches * share));
          const from = performance.now();
          times.push(await readDatabaseTime(cluster.url));
          if (index === 1) Object.assign(point, { from, to: performance.now() });
          progress.setLimit(Math.floor(switches * (share + 0.2)));
        }
        progress.setLimit(Number.POSITIVE_INFINITY);
      },
    });
    const report = await rejectOnShutdown(chaos);
    const [early = '', middle = '', late = ''] = times;
    let time = middle;
    if (defect === 'early') time = early;
    if (defect === 'late') time = late;
    await runStep('archiving', cluster.backups.archive);
    const startedAt = performance.now();
    const restored = await runStep('restoring a point in time', () => cluster.backups.restore({ time }));
    const seconds = (performance.now() - startedAt) / 1000;
    try {
      const checked = await checkRestored(environment, report, restored.url, point, options);
      return {
        figures: [['restore', `to ${time}, in ${seconds.toFixed(1)} s`], ...checked.figures],
        violations: [...report.violations, ...checked.violations],
      };
    } finally {
      await restored.close();
    }
  } finally {
    await environment.close();
  }
}

/** Operations on the restored database. */
const furtherOperations = 200;

/** Starts a server on a restored database, uses it, and checks histories and protection. */
async function checkRestored(
  environment: ChaosEnvironment,
  report: ChaosReport,
  url: string,
  point: RecoveryPoint,
  { distDir, seed }: RestoreOptions,
): Promise<CheckReport> {
  const { app, appKey, database } = environment;
  const violations: Violation[] = [];
  const variables = createTestEnvironment({
    ...(await prepareServerConnections(url, null)),
    ...{ NEXT_DIST_DIR: distDir, RATE_LIMITS: 'off', LOG: 'json', SECRETS_KEY: testSecretsKey, WORKER: 'on' },
  });
  const output = openSync(join(process.env.TEST_LOGS || database.dataDir, 'server-restored.log'), 'a');
  const server = await startServerProcess(await findFreePort(), variables, output);
  try {
    const origins = [`http://127.0.0.1:${server.port}`];
    const client: ChaosClient = { random: new SeededRandom(seed), origins, appKey };
    const accountIds = report.runs.map(({ accountId }) => accountId);
    const further = await runWorkload({
      ...{ seed: seed + 1, name: 'restored', switches: furtherOperations, clients: 8, accountIds, origins },
      versionIds: app.versions.map(({ id }) => id),
      addOnIds: app.addOns.map(({ id }) => id),
      ...{ appKey, progress: new WorkloadProgress() },
    });
    violations.push(...further.violations);
    const counts = { acknowledged: 0, pending: 0, later: 0 };
    for (const run of report.runs) {
      const cut = cutRun(run, point);
      const known = [...cut.operations, ...cut.toggles];
      counts.acknowledged += known.filter(({ outcome }) => outcome.kind === 'acknowledged').length;
      counts.pending += known.filter(({ outcome }) => outcome.kind === 'unknown').length;
      counts.later += run.operations.length + run.toggles.length - known.length;
      const later = further.runs.find(({ accountId }) => accountId === run.accountId)!;
      const observed = {
        accountId: run.accountId,
        operations: [...cut.operations, ...later.operations],
        toggles: [...cut.toggles, ...later.toggles],
        reads: [...cut.reads, ...later.reads],
      };
      // Without an account or a key, everything is lost.
      const lost = { ...observed, history: [], options: [] };
      const all = await addHistories(client, observed).catch(() => lost);
      violations.push(...checkHistory(all), ...checkAddOns(all));
    }
    const withOptions = report.runs.find(({ options }) => options.length > 0);
    const tenant = { appId: app.id, accountId: withOptions?.accountId ?? '' };
    const protection = await checkProtection(url, await listHistoryTables(database.url), tenant);
    violations.push(...protection.violations);
    const statuses = Object.entries(further.statusCounts).map(([status, times]) => `${times} × ${status}`);
    return {
      figures: [
        ['acknowledged', `${format(counts.acknowledged)} before, ${formatLost(violations)}`],
        ['under way', format(counts.pending)],
        ['later', `${format(counts.later)}, ${countViolations(violations, 'no phantom entry')} restored`],
        [
          'protection',
          `${protection.statements} statements, ${countViolations(violations, 'protected history')} not refused`,
        ],
        ['server', `${furtherOperations} operations on the restored database: ${statuses.join(', ')}`],
      ],
      violations,
    };
  } finally {
    await server.kill();
    closeSync(output);
  }
}

/** Creates accounts with ten history rows each in an app of their own. */
async function createHistory({ owner, database }: ChaosEnvironment, rows: number): Promise<void> {
  const app = await createBenchApp(owner, 'restore', { versions: 4, features: 90 });
  const forced = await runSql<{ name: string }>(
    database.url,
    'SELECT oid::regclass::text AS name FROM pg_class WHERE relforcerowsecurity',
  );
  await disableForcedRowSecurity(database.url);
  await loadAccounts(database.url, { appId: app.id, from: 1, to: Math.ceil(rows / 10), entries: 10 });
  for (const { name } of forced) await runSql(database.url, `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`);
}

async function readDatabaseTime(url: string): Promise<string> {
  const [row] = await runSql<{ time: string }>(
    url,
    `SELECT pg_catalog.clock_timestamp() AT TIME ZONE 'UTC' || '+00' AS time`,
  );
  return row?.time ?? '';
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

const format = (number: number) => number.toLocaleString('en-US');
