import { z } from 'zod';
import { requestLocal } from './cluster-process';
import type { Cluster } from './open-cluster';

const memberSchema = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});

/** A table of all processes: name, port, state. */
export async function formatClusterStatus(cluster: Cluster): Promise<string> {
  const { nodes, etcd, servers, haproxy, pgbouncer, ports } = cluster;
  const roles = await readRoles(cluster);
  const rows: [string, string, string][] = [['PROCESS', 'PORT', 'STATE']];
  for (const { name, isRunning } of etcd) rows.push([name, '', isRunning ? 'running' : 'stopped']);
  for (const { name, port, patroni } of nodes) {
    rows.push([name, String(port), patroni.isRunning ? (roles.get(name) ?? 'unknown') : 'stopped']);
  }
  rows.push(['haproxy', String(ports.database), haproxy.isRunning ? 'running' : 'stopped']);
  rows.push(['pgbouncer', String(ports.pool), pgbouncer.isRunning ? 'running' : 'stopped']);
  for (const [index, { process }] of servers.entries()) {
    const { status } = await requestLocal(process.port, '/readyz');
    rows.push([
      `server${index + 1}`,
      String(process.port),
      { 200: 'ready', 0: 'stopped' }[status] ?? 'not ready',
    ]);
  }
  return rows.map(([name, port, state]) => `  ${name.padEnd(12)}${port.padEnd(8)}${state}`).join('\n');
}

/** The role and the state of each PostgreSQL, from the first Patroni that responds. */
async function readRoles({ nodes }: Cluster): Promise<Map<string, string>> {
  for (const { restPort } of nodes) {
    const { status, text } = await requestLocal(restPort, '/cluster');
    const parsed = status === 200 ? memberSchema.safeParse(JSON.parse(text)) : null;
    if (!parsed?.success) continue;
    return new Map(parsed.data.members.map(({ name, role, state }) => [name, `${role}, ${state}`]));
  }
  return new Map();
}
