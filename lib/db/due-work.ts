import type { disabledReasons } from '@/lib/contract/enums';
import { callFunction, type Queryable } from './connection/query-json';

interface DueWork {
  /** For how many milliseconds the oldest work has been due, by the name of each kind that is due. */
  kinds: Record<string, number>;
  /** Whether there is an enabled webhook endpoint. */
  hasEndpoints: boolean;
  /** Whether events wait for the end of a transaction. */
  hasUncommitted: boolean;
  /** The database's clock in Unix milliseconds. */
  now: number;
}

/** What is due, in one query that reads no more than the first row of each kind. */
export function findDueWork(database: Queryable): Promise<DueWork> {
  return callFunction(database, 'due_work');
}

/** IDs of the apps that have work of a kind that is done by app. `recordTime` is in Unix milliseconds. */
export function listDueApps(database: Queryable, recordTime: number | null): Promise<string[]> {
  return callFunction(database, 'list_due_apps', [recordTime]);
}

/** What a claim of due work takes. */
export interface DueClaim {
  /** It is empty unless the kind is done by app. */
  appId: string;
  /** The time to compare with in Unix milliseconds. Null means the clock of the database. */
  recordTime: number | null;
  /** When what is claimed is due again, if it was not settled before. */
  leaseMs: number;
  max: number;
}

/** Claims work of an app with a function that has the arguments of `claim_account_changes`. */
export function claimOfApp<Work>(
  database: Queryable,
  name: string,
  { appId, recordTime, leaseMs, max }: DueClaim,
): Promise<Work[]> {
  return callFunction(database, name, [appId, recordTime, leaseMs, max]);
}

/** Claims editions that are due to be published. */
export function claimEditions(
  database: Queryable,
  { leaseMs, max }: DueClaim,
): Promise<{ appId: string; id: string }[]> {
  return callFunction(database, 'claim_editions', [leaseMs, max]);
}

/**
 * Makes work due that was scheduled before the clock was set back. `leases` are in milliseconds, by the name of the kind. Claims
 * that end within one stay.
 */
export async function resetSchedule(database: Queryable, leases: Record<string, number>): Promise<void> {
  await database.query('SELECT reset_schedule($1)', [JSON.stringify(leases)]);
}

interface DeliveryQueue {
  /** Webhook deliveries that wait. */
  waiting: number;
  /** For how many milliseconds the oldest has been due. */
  lateMs: number;
  /** The number of disabled endpoints by reason. */
  disabled: Record<(typeof disabledReasons)[number], number>;
}

/** Reads all deliveries that wait, and all endpoints. */
export function readDeliveryQueue(database: Queryable): Promise<DeliveryQueue> {
  return callFunction(database, 'delivery_queue');
}

/** Deletes up to `limit` accounts that are due. Returns how many. */
export function deleteDueAccounts(database: Queryable, limit: number): Promise<number> {
  return callFunction(database, 'delete_due_accounts', [limit]);
}

/** Deletes up to `limit` expired rows of each table, of all tenants. Returns whether more may be left. */
export function purgeExpired(database: Queryable, limit: number): Promise<boolean> {
  return callFunction(database, 'purge_expired', [limit]);
}
