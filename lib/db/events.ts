import type { Queries } from './client';
import type { ActivationKind, ActorKind, BillingPeriod, Direction } from './generated/enums';
import { callFunction, type Queryable } from './query-json';

/** An event as `event_contents` returns it, with what its content is made of. `occurredAt` is in Unix milliseconds. */
export interface StoredEvent {
  id: string;
  xid: string;
  type: string;
  occurredAt: number;
  accountId: string | null;
  externalId: string | null;
  accountTitle: string | null;
  sequence: number | null;
  /** Null for a version switch and the change of an add-on. */
  data: object | null;
  /** Null unless the event is a version switch. */
  activation: {
    id: string;
    snapshotDigest: string;
    previousDigest: string | null;
    direction: Direction;
    actorKind: ActorKind;
    actorName: string;
    actorUserId: string | null;
    channel: string;
    reason: string | null;
    billingPeriod: BillingPeriod;
    users: number;
    quantity: number | null;
    kind: ActivationKind;
  } | null;
  /** Null unless an add-on was turned on or off. */
  addOnChange: Record<string, unknown> | null;
}

interface NewEvent {
  appId: string;
  id: string;
  /** Absent for an event of the app. */
  accountId?: string;
  /** See the model `Event`. Absent for an event of the app. */
  sequence?: number;
  /** The entry of the account's history that it is about. */
  historySequence?: number;
  type: string;
  occurredAt: Date;
  /** Null for a switch and a change of an add-on. */
  data: object | null;
}

/** The position after an event. */
export interface EventPosition {
  xid: string;
  id: string;
}

/** The position before all events. Transaction IDs are negative after a restore (tools/backup/restore-database.ts). */
export const firstPosition: EventPosition = { xid: String(-(2n ** 63n)), id: '' };

interface StoredEventPage {
  events: StoredEvent[];
  /** The position after the last event that was read, whether it matched or not. */
  next: EventPosition;
  more: boolean;
}

/**
 * Writes an event in the open transaction, which makes the change that the event is about. The database function
 * `commit_account_change` writes its own.
 */
export async function insertEvent(queries: Queries, event: NewEvent): Promise<void> {
  const {
    appId,
    id,
    accountId = null,
    sequence = null,
    historySequence = null,
    type,
    occurredAt,
    data,
  } = event;
  // Not createMany: Prisma would also send a value for xid.
  await queries.$executeRaw`
    INSERT INTO events (app_id, id, account_id, sequence, history_sequence, type, occurred_at, data)
    VALUES (${appId}, ${id}, ${accountId}, ${sequence}, ${historySequence}, ${type}, ${occurredAt}, ${data && JSON.stringify(data)}::jsonb)`;
}

/** The same for many events, in one statement. */
export async function insertEvents(queries: Queries, events: NewEvent[]): Promise<void> {
  await queries.$executeRaw`
    INSERT INTO events (app_id, id, account_id, sequence, history_sequence, type, occurred_at, data)
    SELECT "appId", id, "accountId", sequence, "historySequence", type, "occurredAt", nullif(data, 'null')
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      AS r ("appId" text, id text, "accountId" text, sequence int, "historySequence" int, type text, "occurredAt" timestamptz, data jsonb)`;
}

/**
 * Reads events of an app in the order of their transactions, up to the oldest one that is still running. Null if `after` is
 * not a position of this database.
 */
export async function readEvents(
  database: Queryable,
  filter: { appId: string; accountId: string | null; types: string[] | null },
  { after, limit, maxScanned }: { after: EventPosition; limit: number; maxScanned: number },
): Promise<StoredEventPage | null> {
  const { appId, accountId, types } = filter;
  const values = [appId, accountId, types, after.xid, after.id, limit, maxScanned];
  const result = await callFunction<{ events: StoredEvent[]; xid: string; id: string; more: boolean }>(
    database,
    'read_events',
    values,
  );
  if (!result) return null;
  const { events, xid, id, more } = result;
  return { events, next: { xid, id }, more };
}
