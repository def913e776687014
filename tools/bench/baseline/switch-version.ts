import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '@/lib/contract/errors';
import { makeId } from '@/lib/contract/ids';
import type { SwitchRequest, SwitchResult } from '@/lib/contract/switch';
import { createSnapshot, type SnapshotSource, type VersionSnapshot } from '@/lib/db/version-snapshot';
import type { BaselineAccountCaller } from './authenticate';
import type { BaselineVersion } from './versions';
import { decideBaselineSwitch, isVisibleToCaller } from './versions';

interface Outcome {
  body: SwitchResult;
  replayed: boolean;
}

const lockAccount = {
  name: 'lock-account',
  text: `SELECT 1 FROM accounts WHERE app_id = $1 AND id = $2 FOR NO KEY UPDATE`,
};

/** A feature as `createSnapshot` takes it. */
const feature = `json_build_object('humanId', f.human_id, 'title', f.title, 'position', f.position, 'unit', f.unit,
  'period', f.period, 'catalogKey', f.catalog_key, 'limitKey', f.limit_key)`;

/** Runs after the lock: the clock, the current and the target version with features, and the stored response of the key. */
const findSwitch = {
  name: 'find-switch',
  text: `
    WITH current AS (SELECT version_id, id, sequence, activated_at FROM activations
      WHERE app_id = $1 AND account_id = $2 ORDER BY sequence DESC LIMIT 1)
    SELECT clock_timestamp() AS now, (SELECT row_to_json(current) FROM current) AS current,
      (SELECT json_agg(json_build_object('version', v, 'features', (
          SELECT coalesce(json_agg(json_build_object('value', l.value, 'amount', l.amount, 'unlimited', l.unlimited,
              'feature', ${feature})), '[]')
            FROM version_features l JOIN features f ON f.app_id = l.app_id AND f.id = l.feature_id
            WHERE l.app_id = v.app_id AND l.version_id = v.id), 'offers', (
          SELECT coalesce(json_agg(json_build_object('offer', json_build_object('public', o.public, 'features', (
              SELECT coalesce(json_agg(json_build_object('effect', l.effect, 'feature', ${feature})), '[]')
              FROM offer_features l JOIN features f ON f.app_id = l.app_id AND f.id = l.feature_id
              WHERE l.app_id = o.app_id AND l.offer_id = o.id)))), '[]')
            FROM offer_versions p JOIN offers o ON o.app_id = p.app_id AND o.id = p.offer_id
            WHERE p.app_id = v.app_id AND p.version_id = v.id)))
        FROM versions v WHERE v.app_id = $1
          AND (v.id = $3 OR v.id = (SELECT version_id FROM current))) AS versions,
      (SELECT row_to_json(r) FROM (SELECT i.request_hash, i.changed, h.id, h.version_id, s.title, h.activated_at
        FROM idempotency_records i
        JOIN activations h ON h.app_id = i.app_id AND h.account_id = i.account_id AND h.id = i.history_id
        JOIN version_snapshots s ON s.app_id = h.app_id AND s.digest = h.snapshot_digest
        WHERE i.app_id = $1 AND i.account_id = $2 AND i.key = $4 AND i.expires_at > clock_timestamp()) r) AS first`,
};

const insertSnapshots = {
  name: 'insert-snapshots',
  text: `
    INSERT INTO version_snapshots
    SELECT * FROM json_populate_recordset(NULL::version_snapshots, $1) ON CONFLICT DO NOTHING`,
};

const insertActivation = {
  name: 'insert-activation',
  text: `
    INSERT INTO activations (app_id, account_id, sequence, id, version_id, snapshot_digest, previous_digest,
      direction, activated_at, actor_kind, actor_id, actor_name, channel, reason)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'key', $10, $11, 'api', $12)`,
};

const insertIdempotencyRecord = {
  name: 'insert-idempotency-record',
  text: `
    INSERT INTO idempotency_records (app_id, account_id, key, request_hash, history_id, changed, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7::timestamptz + interval '24 hours')
    ON CONFLICT (app_id, account_id, key) DO UPDATE SET request_hash = excluded.request_hash,
      history_id = excluded.history_id, changed = excluded.changed, created_at = excluded.created_at,
      expires_at = excluded.expires_at`,
};

