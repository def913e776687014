import type { Terms } from './accounts';
import type { Queries } from './connection/client';
import { callFunction, type Queryable } from './connection/query-json';
import type { Direction, HistoryKind, Pays } from './generated/enums';
import type { EventModel, HistoryEntryModel } from './generated/models';

/** A version switch, as `event_contents` returns it. */
export type StoredSwitch = Pick<
  HistoryEntryModel,
  'id' | 'snapshotDigest' | 'previousDigest' | 'channel' | 'reason' | 'billingPeriod' | 'users'
> &
  Pick<HistoryEntryModel, 'actorKind' | 'actorName' | 'actorUserId'> & {
    direction: Direction;
    pays: Pays | null;
    kind: HistoryKind;
    quantity: number | null;
    terms: Terms | null;
    trialEndsAt: number | null;
    /** The time is in Unix milliseconds. */
    activatedAt: number;
  };

/** An event as `event_contents` returns it, with what its content is made of. `occurredAt` is in Unix milliseconds. */
export interface StoredEvent extends Pick<EventModel, 'id' | 'type' | 'accountId' | 'sequence'> {
  xid: string;
  occurredAt: number;
  externalId: string | null;
  accountTitle: string | null;
  /** It is null for a version switch and the change of an add-on. */
  data: object | null;
  /** Whether an import of accounts made the change. */
  isImport: boolean;
  /** It is that of `eventRequest`, empty or null if there was none. */
  request: string | null;
  /** Null unless the event is a version switch. Servers of the previous version read it by this name. */
  activation: StoredSwitch | null;
  /** Null unless an add-on was turned on or off. */
  addOnChange: Record<string, unknown> | null;
}

interface NewEvent {
  appId: string;
  id: string;
  /** It is absent for an event of the app. */
  accountId?: string;
  /** See the model `Event`. It is absent for an event of the app. */
  sequence?: number;
  /** The entry of the account's history that it is about. */
  historySequence?: number;
  type: string;
  occurredAt: Date;
  /** It is null for a switch and a change of an add-on. */
  data: object | null;
}

/** The position after an event. */
export type EventPosition = Pick<StoredEvent, 'xid' | 'id'>;

/** The position before all events. Transaction IDs are negative after a restore (tools/backup/restore-database.ts). */
export const firstPosition: EventPosition = { xid: String(-(2n ** 63n)), id: '' };

interface StoredEventPage {
  events: StoredEvent[];
  /** The position after the last event that was read, whether it matched or not. */
  next: EventPosition;
  more: boolean;
}

/**
 * Writes events in the open transaction, which makes the changes that they are about. The database function
 * `commit_account_change` writes its own.
 */
export async function insertEvents(queries: Queries, events: NewEvent[]): Promise<void> {
  // Not createMany: Prisma would also send a value for xid.
  await queries.$executeRaw`
    INSERT INTO events (app_id, id, account_id, sequence, history_sequence, type, occurred_at, data)
    SELECT "appId", id, "accountId", sequence, "historySequence", type, "occurredAt", nullif(data, 'null')
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      AS r ("appId" text, id text, "accountId" text, sequence int, "historySequence" int, type text, "occurredAt" timestamptz, data jsonb)`;
}

/** Marks the events that the open transaction writes from now on as those of an import. Their deliveries come after others. */
export async function markImportEvents(queries: Queries): Promise<void> {
  await queries.$executeRaw`SELECT set_config('tenant.import', 'on', true)`;
}

/** Deletes the events of an app that the open transaction has written. */
export async function dropNewEvents(queries: Queries, appId: string): Promise<void> {
  await queries.$executeRaw`DELETE FROM events WHERE app_id = ${appId} AND xid = pg_current_xact_id()::text::bigint`;
}

export function insertEvent(queries: Queries, event: NewEvent): Promise<void> {
  return insertEvents(queries, [event]);
}

/**
 * Reads events of an app in the order of their transactions, up to the oldest one that is still running. It is null if `after` is
 * not a position of this database.
 */
export async function readEvents(
  database: Queryable,
  filter: { appId: string; accountId: string | null; types: string[] | null },
  { after, limit, maxScanned }: { after: EventPosition; limit: number; maxScanned: number },
): Promise<StoredEventPage | null> {
  const { appId, accountId, types } = filter;
  const values = [appId, accountId, types, after.xid, after.id, limit, maxScanned];
  type Page = { events: StoredEvent[]; more: boolean } & EventPosition;
  const page = await callFunction<Page | null>(database, 'read_events', values);
  return page && { events: page.events, next: { xid: page.xid, id: page.id }, more: page.more };
}
