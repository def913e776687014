import type { CamelCaseFields } from '@/lib/contract/field-names';
import type { WebhookDeliveryBody } from '@/lib/contract/webhooks';
import type { AccountKey } from './accounts';
import { takeLock } from './connection/advisory-locks';
import type { Queries } from './connection/client';
import { callFunction, type Queryable } from './connection/query-json';
import type { StoredEvent } from './events';
import type { WebhookDeliveryModel, WebhookEndpointModel } from './generated/models';

export type WebhookEndpoint = WebhookEndpointModel;
export type WebhookDelivery = Omit<WebhookDeliveryModel, 'attempts'> & {
  attempts: (DeliveryAttempt & { at: number })[];
};

type EndpointKey = Pick<WebhookEndpoint, 'appId' | 'id'>;

/** Creates an endpoint that receives the events from now on. The transaction holds the lock of the app's endpoints. */
export async function insertWebhookEndpoint(
  queries: Queries,
  endpoint: Pick<WebhookEndpoint, 'appId' | 'id' | 'url' | 'types' | 'createdAt'>,
): Promise<WebhookEndpoint> {
  const dispatchedXid = await readEventHorizon(queries);
  return queries.webhookEndpoint.create({ data: { ...endpoint, dispatchedXid } });
}

/** The oldest is first. */
export function listWebhookEndpoints(queries: Queries, appId: string): Promise<WebhookEndpoint[]> {
  return queries.webhookEndpoint.findMany({ where: { appId }, orderBy: { id: 'asc' } });
}

export function findWebhookEndpoint(
  queries: Queries,
  appId: string,
  id: string,
): Promise<WebhookEndpoint | null> {
  return queries.webhookEndpoint.findUnique({ where: { appId_id: { appId, id } } });
}

/** Locks the endpoint, as everything that adds or settles deliveries does, and returns it. */
export async function lockWebhookEndpoint(
  queries: Queries,
  appId: string,
  id: string,
): Promise<WebhookEndpoint | null> {
  await takeLock(queries, 'webhookEndpoint', id);
  return findWebhookEndpoint(queries, appId, id);
}

export function updateWebhookEndpoint(
  queries: Queries,
  { appId, id }: EndpointKey,
  changes: Partial<Pick<WebhookEndpoint, 'url' | 'types' | 'secretVersion' | 'secretRotatedAt'>>,
): Promise<WebhookEndpoint> {
  const where = { appId_id: { appId, id } };
  return queries.webhookEndpoint.update({ where, data: changes });
}

/** Enables an endpoint. It receives the events from now on. The transaction holds its lock. */
export async function enableWebhookEndpoint(
  queries: Queries,
  { appId, id }: EndpointKey,
): Promise<WebhookEndpoint> {
  // Deliveries that are open at this time still end.
  await changeWebhookQueue(queries, { appId, id });
  const dispatchedXid = await readEventHorizon(queries);
  return queries.webhookEndpoint.update({
    where: { appId_id: { appId, id } },
    data: { disabledAt: null, disabledReason: null, failingSince: null, dispatchedXid, dispatchedId: '' },
  });
}

/** Disables an endpoint. Its open deliveries fail: a batch now, the others by `changeWebhookQueue`. */
export async function disableWebhookEndpoint(
  queries: Queries,
  { appId, id }: EndpointKey,
  reason: string,
): Promise<void> {
  await queries.$queryRaw`SELECT disable_endpoint(${appId}, ${id}, ${reason})::text`;
  await changeWebhookQueue(queries, { appId, id });
}

interface QueueChange {
  /** Whether there is a next batch. */
  more: boolean;
  /** Deliveries that the last recovery has recovered so far. */
  recovered: number;
}

/** Carries out the next batch of what was requested for all deliveries of an endpoint. */
export async function changeWebhookQueue(queries: Queries, { appId, id }: EndpointKey): Promise<QueueChange> {
  const [row] = await queries.$queryRaw<[QueueChange]>`
    SELECT more, recovered FROM change_queue(${appId}, ${id}, 1000)`;
  return row;
}

/** Deletes an endpoint and its deliveries. */
export async function deleteWebhookEndpoint(queries: Queries, { appId, id }: EndpointKey): Promise<void> {
  await queries.webhookEndpoint.delete({ where: { appId_id: { appId, id } } });
}

