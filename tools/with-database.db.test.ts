import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { createKey } from '@/lib/db/access';
import {
  commandLimits,
  type Database,
  defaultConnectionLimits,
  openClient,
  openPool,
  runtimeRole,
} from '@/lib/db/connection/client';
import { switchVersion } from '@/lib/domain/changes/switch-version';
import { type ListenerEvent, openService, type Service } from '@/lib/domain/service';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildApp } from '@/prisma/factories/build-app';
import { buildDatabaseUrl, createDatabaseName, dropDatabase, runSql } from './postgres/scratch-database';
import { changeInput, createAccountCaller } from './testing/callers';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from './testing/pgbouncer';
import { closeService, createTestDatabase, type TestDatabase } from './testing/test-database';
import { prepareDatabase, withOwnerClient } from './with-database';

// A second owner, with a database and a runtime role of its own, on the server of the other tests. Its runtime role logs in.

const ownerName = `second_${randomBytes(4).toString('hex')}`;
const role = `${runtimeRole}_${ownerName}`;
const name = createDatabaseName('second');
const poolers: PgBouncer[] = [];
const services: Service[] = [];
/** Of the first owner, whose runtime role has the usual name. */
let first: TestDatabase;
let serverUrl: string;
let url: string;
/** Logs in as the runtime role, directly. */
let runtimeUrl: string;
let environment: Record<string, string>;

beforeAll(async () => {
  serverUrl = process.env.DATABASE_URL ?? '';
  first = await createTestDatabase();
  await runSql(serverUrl, `CREATE ROLE "${ownerName}" LOGIN CREATEROLE CREATEDB PASSWORD 'owner'`);
  const asOwner = Object.assign(new URL(serverUrl), { username: ownerName, password: 'owner' }).href;
  await runSql(asOwner, `CREATE DATABASE "${name}"`);
  url = buildDatabaseUrl(asOwner, name);
  runtimeUrl = Object.assign(new URL(url), { username: role, password: 'runtime' }).href;
  environment = await prepare(url, runtimeUrl);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(services.splice(0).map(closeService));
  await Promise.all(poolers.splice(0).map((pooler) => pooler.stop()));
});

afterAll(async () => {
  const asOwner = Object.assign(new URL(serverUrl), { username: ownerName, password: 'owner' }).href;
  await dropDatabase(asOwner, name);
  await runSql(asOwner, `DROP ROLE "${role}"`);
  await runSql(serverUrl, `DROP ROLE "${ownerName}"`);
  await first.drop();
});

/** The environment variables of a server with these URLs. */
async function prepare(databaseUrl: string, poolUrl: string): Promise<Record<string, string>> {
  vi.stubEnv('DATABASE_POOL_URL', poolUrl);
  const noop = async () => {};
  return prepareDatabase({
    url: databaseUrl,
    embedded: false,
    dataDir: null,
    restartIfStopped: noop,
    close: noop,
  });
}

async function query(target: string, sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  try {
    return (await client.query(sql)).rows[0] ?? {};
  } finally {
    await client.end();
  }
}

async function withOwner<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const owner = openClient(url, { as: 'owner' });
  try {
    return await work(owner);
  } finally {
    await owner.$disconnect();
  }
}

test('another owner in the same cluster gets a runtime role of its own, which logs in itself', async () => {
  expect(environment).toMatchObject({
    DATABASE_URL: runtimeUrl,
    DATABASE_POOL_URL: runtimeUrl,
    DATABASE_ROLE: role,
  });
  expect(
    await query(
      runtimeUrl,
      `SELECT session_user::text AS role, current_setting('lock_timeout') AS lock, current_setting('timezone') AS zone, current_setting('jit') AS jit,
         has_table_privilege('${runtimeRole}', 'accounts', 'SELECT') AS shared`,
    ),
  ).toEqual({ role, lock: '3s', zone: 'UTC', jit: 'off', shared: false });
  await expect(query(runtimeUrl, `SET ROLE "${ownerName}"`)).rejects.toThrow('permission denied to set role');
});

test('an embedded database gets the demo only without DEFAULT_APP and PUBLIC_ORIGIN', async () => {
  const database = await createTestDatabase();
  const noop = async () => {};
  const embedded = { url: database.url, embedded: true, dataDir: null, restartIfStopped: noop, close: noop };
  const listApps = () => runSql<{ slug: string }>(database.url, 'SELECT slug FROM apps');
  vi.stubEnv('DATABASE_URL', '');
  try {
    for (const name of ['DEFAULT_APP', 'PUBLIC_ORIGIN']) {
      vi.stubEnv(name, 'https://plans.example');
      expect(await prepareDatabase(embedded)).toMatchObject({ APP_VERSIONS_DEMO: '0' });
      expect(await listApps()).toEqual([]);
      vi.stubEnv(name, '');
    }
    expect(await prepareDatabase(embedded)).toMatchObject({ APP_VERSIONS_DEMO: '1', DEFAULT_APP: 'demo' });
    expect(await listApps()).toEqual([{ slug: 'demo' }]);
  } finally {
    await database.drop();
  }
});

