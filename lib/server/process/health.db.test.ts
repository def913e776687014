import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeService } from '@/tools/testing/test-database';
import { openTestDatabase, waitForListeners } from '@/tools/testing/test-service';
import { handleHealthRequest, reportStopping } from './health';
import { getService } from './runtime';

const { url } = await openTestDatabase();
let server: Server;

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', url);
  server = createServer((request, response) => {
    if (!handleHealthRequest(request, response)) response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await waitForListeners(getService());
});

afterAll(async () => {
  server.close();
  await closeService(getService());
  vi.unstubAllEnvs();
});

async function get(path: string, method = 'GET') {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method,
  });
  return [response.status, await response.text()];
}

async function readFailures(): Promise<string[]> {
  const [status, body] = await get('/readyz');
  const { checks } = JSON.parse(body as string) as { checks: Record<string, string> };
  const failures = Object.keys(checks).filter((name) => checks[name] !== 'ok');
  expect(status).toBe(failures.length === 0 ? 200 : 503);
  return failures;
}

test('a server with its database is alive and ready', async () => {
  expect(await get('/livez')).toEqual([200, '{"status":"ok"}']);
  expect(await get('/readyz', 'HEAD')).toEqual([200, '']);
  expect(await readFailures()).toEqual([]);
  expect(await get('/readyz', 'POST')).toEqual([404, '']);
});

test('a server whose migrations or functions are not applied is not ready, one with later ones is', async () => {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  for (const table of ['applied', 'functions']) {
    await owner.query(
      `CREATE TEMPORARY TABLE removed AS TABLE migrations.${table}; DELETE FROM migrations.${table}`,
    );
    expect(await readFailures()).toEqual(['schema']);
    await owner.query(`INSERT INTO migrations.${table} TABLE removed; DROP TABLE removed`);
  }
  await owner.query(`INSERT INTO migrations.applied VALUES ('29990101000000_later', '');
    INSERT INTO migrations.functions VALUES ('later', '{}', clock_timestamp())`);
  expect(await readFailures()).toEqual([]);
  await owner.end();
});

// The database outage spec tests a server without its database.
test('a server without the lease of its cache is not ready', async () => {
  const { listener } = getService();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  // No listener can register.
  await owner.query('ALTER FUNCTION register_listener RENAME TO renamed');
  await owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'app-versions listener'`);
  await expect.poll(() => listener.isConnected()).toBe(false);
  expect(await readFailures()).toEqual(['cache_invalidation']);
  await owner.query('ALTER FUNCTION renamed RENAME TO register_listener');
  await owner.end();
  await waitForListeners(getService());
});

test('a server that stops is not ready', async () => {
  reportStopping();
  expect(await readFailures()).toEqual(['not_stopping']);
});