/** Deliveries of an endpoint, newest event first. */
export async function listWebhookDeliveries(
  queries: Queries,
  { appId, id: endpointId }: EndpointKey,
  { state, limit, before }: { state: WebhookDelivery['state'] | null; limit: number; before: string | null },
): Promise<WebhookDelivery[]> {
  const rows = await queries.webhookDelivery.findMany({
    where: {
      appId,
      endpointId,
      ...(state && { state }),
      ...(before !== null && { eventId: { lt: before } }),
    },
    orderBy: { eventId: 'desc' },
    take: limit,
  });
  return rows as unknown as WebhookDelivery[];
}

/** How many entries of the history, and changes that wait, have their events looked for. */
const maxEventSources = 20;

/** Deliveries of the newest events of an account, with the URL of the endpoint. No index has deliveries by account. */
export async function listAccountDeliveries(
  queries: Queries,
  { appId, accountId }: AccountKey,
): Promise<(WebhookDelivery & { url: string })[]> {
  const events = await queries.$queryRaw<{ id: string }[]>`
    SELECT event_id(${accountId}) AS id
    UNION ALL SELECT event_id(e.id) FROM (
      SELECT h.id, h.add_on_entries FROM account_history h WHERE h.app_id = ${appId} AND h.account_id = ${accountId}
      ORDER BY h.sequence DESC LIMIT ${maxEventSources}) AS h,
      LATERAL (SELECT h.id UNION SELECT o.change ->> 'id' FROM jsonb_array_elements(h.add_on_entries) AS o (change)) AS e (id)
    UNION ALL SELECT account_change_event_id(c.id, r.revision) FROM (
      SELECT c.id, c.revision FROM account_changes c WHERE c.app_id = ${appId} AND c.account_id = ${accountId}
      ORDER BY c.id DESC LIMIT ${maxEventSources}) AS c, generate_series(greatest(c.revision - 9, 1), c.revision) AS r (revision)`;
  const endpoints = await queries.webhookEndpoint.findMany({ where: { appId }, select: { id: true } });
  const rows = await queries.webhookDelivery.findMany({
    where: {
      appId,
      endpointId: { in: endpoints.map(({ id }) => id) },
      eventId: { in: events.map(({ id }) => id) },
    },
    include: { endpoint: { select: { url: true } } },
    orderBy: { eventId: 'desc' },
    take: maxEventSources,
  });
  const deliveries = rows as unknown as (WebhookDelivery & { endpoint: { url: string } })[];
  return deliveries.map(({ endpoint, ...row }) => ({ ...row, url: endpoint.url }));
}

export async function findWebhookDelivery(
  queries: Queries,
  { appId, id: endpointId }: EndpointKey,
  eventId: string,
): Promise<WebhookDelivery | null> {
  const row = await queries.webhookDelivery.findUnique({
    where: { appId_endpointId_eventId: { appId, endpointId, eventId } },
  });
  return row as unknown as WebhookDelivery | null;
}

/** The events of deliveries, without those that have been purged. */
export async function readDeliveryEvents(
  queries: Queries,
  { appId, id: endpointId }: EndpointKey,
  eventIds: string[],
): Promise<StoredEvent[]> {
  const rows = await queries.$queryRaw<{ json: string }[]>`
    SELECT e::text AS json FROM delivery_events(${appId}, ${endpointId}, ${eventIds}) AS e`;
  return rows.map(({ json }) => JSON.parse(json));
}

/**
 * Delivers again: one delivery, or all failed ones of events since a time and the events that the endpoint never received, of
 * which `changeWebhookQueue` recovers the others after the first batch.
 */
export async function recoverWebhookDeliveries(
  queries: Queries,
  { appId, id }: EndpointKey,
  target: { eventId: string } | { since: Date },
): Promise<void> {
  const eventId = 'eventId' in target ? target.eventId : null;
  const since = 'since' in target ? target.since.getTime() : null;
  await queries.$queryRaw`SELECT recover_deliveries(${appId}, ${id}, ${eventId}, ${since}::bigint)`;
}

async function readEventHorizon(queries: Queries): Promise<bigint> {
  const [row] = await queries.$queryRaw<[{ xid: bigint }]>`SELECT event_horizon() AS xid`;
  return row.xid;
}

// The queue of webhook deliveries. The rules are in prisma/sql/webhooks.sql.

/** A delivery that this process may send until its lease ends. */
export interface ClaimedDelivery extends Pick<WebhookDeliveryModel, 'appId' | 'endpointId' | 'eventId'> {
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

/** The content of a claimed delivery. Null if its lease has ended. */
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

/** Does as `settleDelivery`, and claims the next delivery of the endpoint and account. Returns null if none is due. */
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
