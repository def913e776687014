import pg from 'pg';
import type { AccountState } from '@/lib/db/accounts';
import type { Actor } from '@/lib/db/activations';
import { isStatementTimeout, LockTimeout } from '@/lib/db/database-error';
import type { Direction } from '@/lib/db/generated/enums';
import type { IdempotencyRecordModel } from '@/lib/db/generated/models';
import { toSnakeCase } from '@/lib/db/query-json';
import type { VersionSnapshot } from '@/lib/db/version-snapshot';
import type { CacheSource } from './cached-queries';
import type { ActiveListeners, InvalidationListener } from './invalidation-listener';
import { type CommittedSwitch, cacheTags, type ServerCache } from './server-cache';

/** The state that a switch is decided on, read while the account's row is locked. Times are Unix milliseconds. */
export interface SwitchState {
  /** The database's clock after the wait for the lock. */
  now: number;
  catalogRevision: number;
  accountState: AccountState;
  /** The record of the request's Idempotency-Key, also an expired one. */
  idempotencyRecord: { requestHash: string; historyId: string; changed: boolean; expiresAt: number } | null;
}

/** An open switch transaction, which holds the lock on the account's row. */
export interface SwitchTransaction extends SwitchState {
  /** For further queries in the transaction. */
  source: CacheSource;
  /** Reads the state again. */
  reload: () => Promise<SwitchTransaction>;
}

export interface SwitchActivation {
  id: string;
  sequence: number;
  to: VersionSnapshot;
  from: VersionSnapshot | null;
  direction: Direction;
  actor: Actor;
  channel: string;
  reason: string | null;
  /** Unix milliseconds. */
  activatedAt: number;
}

/** The rows that a switch writes. Both are null where it changes nothing. */
export interface SwitchWrites {
  activation: SwitchActivation | null;
  idempotencyRecord: Omit<IdempotencyRecordModel, 'appId' | 'accountId'> | null;
}

interface SwitchDatabase {
  pool: pg.Pool;
  cache: ServerCache;
  listener: InvalidationListener;
}

interface AccountKey {
  appId: string;
  accountId: string;
}

type StateResult = pg.QueryResult<{ json: string | null }>;
type WriteResult = pg.QueryResult<{ listeners: ActiveListeners }>;

/** Snapshots that this process has written. They are never deleted. */
const storedSnapshots = new WeakSet<VersionSnapshot>();

/**
 * Runs a switch in one transaction of two round trips: lock and read, then write and commit. `decide` gets null where there
 * is no such account. When this returns, every server has invalidated the account's entries.
 */
export async function runSwitchTransaction<T>(
  { pool, cache, listener }: SwitchDatabase,
  account: AccountKey,
  idempotencyKey: string | null,
  decide: (transaction: SwitchTransaction | null) => Promise<{ outcome: T; writes: SwitchWrites }>,
): Promise<T> {
  const client = await pool.connect();
  const acks = listener.expectAcks();
  let resumeCache: ReturnType<ServerCache['suspend']> | undefined;
  let connectionError: Error | undefined;
  // The pending query rejects when the connection breaks.
  const ignoreError = () => {};
  client.on('error', ignoreError);
  try {
    const transaction = await begin(client, cache, account, idempotencyKey);
    const { outcome, writes } = await decide(transaction);
    // The database sends no notification where this is the only server (docs/caching.md).
    resumeCache = cache.suspend(cacheTags.account(account.appId, account.accountId));
    const sql = `${writeSwitchSql(account, writes, acks)}; COMMIT`;
    const [written] = (await client.query(sql)) as unknown as [WriteResult];
    for (const snapshot of snapshotsOf(writes)) storedSnapshots.add(snapshot);
    const committed = transaction && writes.activation && toCommittedSwitch(writes.activation, transaction);
    resumeCache(committed ?? undefined);
    resumeCache = undefined;
    if (written.rows[0]) await acks.waitFor(written.rows[0].listeners);
    return outcome;
  } catch (error) {
    connectionError = await client.query('ROLLBACK').then(
      () => undefined,
      (rollbackError: Error) => rollbackError,
    );
    // The commit may have succeeded, or may still be under way.
    if (connectionError && resumeCache) listener.reconnect();
    throw error;
  } finally {
    resumeCache?.();
    acks.cancel();
    client.off('error', ignoreError);
    client.release(connectionError);
  }
}

async function begin(
  client: pg.PoolClient,
  cache: ServerCache,
  { appId, accountId }: AccountKey,
  idempotencyKey: string | null,
): Promise<SwitchTransaction | null> {
  const sql = `SELECT begin_switch(${[appId, accountId, idempotencyKey].map(literal).join(', ')})::text AS json`;
  const toTransaction = (json: string): SwitchTransaction => {
    const reload = async () => {
      const { rows } = (await client.query(sql)) as StateResult;
      return toTransaction(rows[0]?.json ?? 'null');
    };
    return { ...(JSON.parse(json) as SwitchState), source: { pool: client, cache }, reload };
  };
  try {
    const [, { rows }] = (await client.query(`BEGIN; ${sql}`)) as unknown as [unknown, StateResult];
    return rows[0]?.json ? toTransaction(rows[0].json) : null;
  } catch (error) {
    // `lock_timeout` applies to the lock queue and to the row separately, the statement timeout to both together.
    if (isStatementTimeout(error)) throw new LockTimeout('The account is locked.', { cause: error });
    throw error;
  }
}

function writeSwitchSql(
  { appId, accountId }: AccountKey,
  { activation, idempotencyRecord }: SwitchWrites,
  { number, aloneEpoch, token }: ReturnType<InvalidationListener['expectAcks']>,
): string {
  const snapshots = snapshotsOf({ activation }).filter((snapshot) => !storedSnapshots.has(snapshot));
  const rows = [
    snapshots.length > 0 ? snapshots.map(toSnakeCase) : null,
    activation && toActivationRow(activation),
    idempotencyRecord && toSnakeCase(idempotencyRecord),
  ];
  const values = [appId, accountId, ...rows, number, aloneEpoch, token];
  return `SELECT write_switch(${values.map(literal).join(', ')}) AS listeners`;
}

function snapshotsOf({ activation }: Pick<SwitchWrites, 'activation'>): VersionSnapshot[] {
  if (!activation) return [];
  return activation.from ? [activation.from, activation.to] : [activation.to];
}

function toCommittedSwitch(
  { id, sequence, to, activatedAt }: SwitchActivation,
  { catalogRevision }: SwitchState,
): CommittedSwitch {
  const current = { id, sequence, versionId: to.versionId, activatedAt, snapshotDigest: to.digest };
  return { current, catalogRevision };
}

function toActivationRow({ to, from, actor, activatedAt, ...rest }: SwitchActivation) {
  return toSnakeCase({
    ...rest,
    versionId: to.versionId,
    snapshotDigest: to.digest,
    previousDigest: from?.digest ?? null,
    activatedAt: new Date(activatedAt).toISOString(),
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
  });
}

/** A text, or the JSON of another value, as an SQL literal: a query of several statements takes no parameters. */
function literal(value: unknown): string {
  if (value === null) return 'NULL';
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}
