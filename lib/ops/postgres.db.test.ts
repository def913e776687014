import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, stopAbandoned } from './postgres';
import { findPostmaster } from './postgres/postmaster';
import { isAlive, processIdentity } from './process-identity.mjs';

const throwaway = true;
let dataDir: string;
let cluster: string;
const others: ChildProcess[] = [];

// Nobody but its owner can enter such a folder, as with a clone in root's home.
const made = mkdtempSync(join(tmpdir(), 'app-versions-test-'));
beforeAll(async () => {
  await (await openDatabase({ dataDir: made, throwaway })).close();
});
afterAll(() => rmSync(made, { recursive: true }));

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'app-versions-test-'));
  cluster = join(dataDir, 'postgres');
  // Copying is cheaper than making one for each test.
  spawnSync('cp', ['-a', `${made}/.`, dataDir]);
});
afterEach(async () => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
  await stopAbandoned(dataDir);
  rmSync(dataDir, { recursive: true });
});

describe('the embedded database', () => {
  it('is made on first use, keeps what it is given, and is gone after its last user', async () => {
    rmSync(dataDir, { recursive: true });
    const first = await openDatabase({ dataDir, throwaway });
    await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS one');
    await first.close();
    expect(findPostmaster(cluster)).toBeNull();
    const second = await openDatabase({ dataDir, throwaway });
    expect(await ask(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    await second.close();
    expect(readdirSync(join(dataDir, 'leases'))).toEqual([]);
  });

  it('gives its owner no power over row-level security, and takes no one without the password', async () => {
    const { url, close } = await openDatabase({ dataDir, throwaway });
    const [role] = await ask(url, 'SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user');
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false });
    const guess = Object.assign(new URL(url), { password: 'guess' }).href;
    await expect(ask(guess, 'SELECT 1')).rejects.toThrow('password authentication failed');
    const superuser = Object.assign(new URL(url), { username: 'postgres' }).href;
    await expect(ask(superuser, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect(statSync(join(dataDir, 'password')).mode & 0o077).toBe(0);
    await close();
  });

  it('orders text by code point and stores UTF-8, wherever it was made', async () => {
    const { url, close } = await openDatabase({ dataDir, throwaway });
    const sql = `SELECT string_agg(x, '' ORDER BY x) AS text FROM unnest(ARRAY['b', 'B', 'ä', 'a']) x`;
    expect(await ask(url, sql)).toEqual([{ text: 'Babä' }]);
    await close();
  });

  it('is shared: two at once get the same one, and the last to leave turns it off', async () => {
    const [mine, theirs] = await Promise.all([openDatabase({ dataDir, throwaway }), hold()]);
    expect(theirs.url).toBe(mine.url);
    await mine.close();
    expect(await ask(theirs.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    theirs.process.stdin?.end();
    await once(theirs.process, 'exit');
    expect(findPostmaster(cluster)).toBeNull();
  });

  it('is taken over from a user that was killed', async () => {
    const theirs = await hold();
    theirs.process.kill('SIGKILL');
    await once(theirs.process, 'exit');
    const mine = await openDatabase({ dataDir, throwaway });
    expect(mine.url).toBe(theirs.url);
    await mine.close();
    expect(findPostmaster(cluster)).toBeNull();
  });

  it('comes back at the same address when it was killed, with all that was committed', async () => {
    const { url, revive, close } = await openDatabase({ dataDir });
    await ask(url, 'CREATE TABLE kept AS SELECT 1 AS one');
    process.kill(findPostmaster(cluster)?.pid ?? 0, 'SIGKILL');
    while (findPostmaster(cluster)) await new Promise((resolve) => setTimeout(resolve, 10));
    await revive();
    expect(await ask(url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    await close();
  });

  it('starts although another program has the process number it had', async () => {
    const { uid, gid } = statSync(cluster);
    const identity = process.getuid?.() === 0 ? { uid, gid } : {};
    const other = spawn('sleep', ['60'], { ...identity, cwd: '/' });
    others.push(other);
    const lines = [other.pid, cluster, 1, 40_000, '', '127.0.0.1', ' 1 2', 'ready   ', ''];
    writeFileSync(join(cluster, 'postmaster.pid'), lines.join('\n'));
    const { url, close } = await openDatabase({ dataDir, throwaway });
    expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await close();
    expect(isAlive(processIdentity(other.pid ?? 0) ?? '')).toBe(true);
  });

  it('lets its owner in again when the password was lost', async () => {
    rmSync(join(dataDir, 'password'));
    const { url, close } = await openDatabase({ dataDir, throwaway });
    expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await close();
  });

  it('leaves data of another Postgres alone, and says so', async () => {
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
    await expect(openDatabase({ dataDir, throwaway })).rejects.toThrow('was made by Postgres 17');
    expect(readdirSync(join(dataDir, 'leases'))).toEqual([]);
  });

  it('shows the end of its log when it can not start, and takes no lease', async () => {
    writeFileSync(join(cluster, 'postgresql.auto.conf'), 'no_such_setting = 1\n');
    await expect(openDatabase({ dataDir, throwaway })).rejects.toThrow(/did not start[\s\S]*no_such_setting/);
    expect(readdirSync(join(dataDir, 'leases'))).toEqual([]);
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  });

  it('keeps its log in the data folder', async () => {
    await (await openDatabase({ dataDir, throwaway })).close();
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('ready to accept connections');
  });
});

/** Another process that uses the database. */
async function hold(): Promise<{ process: ChildProcess; url: string }> {
  const script = new URL('./testing/hold-database.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  others.push(child);
  const [line] = await once(child.stdout, 'data');
  return { process: child, url: String(line).trim() };
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
