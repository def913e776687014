import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAppBySlug } from '@/lib/db/catalog';
import { openService } from '@/lib/domain/service';
import { listEvents } from '@/lib/domain/webhooks/events';
import { createWebhookEndpoint } from '@/lib/domain/webhooks/webhook-endpoints';
import { seed } from '@/prisma/seed';
import {
  buildDatabaseUrl,
  createDatabaseName,
  dropDatabase,
  runSql,
} from '@/tools/postgres/scratch-database';
import { closeService, createTestDatabase, type TestDatabase } from '@/tools/testing/test-database';
import { backUpDatabase } from './backup-database';
import { type Manifest, manifestName, tableFile } from './manifest';
import { restoreDatabase } from './restore-database';

let database: TestDatabase;
let folder: string;
let backup: string;
let manifest: Manifest;
const restored: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'app-versions-backup-test-'));
  backup = join(folder, 'backup');
  await seed(database.url, () => {});
  await withService(database.url, async (service) => {
    const app = (await findAppBySlug(service.db, 'demo'))!;
    await createWebhookEndpoint(service, { app }, { url: 'https://host.example/', types: [] });
  });
  manifest = await backUpDatabase(database.url, backup, new Date('2026-11-22T04:00:00Z'));
});

afterAll(async () => {
  for (const name of restored) await dropDatabase(database.url, name);
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function withService<T>(
  url: string,
  work: (service: ReturnType<typeof openService>) => Promise<T>,
): Promise<T> {
  const service = openService(url, { secretsKey: new Uint8Array(32) });
  try {
    return await work(service);
  } finally {
    await closeService(service);
  }
}

/** Creates an empty database without any migration. */
async function createEmptyDatabase(): Promise<string> {
  const name = createDatabaseName('restore');
  await runSql(database.url, `CREATE DATABASE "${name}"`);
  restored.push(name);
  return buildDatabaseUrl(database.url, name);
}

/** Row counts and hashes by table, except those with transaction IDs, which a restore changes. */
const contentOf = ({ tables }: Manifest) =>
  tables.filter(({ columns }) => !columns.some((column) => column.endsWith('xid')));

test('a backup has the rows of all tenants', async () => {
  const observer = new pg.Client({ connectionString: database.observerUrl });
  await observer.connect();
  expect(manifest.tables.length).toBeGreaterThan(15);
  for (const { name, rows } of manifest.tables) {
    const { rows: counts } = await observer.query(`SELECT count(*)::int AS count FROM "${name}"`);
    expect([name, rows]).toEqual([name, counts[0]?.count]);
  }
  await observer.end();
  expect(manifest.tables.find(({ name }) => name === 'account_history')?.rows).toBeGreaterThan(10);
});

/** A database that the backup was restored into. */
let url: string;

test('a restored database has the same content, and protects it in the same way', async () => {
  url = await createEmptyDatabase();
  expect(await restoreDatabase(url, backup)).toEqual(manifest);
  const second = await backUpDatabase(url, join(folder, 'second'), new Date());
  expect(contentOf(second)).toEqual(contentOf(manifest));
  expect(second.tables.map(({ name, rows }) => [name, rows])).toEqual(
    manifest.tables.map(({ name, rows }) => [name, rows]),
  );
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  expect((await owner.query('SELECT FROM accounts')).rowCount).toBe(0);
  await owner.query(`SELECT set_config('tenant.app_id', app_id, false) FROM versions`);
  for (const change of ['TRUNCATE account_history', 'TRUNCATE version_snapshots CASCADE'])
    await expect(owner.query(change)).rejects.toThrow(/append-only/);
  const security = (of: pg.Client) =>
    of.query(
      `SELECT relname, relforcerowsecurity, relrowsecurity, (SELECT string_agg(tgname || tgenabled::text, ' ' ORDER BY tgname)
         FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal) AS triggers
       FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
    );
  const original = new pg.Client({ connectionString: database.url });
  await original.connect();
  expect((await security(owner)).rows).toEqual((await security(original)).rows);
  await original.end();
  await owner.end();
});

test('events keep their order after a restore, and a cursor from before is rejected', async () => {
  const list = (target: string, after: { xid: string; id: string } | null) =>
    withService(target, async (service) => {
      const app = (await findAppBySlug(service.db, 'demo'))!;
      return listEvents(service, { app }, { accountId: null, types: null }, { after, limit: 1000 });
    });
  const before = await list(database.url, null);
  const after = await list(url, null);
  expect(before.events.length).toBeGreaterThan(3);
  expect(after.events).toEqual(before.events);
  expect(BigInt(after.next.xid)).toBeLessThan(0n);
  expect((await list(url, after.next)).events).toEqual([]);
  const future = { xid: String(2n ** 40n), id: '' };
  await expect(list(url, future)).rejects.toThrow('start without a cursor.');
});

test('a backup is refused where it would be incomplete or replace data', async () => {
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query('ALTER POLICY "backup" ON accounts RENAME TO other');
  const incomplete = join(folder, 'incomplete');
  await expect(backUpDatabase(database.url, incomplete, new Date())).rejects.toThrow(
    /hides rows of accounts:/,
  );
  expect(readdirSync(folder).filter((name) => name.startsWith('incomplete'))).toEqual([]);
  await owner.query('ALTER POLICY other ON accounts RENAME TO "backup"');
  await owner.end();

  await expect(backUpDatabase(database.url, backup, new Date())).rejects.toThrow(
    /exists\. Nothing was written/,
  );
  await expect(restoreDatabase(database.url, backup)).rejects.toThrow(/The database has data/);
  await expect(restoreDatabase(database.url, folder)).rejects.toThrow(/is not a backup/);
});

test.each([
  [
    'a table file that was cut off',
    (copy: string) => cut(tableFile(copy, 'account_history')),
    /can't be restored/,
  ],
  [
    'rows that the manifest does not list',
    (copy: string) => editManifest(copy, (each) => ({ ...each, sha256: '0'.repeat(64) })),
    /is damaged/,
  ],
  [
    'migrations of a newer version',
    (copy: string) => editManifest(copy, (each) => each, ['29990101000000_later']),
    /migrations that this version does not have \(29990101000000_later\), .*with the version that made it/,
  ],
  [
    'a manifest that lacks tables',
    (copy: string) => {
      const file = join(copy, manifestName);
      const content: Manifest = JSON.parse(readFileSync(file, 'utf8'));
      const tables = content.tables.filter(
        ({ name }) => !/^(webhook_|idempotency|account_history)/.test(name),
      );
      writeFileSync(file, JSON.stringify({ ...content, tables }));
    },
    /nothing was restored: it has other tables or columns than its migrations \(account_history, .*with the version that made it/,
  ],
])('a backup with %s is rejected as a whole', async (_, damage, message) => {
  const copy = join(folder, `damaged-${Math.random()}`);
  cpSync(backup, copy, { recursive: true });
  damage(copy);
  const empty = await createTestDatabase();
  await expect(restoreDatabase(empty.url, copy)).rejects.toThrow(message);
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  expect((await client.query('SELECT FROM apps')).rowCount).toBe(0);
  await client.end();
  await empty.drop();
});

test('a backup and a restore say what to do if the database does not respond', async () => {
  const nowhere = 'postgres://nobody@127.0.0.1:1/none';
  const message = /^Can't connect to the database: nothing listens on 127\.0\.0\.1:1; /;
  await expect(backUpDatabase(nowhere, join(folder, 'nowhere'), new Date())).rejects.toThrow(message);
  await expect(restoreDatabase(nowhere, backup)).rejects.toThrow(message);
});

test('only an incomplete backup of this command is replaced', async () => {
  const target = join(folder, 'third');
  const draft = `${target}.incomplete`;
  mkdirSync(draft);
  writeFileSync(join(draft, 'notes.txt'), 'mine');
  await expect(backUpDatabase(database.url, target, new Date())).rejects.toThrow(
    /third\.incomplete exists, and is not an incomplete backup/,
  );
  expect(readdirSync(draft)).toEqual(['notes.txt']);
  writeFileSync(join(draft, '.incomplete-backup'), '');
  await backUpDatabase(database.url, target, new Date());
  expect(readdirSync(folder)).not.toContain('third.incomplete');
  expect(readdirSync(target)).not.toContain('.incomplete-backup');
});

function cut(file: string): void {
  const content = readFileSync(file);
  writeFileSync(file, content.subarray(0, content.length - 20));
}

function editManifest(
  copy: string,
  edit: (table: Manifest['tables'][number]) => Manifest['tables'][number],
  later: string[] = [],
): void {
  const file = join(copy, manifestName);
  const content: Manifest = JSON.parse(readFileSync(file, 'utf8'));
  const changed = {
    ...content,
    migrations: [...content.migrations, ...later],
    tables: content.tables.map((table) => (table.name === 'account_history' ? edit(table) : table)),
  };
  writeFileSync(file, JSON.stringify(changed));
}
