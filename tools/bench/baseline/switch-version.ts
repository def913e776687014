import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '@/lib/contract/errors';
import { makeId } from '@/lib/contract/ids';
import type { SwitchRequest } from '@/lib/contract/switch';
import { toSnakeCase } from '@/lib/db/query-json';
import type { AccountCaller, AppCaller } from '@/lib/domain/caller';
import { evaluateSwitch } from '@/lib/domain/evaluate-switch';
import type { SwitchOutcome } from '@/lib/domain/switch-version';
import { toCurrent } from './authenticate';
import { readVersions } from './reads';

type SwitchCaller = AccountCaller & Pick<AppCaller, 'state'>;

/** The parts of the outcome that a response has. */
interface Outcome extends Pick<SwitchOutcome, 'changed' | 'replayed'> {
  activation: { id: string; activatedAt: Date; version: { versionId: string; title: string } };
}

const lockAccount = {
  name: 'lock-account',
  text: `SELECT 1 FROM accounts WHERE app_id = $1 AND id = $2 FOR NO KEY UPDATE`,
};

/** Runs after the lock: the clock, the current activation, and the stored outcome of the key, which does not expire here. */
const findState = {
  name: 'find-state',
  text: `
    SELECT clock_timestamp() AS now,
      (SELECT to_jsonb(h) FROM activations h WHERE h.app_id = $1 AND h.account_id = $2
        ORDER BY h.sequence DESC LIMIT 1) AS current,
      (SELECT to_jsonb(i) || to_jsonb(h) || jsonb_build_object('title', s.title)
        FROM idempotency_records i
        JOIN activations h ON h.app_id = i.app_id AND h.account_id = i.account_id AND h.id = i.history_id
        JOIN version_snapshots s ON s.app_id = h.app_id AND s.digest = h.snapshot_digest
        WHERE i.app_id = $1 AND i.account_id = $2 AND i.key = $3) AS first`,
};

const insertRows = (table: string, rows: object[]) => ({
  name: `insert-${table}`,
  text: `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1) ON CONFLICT DO NOTHING`,
  values: [JSON.stringify(rows.map(toSnakeCase))],
});

/** Switches the account's version in one transaction, once for each idempotency key. */
export async function switchBaselineVersion(
  pool: Pool,
  caller: SwitchCaller,
  input: SwitchRequest,
  key: string | null,
): Promise<Outcome> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const outcome = await switchInTransaction(client, caller, input, key);
    await client.query('COMMIT');
    client.release();
    return outcome;
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => client.release(),
      (rollbackError) => client.release(rollbackError),
    );
    throw error;
  }
}

async function switchInTransaction(
  client: PoolClient,
  caller: SwitchCaller,
  { version_id = '', reason }: SwitchRequest,
  key: string | null,
): Promise<Outcome> {
  const appId = caller.app.id;
  const tenant = [appId, caller.account.id];
  await client.query({ ...lockAccount, values: tenant });
  const { now, current, first } = (await client.query({ ...findState, values: [...tenant, key] })).rows[0];
  const requestHash = createHash('sha256')
    .update(JSON.stringify([version_id, reason || null]))
    .digest('hex');
  if (first && first.request_hash !== requestHash) {
    const message = 'This Idempotency-Key was already used with a different request.';
    throw new ApiError('idempotency_key_reused', message);
  }
  if (first) {
    const { id, version_id: versionId, title, activated_at, changed } = first;
    const activation = { id, activatedAt: new Date(activated_at), version: { versionId, title } };
    return { activation, changed, replayed: true };
  }
  const ids = [version_id.toLowerCase(), ...(current ? [current.version_id] : [])];
  const state = { ...caller.state, current: current && toCurrent(current) };
  const view = { catalog: await readVersions(client, caller, ids), state };
  const { decision, from, to, isCurrent } = evaluateSwitch(view, caller, version_id);
  const [blocker] = decision.blockers;
  if (blocker) throw new ApiError(blocker.code, blocker.message);

  const row = { appId, accountId: caller.account.id };
  const id: string = isCurrent ? current.id : makeId('activation');
  const previousAt = current && new Date(current.activated_at);
  const activatedAt: Date = isCurrent || (previousAt && previousAt > now) ? previousAt : now;
  if (!isCurrent) {
    const snapshots = (from ? [to, from] : [to]).toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
    await client.query(insertRows('version_snapshots', snapshots));
    const activation = {
      ...row,
      sequence: (current?.sequence ?? 0) + 1,
      id,
      versionId: to.versionId,
      snapshotDigest: to.digest,
      previousDigest: from?.digest ?? null,
      direction: decision.direction,
      activatedAt,
      actorKind: caller.actor.kind,
      actorId: caller.actor.id,
      actorName: caller.actor.name,
      channel: 'api',
      reason: reason || null,
    };
    await client.query(insertRows('activations', [activation]));
  }
  if (key !== null) {
    const expiresAt = new Date(now.getTime() + 24 * 60 * 60 * 1000);
    const record = {
      ...row,
      key,
      requestHash,
      historyId: id,
      changed: !isCurrent,
      createdAt: now,
      expiresAt,
    };
    await client.query(insertRows('idempotency_records', [record]));
  }
  return { activation: { id, activatedAt, version: to }, changed: !isCurrent, replayed: false };
}
