import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { readFunctionFiles, readMigrations } from '@/lib/db/connection/schema-files';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { rejectOnShutdown } from '@/tools/cli';
import { migrate } from '@/tools/migrate/migrate';
import { findFreePort } from '@/tools/ports';
import { openDatabase } from '@/tools/postgres/open-database';
import { runSql } from '@/tools/postgres/scratch-database';
import { log, runStep } from '@/tools/progress.mjs';
import { projectRoot } from '@/tools/project-root.mjs';
import { createTestEnvironment } from '@/tools/run-package-bin';
import { openTemporaryFolder } from '@/tools/temporary-folder';
import { type ServerProcess, startServerProcess } from '@/tools/testing/proxied-server';
import { testSecretsKey } from '@/tools/testing/test-server';
import { type ChaosClient, sendOnce, sendWithRetries } from './chaos-client';
import { checkAddOns } from './check-add-ons';
import { checkHistory, type Violation } from './check-history';
import { observeWrites } from './cluster-faults';
import type { Defect } from './database-faults';
import { buildRelease, findPreviousRelease, type Release } from './previous-release';
import { addHistories, type CheckReport, formatLost } from './run-chaos';
import { SeededRandom } from './seeded-random';
import { runWorkload, WorkloadProgress } from './workload';

interface RollingUpdateOptions {
  distDir: string;
  seed: number;
  switches: number;
  /** The commit to update from. It is null for the previous release. */
  from: string | null;
  defect: Defect | null;
}

/**
 * Migrates a database while two servers of the previous release serve switches and reads, and then replaces one server after the
 * other, each when it is no longer ready. No request may fail, except during the migration with 503 or 409.
 */
export async function runRollingUpdate(options: RollingUpdateOptions): Promise<CheckReport> {
  const { distDir, seed, switches, from, defect } = options;
  const { path: folder, cleanUp, close } = openTemporaryFolder('update');
  try {
    const release = await buildRelease(from ?? findPreviousRelease());
    cleanUp.push(release.remove);
    const database = await openDatabase({ dataDir: join(folder, 'data') });
    cleanUp.push(database.close);
    const appKey = await runStep('creating the app', async () => createApp(release, database.url, folder));
    const output = openSync(join(process.env.TEST_LOGS || folder, 'servers-update.log'), 'a');
    cleanUp.push(() => closeSync(output));
    const start = async (port: number, root: string) => {
      const variables = createTestEnvironment({
        ...{ DATABASE_URL: database.url, RATE_LIMITS: 'off', LOG: 'json' },
        ...{ SECRETS_KEY: testSecretsKey, WORKER: 'on' },
        ...{ NEXT_DIST_DIR: root === projectRoot ? distDir : '.next', STOP_DELAY_MS: String(stopDelayMs) },
      });
      const server = await startServerProcess(port, variables, output, root);
      cleanUp.push(server.kill);
      return server;
    };
    const servers = [
      await start(await findFreePort(), release.folder),
      await start(await findFreePort(), release.folder),
    ];
    const origins = servers.map(getOrigin);
    const statuses = new Map<string, number>();
    const violations: Violation[] = [];
    let stage = 'before';
    // Clients retry for minutes what always fails.
    const stop = new AbortController();
    const stopped = once(stop.signal, 'abort').then(() => null);
    const client: ChaosClient = { random: new SeededRandom(seed), origins, appKey };
    const { observedId, accountIds, versionIds, addOnIds } = await readCatalog(client);

    log(`${switches} switches, from ${release.commit.slice(0, 7)}, seed ${seed}`);
    const observer = observeWrites({ accountId: observedId, versionIds, appKey, origins }, violations);
    const progress = new WorkloadProgress();
    const workload = runWorkload({
      ...{ seed, name: 'op', switches, clients: 8, accountIds, versionIds, addOnIds },
      ...{ origins, appKey, progress },
      onResponse: (response) => {
        const status = response === null ? 'none' : String(response.status);
        const name = `${stage}: ${status}`;
        statuses.set(name, (statuses.get(name) ?? 0) + 1);
        if (status === '500' && (statuses.get(name) ?? 0) >= maxErrors) stop.abort();
      },
    });
    const enter = async (name: string, share: number) => {
      progress.setLimit(Math.floor(switches * (share + 0.25)));
      await progress.waitUntilStarted(Math.floor(switches * share));
      stage = name;
    };
    const update = async () => {
      await enter('migration', 0.1);
      const startedAt = performance.now();
      const applied = await migrateTwice(database.url, defect);
      const migrationMs = performance.now() - startedAt;
      stage = 'new schema';
      for (const [index, server] of servers.entries()) {
        await enter(index === 0 ? 'new schema' : 'both versions', 0.3 + index * 0.3);
        const exit = await drain(server, origins);
        if (exit !== 'code 0') {
          const message = `a server of the previous release exited with ${exit}`;
          violations.push({ accountId: 'all', invariant: 'expected status', message });
        }
        servers[index] = await start(server.port, projectRoot);
        origins.push(getOrigin(server));
      }
      stage = 'after';
      progress.setLimit(Number.POSITIVE_INFINITY);
      return { applied, migrationMs };
    };
    const outcome = await rejectOnShutdown(Promise.race([Promise.all([update(), workload]), stopped]));
    const missing = release.missing.length > 0 ? release.missing.join(', ') : 'none';
    const figures: CheckReport['figures'] = [
      ['from', `${release.commit.slice(0, 7)}, without these migrations: ${missing}`],
      ['responses', [...statuses].map(([name, times]) => `${name} × ${times}`).join(', ')],
    ];
    if (outcome === null) return { figures, violations: [...violations, ...findErrors(statuses)] };
    const [{ applied, migrationMs }, result] = outcome;
    const longestMs = await observer.stop();
    violations.push(...result.violations, ...findErrors(statuses));
    let entries = 0;
    let acknowledged = 0;
    for (const clientRun of result.runs) {
      const run = await addHistories(client, clientRun);
      entries += run.history.length + run.options.length;
      acknowledged += [...run.operations, ...run.toggles].filter(
        ({ outcome }) => outcome.kind === 'acknowledged',
      ).length;
      violations.push(...checkHistory(run), ...checkAddOns(run));
    }
    figures.push(
      ['migrated', `${applied.length} steps in ${(migrationMs / 1000).toFixed(1)} s`],
      ['acknowledged', `${acknowledged}, ${formatLost(violations)}`],
      ['entries', String(entries)],
      ['without writes', `${(longestMs / 1000).toFixed(1)} s at most`],
    );
    return { figures, violations };
  } finally {
    await close();
  }
}

