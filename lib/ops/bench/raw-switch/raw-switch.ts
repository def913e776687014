import { createHistogram } from 'node:perf_hooks';
import pg from 'pg';
import type { LoadResult } from '@/lib/ops/bench/load/generate-load';
import { tellNobody } from '@/lib/ops/bench/tell-nobody';

/** Switches to be made past every server, with nothing but the statements. */
export interface RawSwitchOrder {
  databaseUrl: string;
  appId: string;
  /** Who moves where, in turn. */
  moves: { accountId: string; versionId: string }[];
  connections: number;
  seconds: number;
  /** 4: BEGIN, the lock, the record, COMMIT. 1: the same in a function of the database. */
  statements: 4 | 1;
  /** Whether the database notifies of them, as it does unless it is told not to. */
  notify: boolean;
}

const row = 'FROM accounts WHERE app_id = $1 AND id = $2 FOR NO KEY UPDATE';
const lock = { name: 'lock', text: `SELECT 1 ${row}` };
const lockQuietly = { name: 'lock-quietly', text: `SELECT ${tellNobody} ${row}` };

/** Both versions' snapshots are there already, and nothing stands in the way: less than any service has to do. */
const record = `
  INSERT INTO activations (app_id, account_id, sequence, id, version_id, snapshot_digest, previous_digest, direction,
    activated_at, actor_kind, actor_name, channel)
  SELECT h.app_id, h.account_id, h.sequence + 1, $4, $3, s.digest, h.snapshot_digest, 'upgrade',
    greatest(h.activated_at, clock_timestamp()), 'key', 'Bench', 'api'
  FROM (SELECT * FROM activations WHERE app_id = $1 AND account_id = $2 ORDER BY sequence DESC LIMIT 1) h,
    LATERAL (SELECT digest FROM version_snapshots WHERE app_id = $1 AND version_id = $3 LIMIT 1) s
  RETURNING id, activated_at`;

/** Each statement of a volatile function sees what was committed before it began, so the lock holds there too. */
const makeFunction = `
  CREATE OR REPLACE FUNCTION bench_switch(text, text, text, text) RETURNS timestamptz LANGUAGE plpgsql AS $$
  DECLARE at timestamptz; given text;
  BEGIN
    PERFORM ${tellNobody} ${row};
    ${record} INTO given, at;
    RETURN at;
  END $$`;

/** Makes switches for a while on as many connections. */
export async function switchRaw(order: RawSwitchOrder): Promise<LoadResult> {
  const { databaseUrl: connectionString, connections } = order;
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString }));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query(makeFunction);
  const histogram = createHistogram();
  const began = performance.now();
  let next = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < began + order.seconds * 1000) {
        const number = next++;
        const from = performance.now();
        await makeSwitch(client, order, number);
        histogram.record(Math.round((performance.now() - from) * 1e6));
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  const milliseconds = (percentile: number) => histogram.percentile(percentile) / 1e6;
  return {
    answers: next,
    seconds,
    p50Ms: milliseconds(50),
    p99Ms: milliseconds(99),
    statuses: { 200: next },
  };
}

async function makeSwitch(client: pg.Client, order: RawSwitchOrder, number: number): Promise<void> {
  const move = order.moves[number % order.moves.length];
  if (!move) throw new Error('There is nobody to move.');
  const tenant = [order.appId, move.accountId];
  const values = [...tenant, move.versionId, `avh_${process.hrtime.bigint()}_${number}`];
  if (order.statements === 1) {
    await client.query({ name: 'switch', text: 'SELECT bench_switch($1, $2, $3, $4)', values });
    return;
  }
  await client.query('BEGIN');
  await client.query({ ...(order.notify ? lock : lockQuietly), values: tenant });
  await client.query({ name: 'record', text: record, values });
  await client.query('COMMIT');
}
