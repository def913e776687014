import { callFunction, type Queryable } from './query-json';

/**
 * `endpoints`: there are enabled webhook endpoints. `uncommitted`: events wait for the end of a transaction. `queues`: many
 * deliveries of an endpoint are to be ended or recovered. `editions`: some are to be published. `deletions`: accounts are to be
 * deleted. `changes`: changes of accounts are due or expire.
 */
export type DueKind =
  | 'endpoints'
  | 'events'
  | 'uncommitted'
  | 'deliveries'
  | 'queues'
  | 'editions'
  | 'deletions'
  | 'changes';

interface DueWork {
  kinds: DueKind[];
  /** The database's clock in Unix milliseconds. */
  now: number;
}

/** What is due, in one query that reads no more than the first row of each kind. */
export function findDueWork(database: Queryable): Promise<DueWork> {
  return callFunction(database, 'due_work');
}

interface DeliveryQueue {
  /** Webhook deliveries that wait. */
  waiting: number;
  /** For how many milliseconds the oldest has been due. */
  lateMs: number;
  /** The number of disabled endpoints by reason. */
  disabled: Record<'request' | 'gone' | 'failing', number>;
}

/** Reads all deliveries that wait, and all endpoints. */
export function readDeliveryQueue(database: Queryable): Promise<DeliveryQueue> {
  return callFunction(database, 'delivery_queue');
}

/** Claims an edition that is due to be published. Null if there is none. */
export function claimDueEdition(database: Queryable): Promise<{ appId: string; id: string } | null> {
  return callFunction(database, 'claim_edition');
}

/** Deletes up to `limit` accounts that are due. Returns how many. */
export function deleteDueAccounts(database: Queryable, limit: number): Promise<number> {
  return callFunction(database, 'delete_due_accounts', [limit]);
}

/** Makes work due that was scheduled before the clock was set back. */
export async function resetSchedule(database: Queryable): Promise<void> {
  await database.query('SELECT reset_schedule()');
}

/** Deletes up to `limit` expired rows of each table, of all tenants. Returns whether more may be left. */
export function purgeExpired(database: Queryable, limit: number): Promise<boolean> {
  return callFunction(database, 'purge_expired', [limit]);
}