/** Responses with status 500 after which a run ends. */
const maxErrors = 20;

/** Time for which a server accepts requests after SIGTERM. */
const stopDelayMs = 1500;

const getOrigin = ({ port }: ServerProcess) => `http://127.0.0.1:${port}`;

/** Stops a server as behind a load balancer, which sends it no requests when it is no longer ready. Returns its exit code. */
async function drain(server: ServerProcess, origins: string[]): Promise<string> {
  const exited = server.stop();
  while ((await fetch(`${getOrigin(server)}/readyz`)).status === 200) await sleep(50);
  origins.splice(origins.indexOf(getOrigin(server)), 1);
  return exited;
}

/** Creates an app with the commands of the release, which also migrate the database. Returns an app key. */
function createApp(release: Release, url: string, folder: string): string {
  const features = ['a', 'b', 'c', 'd'];
  const plans = Object.fromEntries(
    features.map((_, index) => [
      `PLAN_${index}`,
      { price: index * 10, features: features.slice(0, index + 1) },
    ]),
  );
  const addOns = { EXTRA: { price: 5, features: ['d'], availableFor: ['PLAN_0', 'PLAN_1', 'PLAN_2'] } };
  const file = join(folder, 'plans.yml');
  writeFileSync(file, buildPriceListText({ plans, features, addOns }));
  release.run(['catalog', 'apply', file, '--app', 'update'], { DATABASE_URL: url });
  return release.run(['key', 'create', '--app', 'update'], { DATABASE_URL: url });
}

const accountSchema = z.object({ data: z.object({ account_id: z.string() }) });
const versionsSchema = z.object({ data: z.object({ versions: z.array(z.object({ id: z.string() })) }) });
const addOnsSchema = z.object({
  data: z.object({ optional_features: z.array(z.object({ id: z.string() })) }),
});

/** Creates accounts and reads the ids of the catalog, through a server. One account is that of `observeWrites`. */
async function readCatalog(client: ChaosClient) {
  const ids: string[] = [];
  for (let number = 0; number <= 20; number += 1) {
    const request = {
      accountId: null,
      path: `/accounts/${number}`,
      method: 'PUT',
      body: { title: `Account ${number}` },
    };
    const { response } = await sendWithRetries(client, request);
    ids.push(accountSchema.parse(response?.body).data.account_id);
  }
  const [observedId = '', ...accountIds] = ids;
  const versions = await sendOnce(client, { accountId: observedId, path: '/app/versions' });
  const addOns = await sendOnce(client, { accountId: observedId, path: '/app/optional-features' });
  return {
    ...{ observedId, accountIds },
    versionIds: versionsSchema.parse(versions?.body).data.versions.map(({ id }) => id),
    addOnIds: addOnsSchema.parse(addOns?.body).data.optional_features.map(({ id }) => id),
  };
}

/**
 * Migrates to this version, and to one as the next could be: a migration for each table, which adds a column, and all functions
 * replaced. In one transaction, the migrations could deadlock with the servers. With the defect, a function is dropped that the
 * servers of the previous release call.
 */
async function migrateTwice(url: string, defect: Defect | null): Promise<string[]> {
  const applied = await migrate(url);
  const tables = await runSql<{ name: string }>(
    url,
    `SELECT relname::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  const migrations = tables.map(({ name }, index) => ({
    name: `${29990101000000 + index}_next`,
    sql: `ALTER TABLE "${name}" ADD COLUMN added_later text DEFAULT 'x';`,
  }));
  const removed = defect === 'contract' ? 'read_account_state.sql' : null;
  const next = {
    migrations: [...readMigrations(projectRoot), ...migrations],
    functionFiles: [
      ...readFunctionFiles(projectRoot).filter(({ name }) => name !== removed),
      { name: 'next.sql', sql: '-- Of the next version.' },
    ],
  };
  return [...applied, ...(await migrate(url, next))];
}

/** Requests without a response and server errors, except 503 during the migration. The workload checks the other statuses. */
function findErrors(statuses: Map<string, number>): Violation[] {
  return [...statuses]
    .filter(([name]) => / (none|5\d\d)$/.test(name) && name !== 'migration: 503')
    .map(([name, times]) => ({
      accountId: 'all',
      invariant: 'expected status',
      message: `${name}, ${times} times`,
    }));
}
