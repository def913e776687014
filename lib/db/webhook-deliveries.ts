import type { CamelCaseFields } from '@/lib/contract/field-names';
import type { WebhookDeliveryBody } from '@/lib/contract/webhooks';
import { callFunction, type Queryable } from './connection/query-json';
import type { StoredEvent } from './events';

// The queue of webhook deliveries. The rules are in prisma/sql/webhooks.sql.

interface DeliveryKey {
  appId: string;
  endpointId: string;
  eventId: string;
}

/** A delivery that this process may send until its lease ends. */
export interface ClaimedDelivery extends DeliveryKey {
  leaseToken: string;
}

/** What a delivery sends. Times are in Unix milliseconds. */
interface DeliveryContent {
  url: string;
  secretVersion: number;
  secretRotatedAt: number | null;
  /** Attempts so far. */
  attempt: number;
  /** It is null if it has been purged. */
  event: StoredEvent | null;
}

/** The result of sending a request to an endpoint. */
export type DeliveryAttempt = CamelCaseFields<
  WebhookDeliveryBody['attempts'][number],
  'duration_ms' | 'status' | 'error' | 'response'
>;

/** `gone` fails the delivery and disables the endpoint. */
export type DeliveryOutcome = { kind: 'delivered' | 'failed' | 'gone' } | { kind: 'retry'; delayMs: number };

const claimQuery = {
  name: 'claim_due_deliveries',
  text: 'SELECT * FROM claim_due_deliveries($1, $2, $3, $4, $5)',
};

/** Creates the deliveries of up to `limit` events, shared among the endpoints. Returns whether more may be left. */
export function dispatchEvents(database: Queryable, limit: number): Promise<boolean> {
  return callFunction(database, 'dispatch_events', [limit]);
}

/**
 * Ends deliveries of disabled endpoints, and recovers deliveries, in batches of `limit` rows, shared among the endpoints.
 * Returns whether more is left.
 */
export function changeQueues(database: Queryable, limit: number): Promise<boolean> {
  return callFunction(database, 'change_queues', [limit]);
}

interface ClaimLimits {
  slots: number;
  /** Deliveries in flight of an app and of an endpoint. */
  maxPerApp: number;
  maxPerEndpoint: number;
  leaseMs: number;
  /** The number of deliveries in flight, by endpoint. */
  inFlight: Record<string, number>;
}

/** Claims up to `slots` due deliveries, but of a failing endpoint a single one. Apps with fewer in flight come first. */
export async function claimDeliveries(
  database: Queryable,
  { slots, maxPerApp, maxPerEndpoint, leaseMs, inFlight }: ClaimLimits,
): Promise<ClaimedDelivery[]> {
  const { rows } = await database.query<ClaimedDelivery>({
    ...claimQuery,
    values: [slots, maxPerApp, maxPerEndpoint, leaseMs, JSON.stringify(inFlight)],
  });
  return rows;
}

/** The content of a claimed delivery. It is null if its lease has ended. */
export function readDelivery(
  database: Queryable,
  { appId, endpointId, eventId, leaseToken }: ClaimedDelivery,
): Promise<DeliveryContent | null> {
  return callFunction(database, 'read_delivery', [appId, endpointId, eventId, leaseToken]);
}

interface Settlement {
  outcome: DeliveryOutcome;
  attempt: DeliveryAttempt;
  maxFailingMs: number;
}

function toSettlement(
  { appId, endpointId, eventId, leaseToken }: ClaimedDelivery,
  { outcome, attempt, maxFailingMs }: Settlement,
): unknown[] {
  const delayMs = outcome.kind === 'retry' ? Math.round(outcome.delayMs) : 0;
  const json = JSON.stringify(attempt);
  return [appId, endpointId, eventId, leaseToken, outcome.kind, json, delayMs, maxFailingMs];
}

/** Records an attempt and ends the lease, unless that has ended. Disables an endpoint that failed for `maxFailingMs`. */
export async function settleDelivery(
  database: Queryable,
  delivery: ClaimedDelivery,
  settlement: Settlement,
): Promise<void> {
  await callFunction(database, 'settle_delivery', toSettlement(delivery, settlement));
}

/** A claimed delivery with what it sends. */
export interface NextDelivery extends ClaimedDelivery {
  content: DeliveryContent | null;
}

/** As `settleDelivery`, and claims the next delivery of the endpoint and account. It is null if none is due. */
export async function settleAndClaim(
  database: Queryable,
  delivery: ClaimedDelivery,
  settlement: Settlement,
  leaseMs: number,
): Promise<NextDelivery | null> {
  const values = [...toSettlement(delivery, settlement), leaseMs];
  type Next = Omit<NextDelivery, 'appId' | 'endpointId'>;
  const next = await callFunction<Next | null>(database, 'settle_and_claim', values);
  return next && { ...delivery, ...next };
}