/** Switches the account's version in one transaction, once for each idempotency key. */
export async function switchBaselineVersion(
  pool: Pool,
  caller: BaselineAccountCaller,
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
  caller: BaselineAccountCaller,
  { version_id, reason }: SwitchRequest,
  key: string | null,
): Promise<Outcome> {
  const tenant = [caller.app.id, caller.accountId];
  const { rowCount } = await client.query({ ...lockAccount, values: tenant });
  if (!rowCount) throw new ApiError('account_not_found', 'Account not found.');
  const values = [...tenant, version_id.toLowerCase(), key];
  const { now, current, versions, first } = (await client.query({ ...findSwitch, values })).rows[0];
  const requestHash = createHash('sha256')
    .update(JSON.stringify([version_id, reason || null]))
    .digest('hex');
  if (first && first.request_hash !== requestHash) {
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was already used with a different request.',
    );
  }
  if (first) {
    const body = serializeSwitch(
      first.changed,
      first.title,
      first.id,
      first.version_id,
      new Date(first.activated_at),
    );
    return { body, replayed: true };
  }
  const findVersion = (id?: string) =>
    (versions ?? []).find((each: FoundVersion) => each.version.id === id) as FoundVersion | undefined;
  const target = findVersion(version_id.toLowerCase());
  const origin = findVersion(current?.version_id) ?? null;
  const state = { ...caller, currentVersionId: current?.version_id ?? null };
  if (!target || !isVisibleToCaller(target.version, state)) {
    throw new ApiError('version_not_found', 'Version not found.');
  }
  const { direction, blockers } = decideBaselineSwitch(caller.role, origin?.version ?? null, target.version);
  if (blockers[0]) throw new ApiError(blockers[0].code, blockers[0].message);

  const changed = current?.version_id !== target.version.id;
  const id: string = changed ? makeId('activation') : current.id;
  const previousAt = current && new Date(current.activated_at);
  const at: Date = changed ? (previousAt && previousAt > now ? previousAt : now) : previousAt;
  if (changed) {
    const to = snapshotVersion(caller, target);
    const from = origin && snapshotVersion(caller, origin);
    const snapshots = JSON.stringify((from ? [to, from] : [to]).map(toRow).sort(byDigest));
    await client.query({ ...insertSnapshots, values: [snapshots] });
    const change = [(current?.sequence ?? 0) + 1, id, target.version.id, to.digest, from?.digest ?? null];
    const { key: actor } = caller;
    const values = [...tenant, ...change, direction, at, actor.id, actor.name, reason || null];
    await client.query({ ...insertActivation, values });
  }
  if (key !== null) {
    await client.query({
      ...insertIdempotencyRecord,
      values: [...tenant, key, requestHash, id, changed, now],
    });
  }
  return { body: serializeSwitch(changed, target.version.title, id, target.version.id, at), replayed: false };
}

interface FoundVersion {
  version: BaselineVersion & { app_id: string };
  features: SnapshotSource['features'];
  offers: SnapshotSource['offers'];
}

function snapshotVersion(
  { app }: BaselineAccountCaller,
  { version, features, offers }: FoundVersion,
): VersionSnapshot {
  return createSnapshot(app, {
    ...version,
    appId: version.app_id,
    userFee: version.user_fee,
    feeUnit: version.fee_unit,
    userFeeUnit: version.user_fee_unit,
    annualFee: version.annual_fee,
    annualUserFee: version.annual_user_fee,
    priceText: version.price_text,
    features,
    offers,
  });
}

function toRow(snapshot: VersionSnapshot) {
  return {
    ...snapshot,
    app_id: snapshot.appId,
    version_id: snapshot.versionId,
    user_fee: snapshot.userFee,
    fee_unit: snapshot.feeUnit,
    user_fee_unit: snapshot.userFeeUnit,
    annual_fee: snapshot.annualFee,
    annual_user_fee: snapshot.annualUserFee,
    price_text: snapshot.priceText,
    billing_period: snapshot.billingPeriod,
  };
}

function byDigest(a: { digest: string }, b: { digest: string }): number {
  return a.digest < b.digest ? -1 : 1;
}

function serializeSwitch(
  changed: boolean,
  title: string,
  id: string,
  versionId: string,
  at: Date,
): SwitchResult {
  return {
    success: true,
    message: changed ? `Switched to ${title}.` : `The account is already on ${title}.`,
    data: { history_id: id, version_id: versionId, timestamp: Math.floor(at.getTime() / 1000) },
  };
}
