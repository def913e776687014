import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { getProcessIdentity, isProcessAlive } from '@/tools/process-lock.mjs';
import { projectRoot } from '@/tools/project-root.mjs';
import { openDatabase, stopUnusedDatabase } from './open-database';
import { findPostmaster } from './postmaster';

const temporary = true;
let dataDir: string;
let cluster: string;
const others: ChildProcess[] = [];

// Only its owner has access to such a folder, as to a project in root's home directory.
const template = mkdtempSync(join(tmpdir(), 'app-versions-test-'));
beforeAll(async () => {
  const { url, close } = await openDatabase({ dataDir: template, temporary });
  await querySql(url, 'CREATE TABLE kept AS SELECT 1 AS one');
  await close();
});
afterAll(() => rmSync(template, { recursive: true }));

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'app-versions-test-'));
  cluster = join(dataDir, 'postgres');
  // Copying a cluster is faster than creating one for each test.
  spawnSync('cp', ['-a', `${template}/.`, dataDir]);
});
afterEach(async () => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
  await stopUnusedDatabase(dataDir);
  rmSync(dataDir, { recursive: true });
});

it('creates the database on first use, keeps its data, logs, and stops it after the last use', async () => {
  expect(findPostmaster(join(template, 'postgres'))).toBeNull();
  const { url, close } = await openDatabase({ dataDir, temporary });
  expect(await querySql(url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
  await close();
  expect(readdirSync(join(dataDir, 'pids'))).toEqual([]);
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('ready to accept connections');
});

it('gives the owner role no superuser rights and requires its password, and has no locale', async () => {
  const { url, close } = await openDatabase({ dataDir, temporary });
  const [role] = await querySql(
    url,
    'SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user',
  );
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false });
  const guess = Object.assign(new URL(url), { password: 'guess' }).href;
  await expect(querySql(guess, 'SELECT 1')).rejects.toThrow('password authentication failed');
  const superuser = Object.assign(new URL(url), { username: 'postgres' }).href;
  await expect(querySql(superuser, 'SELECT 1')).rejects.toThrow('password authentication failed');
  expect(statSync(join(dataDir, 'password')).mode & 0o077).toBe(0);
  // Text is UTF-8, in the order of code points, whatever the locale of the system.
  const sql = `SELECT string_agg(x, '' ORDER BY x) AS text FROM unnest(ARRAY['b', 'B', 'ä', 'a']) x`;
  expect(await querySql(url, sql)).toEqual([{ text: 'Babä' }]);
  await close();
});

it('shares the database between processes and stops it when the last one closes it', async () => {
  const [mine, theirs] = await Promise.all([openDatabase({ dataDir, temporary }), openInChildProcess()]);
  expect(theirs.url).toBe(mine.url);
  await mine.close();
  expect(await querySql(theirs.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  theirs.process.stdin?.end();
  await once(theirs.process, 'exit');
  expect(findPostmaster(cluster)).toBeNull();
});

it('uses a running database whose last process was killed', async () => {
  const theirs = await openInChildProcess();
  theirs.process.kill('SIGKILL');
  await once(theirs.process, 'exit');
  const mine = await openDatabase({ dataDir, temporary });
  expect(mine.url).toBe(theirs.url);
  await mine.close();
  expect(findPostmaster(cluster)).toBeNull();
});

it('restarts a killed database at the same URL, with all committed data', async () => {
  const { url, restartIfStopped, close } = await openDatabase({ dataDir });
  await querySql(url, 'INSERT INTO kept VALUES (2)');
  process.kill(findPostmaster(cluster)?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => findPostmaster(cluster)).toBeNull();
  await restartIfStopped();
  expect(await querySql(url, 'SELECT one FROM kept')).toEqual([{ one: 1 }, { one: 2 }]);
  await close();
});

it('starts when another program has the process id in postmaster.pid', async () => {
  const { uid, gid } = statSync(cluster);
  const identity = process.getuid?.() === 0 ? { uid, gid } : {};
  const other = spawn('sleep', ['60'], { ...identity, cwd: '/' });
  others.push(other);
  const lines = [other.pid, cluster, 1, 40_000, '', '127.0.0.1', ' 1 2', 'ready   ', ''];
  writeFileSync(join(cluster, 'postmaster.pid'), lines.join('\n'));
  const { url, close } = await openDatabase({ dataDir, temporary });
  expect(await querySql(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await close();
  expect(isProcessAlive(getProcessIdentity(other.pid ?? 0) ?? '')).toBe(true);
});

it('sets a new password when the password file is missing', async () => {
  rmSync(join(dataDir, 'password'));
  const { url, close } = await openDatabase({ dataDir, temporary });
  expect(await querySql(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await close();
});

it('rejects a cluster of another Postgres version', async () => {
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
  await expect(openDatabase({ dataDir, temporary })).rejects.toThrow('was created by Postgres 17');
  expect(readdirSync(join(dataDir, 'pids'))).toEqual([]);
});

it('reports the end of the log when Postgres does not start, and releases the database', async () => {
  writeFileSync(join(cluster, 'postgresql.auto.conf'), 'no_such_setting = 1\n');
  await expect(openDatabase({ dataDir, temporary })).rejects.toThrow(/did not start[\s\S]*no_such_setting/);
  expect(readdirSync(join(dataDir, 'pids'))).toEqual([]);
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
});

/** Opens the database in another process, until the end of its stdin. */
async function openInChildProcess(): Promise<{ process: ChildProcess; url: string }> {
  const script = `
    import { openDatabase } from './tools/postgres/open-database.ts';
    const database = await openDatabase({ dataDir: process.argv[1], temporary: true });
    console.log(database.url);
    for await (const _ of process.stdin);
    await database.close();`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script, dataDir];
  const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: ['pipe', 'pipe', 'ignore'] });
  others.push(child);
  const [line] = await once(child.stdout, 'data');
  return { process: child, url: String(line).trim() };
}

async function querySql(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
