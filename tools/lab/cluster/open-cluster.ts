import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { migrate } from '@/tools/migrate/migrate';
import { acceptsConnections, findFreePort } from '@/tools/ports';
import { resolveRunAs } from '@/tools/postgres/binaries';
import { runSql } from '@/tools/postgres/scratch-database';
import { runStep } from '@/tools/progress.mjs';
import { projectRoot } from '@/tools/project-root.mjs';
import { createTestEnvironment } from '@/tools/run-package-bin';
import { type ServerProcess, startServerProcess } from '@/tools/testing/proxied-server';
import { waitUntil } from '@/tools/testing/wait-until';
import { prepareServerConnections } from '@/tools/with-database';
import { ClusterProcess, killPostgres, requestLocal, suspendReplication } from './cluster-process';
import { installClusterPackages } from './install-packages';
import { openPointInTimeBackups, type PointInTimeBackups } from './point-in-time';

const address = '127.0.0.1';

/** PostgreSQL with its Patroni. */
export interface DatabaseNode {
  name: string;
  port: number;
  restPort: number;
  patroni: ClusterProcess;
  /** Kills Patroni and PostgreSQL, as the loss of the machine would. */
  kill(): Promise<void>;
  /** Suspends what a standby receives from the primary. Returns what discards it. */
  suspendReplication(): () => void;
  /** Starts them again. Resolves when Patroni responds. */
  start(): Promise<void>;
}

export interface ServerNode {
  process: ServerProcess;
  metricsPort: number;
}

/** Everything that `docs/operations.md#a-cluster` describes, on this machine. */
export interface Cluster {
  folder: string;
  /** The primary, directly, as the owner. */
  url: string;
  origin: string;
  nodes: DatabaseNode[];
  etcd: ClusterProcess[];
  servers: ServerNode[];
  pgbouncer: ClusterProcess;
  haproxy: ClusterProcess;
  ports: Record<'database' | 'http' | 'pool' | 'prometheus', number>;
  backups: PointInTimeBackups;
  /** Starts PgBouncer or HAProxy again after it was killed. */
  restart(process: ClusterProcess): Promise<void>;
  /** Lets commits no longer wait for the standby. */
  replicateAsynchronously(): Promise<void>;
  /** The node with this role, as Patroni reports it. It is null if there is none. */
  findNode(role: 'primary' | 'standby'): Promise<DatabaseNode | null>;
  /** Waits for a primary and a standby, which is synchronous unless `replicateAsynchronously` was called. */
  waitUntilReplicated(): Promise<void>;
  close(): Promise<void>;
}

interface ClusterOptions {
  distDir: string;
  variables?: Record<string, string>;
  /** Changes the database before the servers start. */
  prepare?: (url: string) => Promise<void>;
}

