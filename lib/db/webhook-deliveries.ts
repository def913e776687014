import type { StoredEvent } from './events';
import { type Queryable, queryJson } from './query-json';

// The queue of webhook deliveries. The rules are in prisma/sql/webhooks.sql.

export interface DeliveryKey {
  appId: string;
  endpointId: string;
  eventId: string;
}

/** A delivery that this process may send until its lease ends. */
export interface ClaimedDelivery extends DeliveryKey {
  leaseToken: string;
}

/** What a delivery sends. Times are in Unix milliseconds. */
export interface DeliveryContent {
  url: string;
  secretVersion: number;
  secretRotatedAt: number | null;
  /** Attempts so far. */
  attempt: number;
  /** Null if it has been purged. */
  event: StoredEvent | null;
}

/** The result of sending a request to an endpoint. */
export interface DeliveryAttempt {
  durationMs: number;
  /** Null without a response. */
  status: number | null;
  /** Null if the attempt succeeded. */
  error: string | null;
  /** The first 1,000 characters of the response's body. */
  response: string | null;
}

/** `gone` fails the delivery and disables the endpoint. */
export type DeliveryOutcome = { kind: 'delivered' | 'failed' | 'gone' } | { kind: 'retry'; delayMs: number };

const dispatchQuery = { name: 'dispatch_events', text: 'SELECT dispatch_events($1) AS more' };
const claimQuery = {
  name: 'claim_due_deliveries',
  text: 'SELECT * FROM claim_due_deliveries($1, $2, $3, $4, $5)',
};
const changeQuery = { name: 'change_queues', text: 'SELECT change_queues($1) AS more' };
const readQuery = { name: 'read_delivery', text: 'SELECT read_delivery($1, $2, $3, $4)::text AS json' };
const settleQuery = {
  name: 'settle_delivery',
  text: 'SELECT settle_delivery($1, $2, $3, $4, $5, $6, $7, $8) AS more',
};

/** Creates the deliveries of up to `limit` events, shared among the endpoints. Returns whether more may be left. */
export async function dispatchEvents(database: Queryable, limit: number): Promise<boolean> {
  const { rows } = await database.query<{ more: boolean }>({ ...dispatchQuery, values: [limit] });
  return rows[0]?.more ?? false;
}

/**
 * Ends deliveries of disabled endpoints, and recovers deliveries, in batches of `limit` rows, shared among the endpoints.
 * Returns whether more is left.
 */
export async function changeQueues(database: Queryable, limit: number): Promise<boolean> {
  const { rows } = await database.query<{ more: boolean }>({ ...changeQuery, values: [limit] });
  return rows[0]?.more ?? false;
}

interface ClaimLimits {
  slots: number;
  /** Deliveries in flight of an app and of an endpoint. */
  maxPerApp: number;
  maxPerEndpoint: number;
  leaseMs: number;
  /** The number of deliveries in flight, by endpoint. */
  inFlight: Map<string, number>;
}

/** Claims up to `slots` due deliveries, but of a failing endpoint a single one. Apps with fewer in flight come first. */
export async function claimDeliveries(
  database: Queryable,
  { slots, maxPerApp, maxPerEndpoint, leaseMs, inFlight }: ClaimLimits,
): Promise<ClaimedDelivery[]> {
  const { rows } = await database.query<ClaimedDelivery>({
    ...claimQuery,
    values: [slots, maxPerApp, maxPerEndpoint, leaseMs, JSON.stringify(Object.fromEntries(inFlight))],
  });
  return rows;
}

/** The content of a claimed delivery. Null if its lease has ended. */
export async function readDelivery(
  database: Queryable,
  { appId, endpointId, eventId, leaseToken }: ClaimedDelivery,
): Promise<DeliveryContent | null> {
  const values = [appId, endpointId, eventId, leaseToken];
  return queryJson<DeliveryContent>(database, readQuery, values);
}

/** Records an attempt and ends the lease, unless that has ended. Disables an endpoint that failed for `maxFailingMs`. */
export async function settleDelivery(
  database: Queryable,
  { appId, endpointId, eventId, leaseToken }: ClaimedDelivery,
  {
    outcome,
    attempt,
    maxFailingMs,
  }: { outcome: DeliveryOutcome; attempt: DeliveryAttempt; maxFailingMs: number },
): Promise<void> {
  const delayMs = outcome.kind === 'retry' ? Math.round(outcome.delayMs) : 0;
  const values = [
    appId,
    endpointId,
    eventId,
    leaseToken,
    outcome.kind,
    JSON.stringify(attempt),
    delayMs,
    maxFailingMs,
  ];
  await database.query({ ...settleQuery, values });
}