test('an owner that can not create roles is rejected, and nothing is changed', async () => {
  const scratch = createDatabaseName('scratch');
  await runSql(url, `CREATE DATABASE "${scratch}"`);
  await runSql(serverUrl, `ALTER ROLE "${ownerName}" NOCREATEROLE`);
  const scratchUrl = buildDatabaseUrl(url, scratch);
  try {
    await expect(prepare(scratchUrl, '')).rejects.toThrow(`ALTER ROLE "${ownerName}" CREATEROLE`);
    expect(
      await query(scratchUrl, 'SELECT count(*)::int FROM pg_tables WHERE schemaname = $$public$$'),
    ).toEqual({
      count: 0,
    });
  } finally {
    await runSql(serverUrl, `ALTER ROLE "${ownerName}" CREATEROLE`);
    await dropDatabase(url, scratch);
  }
});

test('a command that waits for a lock gives up', async () => {
  vi.stubEnv('DATABASE_URL', url);
  const limits = { ...commandLimits, lockTimeoutMs: 200 };
  await withOwner(async (holder) => {
    const client = await holder.pool.connect();
    await client.query('BEGIN; LOCK TABLE apps');
    const count = withOwnerClient((db) => db.app.count(), limits);
    await expect(count).rejects.toThrow('Gave up: another process held a lock for 0.2 seconds.');
    await client.query('ROLLBACK');
    client.release();
    expect(await withOwnerClient((db) => db.app.count(), limits)).toBe(0);
  });
});

test('a pool URL with another user is rejected', async () => {
  await expect(prepare(url, url)).rejects.toThrow(
    `DATABASE_POOL_URL logs in as "${ownerName}". Use the role of the server, "${role}".`,
  );
});

// The Debian package pgbouncer has the real pooler. It is not on the npm registry, and tests install nothing.
describe.skipIf(!hasPgBouncer)('through PgBouncer', () => {
  async function startPooler(mode: 'session' | 'transaction', ignored?: string): Promise<PgBouncer> {
    const pooler = await startPgBouncer({ mode, urls: [url, runtimeUrl], ...(ignored && { ignored }) });
    poolers.push(pooler);
    return pooler;
  }

  test.each(['transaction', 'session'] as const)('in %s mode, a server works', async (mode) => {
    const pooler = await startPooler(mode);
    const variables = await prepare(url, pooler.pool(runtimeUrl));
    expect(variables).toMatchObject({ DATABASE_URL: runtimeUrl, DATABASE_POOL_URL: pooler.pool(runtimeUrl) });
    const open = () => openService(runtimeUrl, { poolUrl: pooler.pool(runtimeUrl), role });
    services.push(open(), open());
    await expect.poll(() => services.every(({ listener }) => listener.isConnected())).toBe(true);
    const { app, accounts } = await withOwner(async (owner) => {
      const app = await buildApp(owner, { versions: 2 });
      const accounts = [];
      for (let index = 0; index < 8; index += 1) {
        accounts.push(await buildAccount(owner, app, { history: app.versions.slice(0, 1) }));
      }
      return { app, accounts };
    });
    const changes = accounts.flatMap((account, index) => {
      const service = services[index % 2] as Service;
      const caller = createAccountCaller(app, account);
      const key = { appId: app.id, accountId: account.id, role: 'owner', name: 'Key' } as const;
      return [
        switchVersion(service, caller, { ...changeInput, versionId: app.versions[1]?.id ?? '' }),
        createKey(service.db, { ...key, expiresAt: null }, makeId),
      ];
    });
    const results = await Promise.all(changes);
    expect(results).toHaveLength(16);
    expect(services.map(({ listener }) => listener.counts.timeouts)).toEqual([0, 0]);
    // No session of the pooler keeps a lock.
    const state = await query(
      url,
      `SELECT count(*)::int AS locks FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE a.application_name = 'app-versions runtime' AND l.locktype = 'advisory'`,
    );
    expect(state).toEqual({ locks: 0 });
  });

  test('in transaction mode, a connection without the settings of the role is refused', async () => {
    await runSql(url, `ALTER ROLE "${role}" IN DATABASE "${name}" RESET statement_timeout`);
    const pooler = await startPooler('transaction');
    const pool = openPool(pooler.pool(runtimeUrl), { as: 'runtime', role, pooled: true });
    await expect(pool.connect()).rejects.toThrow(
      /: statement_timeout is 0 instead of 3000\. `npm start` sets them/,
    );
    await prepare(url, runtimeUrl);
    // The pooler still has the connections of before.
    await expect(pool.connect()).rejects.toThrow(/RECONNECT/);
    await pool.end();
  });

  test('a pooler that drops the startup options is refused', async () => {
    const pooler = await startPooler('session', 'options');
    await expect(prepare(pooler.pool(url), '')).rejects.toThrow(
      `role is ${ownerName} instead of ${role}, statement_timeout is 0 instead of 3000`,
    );
  });

  test('DATABASE_URL must not lead to a pooler in transaction mode', async () => {
    const pooler = await startPooler('transaction', 'options');
    await expect(prepare(pooler.pool(url), runtimeUrl)).rejects.toThrow(
      /^DATABASE_URL leads to a connection pooler in transaction mode/,
    );
    const events: ListenerEvent[] = [];
    const onListenerEvent = (event: ListenerEvent) => events.push(event);
    const service = openService(pooler.pool(runtimeUrl), {
      role,
      limits: defaultConnectionLimits,
      onListenerEvent,
    });
    services.push(service);
    await expect
      .poll(() => events[0])
      .toMatchObject({ type: 'disconnected', error: { code: 'UNSAFE_CONNECTION' } });
    expect(service.listener.isConnected()).toBe(false);
  });
});