/** Installs what is missing and starts the cluster, in a new folder and on free ports of 127.0.0.1. */
export async function openCluster({ distDir, variables = {}, prepare }: ClusterOptions): Promise<Cluster> {
  await installClusterPackages();
  const folder = mkdtempSync(join(tmpdir(), 'app-versions-cluster-'));
  const user = resolveRunAs(folder) ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const cleanUp: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const step of cleanUp.splice(0).toReversed()) await step();
  };
  const createFolder = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    chownSync(join(folder, name), user.uid, user.gid);
    return join(folder, name);
  };
  /** Writes a configuration file from its template, and returns its path. */
  const configure = (name: string, template: string, values: Record<string, string | number>) => {
    const text = renderTemplate(template, { address, folder: createFolder(name), ...values });
    const file = join(folder, name, template);
    writeFileSync(file, text, { mode: 0o600 });
    chownSync(file, user.uid, user.gid);
    return file;
  };
  const createProcess = (name: string, command: string[]) => {
    const created = new ClusterProcess(name, command, { logFile: join(folder, `${name}.log`), user });
    cleanUp.push(() => created.kill());
    return created;
  };
  chownSync(folder, user.uid, user.gid);
  try {
    const password = randomBytes(18).toString('base64url');
    const ports = {
      database: await findFreePort(),
      http: await findFreePort(),
      pool: await findFreePort(),
      prometheus: await findFreePort(),
    };
    const etcdPorts = await findPorts(3, ['client', 'peer']);
    const members = etcdPorts.map(({ peer }, index) => `etcd${index + 1}=http://${address}:${peer}`).join();
    const etcd = etcdPorts.map(({ client, peer }, index) => {
      const name = `etcd${index + 1}`;
      const values = { name, members, client_port: client, peer_port: peer };
      return createProcess(name, ['/usr/bin/etcd', '--config-file', configure(name, 'etcd.yml', values)]);
    });
    await runStep('starting etcd', () =>
      Promise.all(
        etcd.map((member, index) =>
          member.start(async () => {
            const { text } = await requestLocal(etcdPorts[index]?.client ?? 0, '/health');
            return text.includes('"true"');
          }),
        ),
      ),
    );

    const repository = createFolder('backups');
    const configureBackups = (name: string, port: number) =>
      configure(name, 'pgbackrest.conf', { repository, port });
    const nodePorts = await findPorts(2, ['postgres', 'rest']);
    const etcdHosts = etcdPorts.map(({ client }) => `${address}:${client}`).join(', ');
    const nodes = nodePorts.map(({ postgres, rest }, index): DatabaseNode => {
      const name = `node${index + 1}`;
      const file = configure(name, 'patroni.yml', {
        ...{ name, password, port: postgres, rest_port: rest, etcd_hosts: etcdHosts },
        ...{ network: '127.0.0.1/32', bin_folder: '/usr/lib/postgresql/15/bin' },
      });
      configureBackups(name, postgres);
      const dataFolder = join(folder, name, 'data');
      cleanUp.push(() => killPostgres(dataFolder));
      const patroni = createProcess(name, ['/usr/bin/patroni', file]);
      return {
        ...{ name, port: postgres, restPort: rest, patroni },
        kill: async () => {
          await patroni.kill();
          await killPostgres(dataFolder);
        },
        suspendReplication: () => suspendReplication(dataFolder),
        start: () => patroni.start(async () => (await requestLocal(rest, '/patroni')).status !== 0),
      };
    });
    let standbyPath = '/synchronous';
    const replicateAsynchronously = async () => {
      standbyPath = '/replica';
      const primary = await findNode('primary');
      await requestLocal(primary?.restPort ?? 0, '/config', { synchronous_mode: false }, 'PATCH');
      await waitUntil(
        () => 'The standby is still synchronous.',
        async () => {
          const requests = nodes.map(({ restPort }) => requestLocal(restPort, '/synchronous'));
          return (await Promise.all(requests)).every(({ status }) => status !== 200);
        },
      );
    };
    const findNode: Cluster['findNode'] = async (role) => {
      const path = role === 'primary' ? '/primary' : standbyPath;
      for (const node of nodes) if ((await requestLocal(node.restPort, path)).status === 200) return node;
      return null;
    };
    const waitUntilReplicated = () =>
      waitUntil(
        () =>
          `There is no primary with a synchronous standby:\n${nodes.map(({ patroni }) => patroni.readLog()).join('\n\n')}`,
        async () => (await findNode('primary')) !== null && (await findNode('standby')) !== null,
        120_000,
      );
    await runStep('starting PostgreSQL with Patroni', async () => {
      await nodes[0]?.start();
      await waitUntil(
        () => `PostgreSQL did not start:\n${nodes[0]?.patroni.readLog()}`,
        async () => (await findNode('primary')) !== null,
      );
      await nodes[1]?.start();
      await waitUntilReplicated();
    });

    const serverPorts = await findPorts(3, ['http', 'metrics']);
    const haproxy = createProcess('haproxy', [
      '/usr/sbin/haproxy',
      '-db',
      '-f',
      configure('haproxy', 'haproxy.cfg', {
        database_port: ports.database,
        http_port: ports.http,
        databases: nodePorts
          .map(
            (port, index) => `  server node${index + 1} ${address}:${port.postgres} check port ${port.rest}`,
          )
          .join('\n'),
        servers: serverPorts
          .map(({ http }, index) => `  server server${index + 1} ${address}:${http} check`)
          .join('\n'),
      }),
    ]);
    const owner = `postgres://app_versions:${password}@${address}:${ports.database}/app_versions`;
    const superuser = `postgres://postgres:${password}@${address}:${ports.database}`;
    const runtime = `postgres://app_versions_runtime:${password}@${address}:${ports.pool}/app_versions`;
    const pgbouncer = createProcess('pgbouncer', [
      '/usr/sbin/pgbouncer',
      configure('pgbouncer', 'pgbouncer.ini', { database_port: ports.database, pool_port: ports.pool }),
    ]);
    const usersFile = join(folder, 'pgbouncer/users.txt');
    writeFileSync(usersFile, `"app_versions_runtime" "${password}"\n`, { mode: 0o600 });
    chownSync(usersFile, user.uid, user.gid);
    const restart = (each: ClusterProcess) =>
      each.start(() => acceptsConnections(each === haproxy ? ports.database : ports.pool));
    await runStep('starting HAProxy and PgBouncer', async () => {
      await restart(haproxy);
      await restart(pgbouncer);
      await waitUntil(
        () => 'HAProxy does not lead to the primary.',
        () =>
          runSql(`${superuser}/postgres`, 'SELECT').then(
            () => true,
            () => false,
          ),
      );
    });

    const environment = await runStep('creating the database', async () => {
      await runSql(
        `${superuser}/postgres`,
        `CREATE ROLE app_versions LOGIN CREATEROLE PASSWORD '${password}'`,
      );
      await runSql(`${superuser}/postgres`, 'CREATE DATABASE app_versions OWNER app_versions');
      await migrate(owner);
      await prepare?.(owner);
      return prepareServerConnections(owner, runtime);
    });
    const backups = await runStep('making a backup with pgBackRest', async () => {
      const findConfig = async () => join(folder, (await findNode('primary'))?.name ?? '', 'pgbackrest.conf');
      const options = { folder, user, ownerUrl: owner, findConfig, configure: configureBackups };
      const opened = await openPointInTimeBackups(options);
      await opened.create();
      return opened;
    });
    // With TEST_LOGS, the output of the servers is kept.
    const log = openSync(join(process.env.TEST_LOGS || folder, `servers-${basename(folder)}.log`), 'a');
    cleanUp.push(() => closeSync(log));
    const secretsKey = randomBytes(32).toString('hex');
    const servers: ServerNode[] = [];
    await runStep('starting three servers', async () => {
      for (const { http, metrics } of serverPorts) {
        const variablesOfServer = createTestEnvironment({
          ...environment,
          ...{ NEXT_DIST_DIR: distDir, LOG: 'json', WORKER: 'on', TRUST_PROXY: '1' },
          ...{ METRICS_PORT: String(metrics), SECRETS_KEY: secretsKey },
          ...variables,
        });
        const server = await startServerProcess(http, variablesOfServer, log);
        cleanUp.push(server.kill);
        servers.push({ process: server, metricsPort: metrics });
      }
    });
    const prometheus = createProcess('prometheus', [
      '/usr/bin/prometheus',
      `--config.file=${configure('prometheus', 'prometheus.yml', {
        rules: join(projectRoot, 'docs/operations/alerts.yml'),
        metrics: serverPorts.map(({ metrics }) => `"${address}:${metrics}"`).join(', '),
      })}`,
      `--storage.tsdb.path=${createFolder('prometheus/data')}`,
      `--web.listen-address=${address}:${ports.prometheus}`,
    ]);
    await runStep('starting Prometheus', () => prometheus.start(() => acceptsConnections(ports.prometheus)));
    const origin = `http://localhost:${ports.http}`;
    return {
      ...{ folder, url: owner, origin, nodes, etcd, servers, pgbouncer, haproxy, ports, backups },
      ...{ restart, replicateAsynchronously, findNode, waitUntilReplicated, close },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Ports for `count` processes, each with one for every name. */
async function findPorts<Name extends string>(count: number, names: Name[]): Promise<Record<Name, number>[]> {
  const result: Record<Name, number>[] = [];
  for (let index = 0; index < count; index += 1) {
    const entries: [Name, number][] = [];
    for (const name of names) entries.push([name, await findFreePort()]);
    result.push(Object.fromEntries(entries) as Record<Name, number>);
  }
  return result;
}

/** Replaces `$name` in a file of `config`. Throws if a value is missing. */
export function renderTemplate(template: string, values: Record<string, string | number>): string {
  const text = readFileSync(join(projectRoot, 'tools/lab/cluster/config', template), 'utf8');
  return text.replace(/\$([a-z_]+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${template} needs a value for ${name}.`);
    return String(value);
  });
}
