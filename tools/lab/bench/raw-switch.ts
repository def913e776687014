import { createHistogram } from 'node:perf_hooks';
import pg from 'pg';
import type { LoadResult } from './load/generate-load';

/** Switches made with SQL alone, without a server. */
export interface RawSwitchOptions {
  databaseUrl: string;
  appId: string;
  /** Used in turn. */
  moves: { accountId: string; versionId: string }[];
  connections: number;
  seconds: number;
}

const lockAccount = {
  name: 'lock',
  text: 'SELECT 1 FROM accounts WHERE app_id = $1 AND id = $2 FOR NO KEY UPDATE',
};

/** Assumes that the snapshots exist and that the switch is allowed, which any service has to check. */
const insertEntry = `
  INSERT INTO account_history (app_id, account_id, sequence, version_sequence, id, version_id, snapshot_digest, previous_digest, direction,
    changed_at, actor_kind, actor_name, channel, billing_period, users, command, kind, add_on_sequence)
  SELECT h.app_id, h.account_id, h.sequence + 1, h.version_sequence + 1, $4, $3, s.digest, h.snapshot_digest, 'upgrade',
    greatest(h.changed_at, clock_timestamp()), 'key', 'Bench', 'api', h.billing_period, h.users, 'switch', 'switch',
    h.add_on_sequence
  FROM (SELECT * FROM account_history WHERE app_id = $1 AND account_id = $2 ORDER BY sequence DESC LIMIT 1) h,
    LATERAL (SELECT digest FROM version_snapshots WHERE app_id = $1 AND version_id = $3 LIMIT 1) s`;

/** Makes switches for some seconds, one at a time on each connection. */
export async function runRawSwitches(options: RawSwitchOptions): Promise<LoadResult> {
  const { databaseUrl: connectionString, connections } = options;
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString }));
  await Promise.all(clients.map((client) => client.connect()));
  const histogram = createHistogram();
  const startedAt = performance.now();
  let count = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < startedAt + options.seconds * 1000) {
        const number = count++;
        const sentAt = performance.now();
        await makeSwitch(client, options, number);
        histogram.record(Math.round((performance.now() - sentAt) * 1e6));
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  const percentileMs = (percentile: number) => histogram.percentile(percentile) / 1e6;
  return {
    responses: count,
    seconds,
    p50Ms: percentileMs(50),
    p99Ms: percentileMs(99),
    statusCounts: { 200: count },
  };
}

async function makeSwitch(client: pg.Client, options: RawSwitchOptions, number: number): Promise<void> {
  const move = options.moves[number % options.moves.length];
  if (!move) throw new Error('At least one move is required.');
  const tenant = [options.appId, move.accountId];
  const values = [...tenant, move.versionId, `avh_${process.hrtime.bigint()}_${number}`];
  await client.query('BEGIN');
  await client.query({ ...lockAccount, values: tenant });
  await client.query({ name: 'insert-entry', text: insertEntry, values });
  await client.query('COMMIT');
}
