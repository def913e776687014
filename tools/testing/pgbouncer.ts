import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acceptsConnections, findFreePort } from '@/tools/ports';
import { resolveRunAs } from '@/tools/postgres/binaries';
import { findProgram } from './find-program';
import { waitUntil } from './wait-until';

const binary = findProgram('pgbouncer');

/** Whether PgBouncer is installed. It is not on the npm registry, and tests install nothing else. */
export const hasPgBouncer = binary !== null && spawnSync(binary, ['--version']).status === 0;

interface PgBouncerOptions {
  mode: 'session' | 'transaction';
  /** Startup parameters that PgBouncer ignores instead of refusing the connection. */
  ignored?: string;
  /** Connections to the database for each user. */
  poolSize?: number;
  /** URLs of the databases and users that it accepts. */
  urls: string[];
}

export interface PgBouncer {
  /** The same URL through the pooler. */
  pool(url: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in front of the server of `urls`. */
export async function startPgBouncer({
  mode,
  ignored = '',
  // In transaction mode, clients then have to share connections.
  poolSize = mode === 'session' ? 20 : 2,
  urls,
}: PgBouncerOptions): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'app-versions-pgbouncer-'));
  const runAs = resolveRunAs(folder);
  const port = await findFreePort();
  const targets = urls.map((url) => new URL(url));
  const [{ hostname, port: target } = { hostname: '', port: '' }] = targets;
  const users = targets.map(({ username, password }) => `"${username}" "${password}"\n`);
  writeFileSync(join(folder, 'users.txt'), [...new Set(users)].join(''));
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = ${poolSize}
ignore_startup_parameters = ${ignored}
`,
  );
  for (const name of ['', 'users.txt', 'pgbouncer.ini']) {
    if (runAs) chownSync(join(folder, name), runAs.uid, runAs.gid);
  }
  const child = spawn(binary ?? '', ['--quiet', join(folder, 'pgbouncer.ini')], {
    ...runAs,
    stdio: 'ignore',
  });
  await waitUntil(
    () => 'PgBouncer did not start.',
    () => acceptsConnections(port),
    5000,
  );
  return {
    pool: (url) => Object.assign(new URL(url), { port: String(port) }).href,
    stop: async () => {
      const exited = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGKILL')) await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
