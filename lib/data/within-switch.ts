import pg from 'pg';
import { isStatementTimeout, LockTimeout } from './failure';
import type { ActorKind, Direction } from './generated/enums';
import type { Listener, Listeners } from './listener';
import type { Moved } from './memory';
import type { Standing } from './read-account';
import type { Actor } from './record-activation';
import type { Store } from './store';
import { topics } from './topics';
import type { FrozenVersion } from './version-snapshot';

/** What a switch is decided on, as it stands while the account's row is held. Times are Unix milliseconds. */
export interface BegunSwitch {
  /** The database's clock after the wait for the row. */
  now: number;
  catalogRevision: number;
  standing: Standing;
  /** The first answer to the same Idempotency-Key, also one that is kept no longer. */
  kept: { requestHash: string; historyId: string; changed: boolean; expiresAt: number } | null;
  /** For what else there is to ask in the same transaction. */
  source: { pool: pg.PoolClient; memory: Store['memory'] };
  /** The same as it stands now, the row still held. */
  again: () => Promise<BegunSwitch>;
}

export interface SwitchRecord {
  id: string;
  sequence: number;
  to: FrozenVersion;
  from: FrozenVersion | null;
  direction: Direction;
  actor: Actor;
  channel: string;
  reason: string | null;
  activatedAt: number;
}

/** What a switch writes; both are null where it changes nothing, also where it answers as before. */
export interface SwitchWrites {
  record: SwitchRecord | null;
  kept: {
    key: string;
    requestHash: string;
    historyId: string;
    changed: boolean;
    createdAt: number;
    expiresAt: number;
  } | null;
}

interface Tenant {
  appId: string;
  accountId: string;
}

type BeginResult = pg.QueryResult<{ json: string | null }>;

/** Snapshots that are in the database for sure. They are never removed. */
const stored = new WeakSet<FrozenVersion>();

/**
 * Runs a switch in one transaction that takes two round trips: to hold the account's row and read, and to write and
 * commit. Each round trip costs as much as the work, and Prisma's own transaction made nine (decision 16). `decide` gets
 * null where there is no such account. When this returns, every server has heard of the change.
 */
export async function withinSwitch<T>(
  { pool, memory, listener }: Store,
  tenant: Tenant,
  key: string | null,
  decide: (begun: BegunSwitch | null) => Promise<{ outcome: T; writes: SwitchWrites }>,
): Promise<T> {
  const client = await pool.connect();
  const everyone = listener.expect();
  let remember: ReturnType<Store['memory']['holdBack']> | undefined;
  let lost: Error | undefined;
  // What waits for the connection is told that it broke, and that is all that has to be.
  const ignore = () => {};
  client.on('error', ignore);
  try {
    const begun = await begin(client, memory, tenant, key);
    const { outcome, writes } = await decide(begun);
    // Nobody tells this process of it (decision 15).
    remember = memory.holdBack(topics.account(tenant.appId, tenant.accountId));
    const write = `${writeSwitch(tenant, writes, everyone)}; COMMIT`;
    const [written] = (await client.query(write)) as unknown as [pg.QueryResult<{ listeners: Listeners }>];
    for (const snapshot of snapshotsOf(writes)) stored.add(snapshot);
    remember(begun && writes.record ? movedBy(writes.record, begun) : undefined);
    remember = undefined;
    if (written.rows[0]) await everyone.found(written.rows[0].listeners);
    return outcome;
  } catch (error) {
    lost = await client.query('ROLLBACK').then(
      () => undefined,
      (failure: Error) => failure,
    );
    // It may be committed for all that can be told, or still be on its way.
    if (lost && remember) listener.beginAnew();
    throw error;
  } finally {
    remember?.();
    everyone.giveUp();
    client.off('error', ignore);
    client.release(lost);
  }
}

async function begin(
  client: pg.PoolClient,
  memory: Store['memory'],
  { appId, accountId }: Tenant,
  key: string | null,
): Promise<BegunSwitch | null> {
  const read = `SELECT begin_switch(${[appId, accountId, key].map(literal).join(', ')})::text AS json`;
  const source = { pool: client, memory };
  const again = async () => toBegun(((await client.query(read)) as BeginResult).rows[0]);
  const toBegun = (row: { json: string | null } | undefined): BegunSwitch => {
    return { ...JSON.parse(row?.json ?? 'null'), source, again };
  };
  try {
    const [, result] = (await client.query(`BEGIN; ${read}`)) as unknown as [unknown, BeginResult];
    return result.rows[0]?.json ? toBegun(result.rows[0]) : null;
  } catch (error) {
    // Behind a queue there are two waits, for the next place in it and for the row. `lock_timeout` bounds each of
    // them, the statement's own timeout both together.
    if (isStatementTimeout(error)) throw new LockTimeout('The account’s row was not free.', { cause: error });
    throw error;
  }
}

function writeSwitch(
  { appId, accountId }: Tenant,
  { record, kept }: SwitchWrites,
  { number, alone, token }: ReturnType<Listener['expect']>,
): string {
  const snapshots = snapshotsOf({ record, kept }).filter((snapshot) => !stored.has(snapshot));
  const rows = [snapshots.length > 0 ? snapshots : null, record && rowOf(record), kept];
  const values = [appId, accountId, ...rows, number, alone, token];
  return `SELECT write_switch(${values.map(literal).join(', ')}) AS listeners`;
}

function snapshotsOf({ record }: SwitchWrites): FrozenVersion[] {
  if (!record) return [];
  return record.from ? [record.from, record.to] : [record.to];
}

function movedBy({ id, sequence, to, activatedAt }: SwitchRecord, { catalogRevision }: BegunSwitch): Moved {
  const current = { id, sequence, versionId: to.versionId, activatedAt, snapshotDigest: to.digest };
  return { current, catalogRevision };
}

function rowOf({ to, from, actor, ...rest }: SwitchRecord) {
  const { kind, id, name } = actor satisfies { kind: ActorKind };
  return {
    ...rest,
    versionId: to.versionId,
    snapshotDigest: to.digest,
    previousDigest: from?.digest ?? null,
    actorKind: kind,
    actorId: id,
    actorName: name,
  };
}

/** A text, or JSON of anything else, as a literal of SQL: several statements in one round trip take no parameters. */
function literal(value: unknown): string {
  if (value === null) return 'NULL';
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}
