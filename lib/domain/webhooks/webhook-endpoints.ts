import { ApiError } from '@/lib/contract/errors';
import type { Event } from '@/lib/contract/events';
import { isWellFormedId } from '@/lib/contract/ids';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import { maxWebhookEndpoints } from '@/lib/contract/webhooks';
import { takeNamedLock } from '@/lib/db/connection/advisory-locks';
import type { Queries } from '@/lib/db/connection/client';
import { readTenant, withTenant } from '@/lib/db/connection/tenant';
import {
  changeWebhookQueue,
  deleteWebhookEndpoint as deleteRow,
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  findWebhookDelivery,
  findWebhookEndpoint,
  insertWebhookEndpoint,
  listAccountDeliveries as listAccountDeliveryRows,
  listWebhookDeliveries as listDeliveryRows,
  listWebhookEndpoints as listRows,
  lockWebhookEndpoint,
  readDeliveryEvents,
  recoverWebhookDeliveries,
  updateWebhookEndpoint as updateRow,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@/lib/db/webhooks';
import { recordAudit } from '../audit/audit';
import type { AppCaller } from '../caller';
import type { Service, WebhookResponse } from '../service';
import { createEvents, omitLists } from './events';
import { getHostAddress, isInRanges, isPublicAddress } from './webhook-address';
import { deriveWebhookSecret, rotationMs, signWebhook } from './webhook-secrets';

export type { WebhookDelivery, WebhookEndpoint } from '@/lib/db/webhooks';

/** The time for what a request recovers itself. */
const maxRecoveryMs = 2000;
/** Test events of an app that are sent at a time. */
const maxTests = 4;

/** What the operations need of a caller. `requireAppManager` admits those that may call them. */
type Manager = Pick<AppCaller, 'app'> & Partial<Pick<AppCaller, 'via' | 'role' | 'actor'>>;

export interface WebhookEndpointWithSecret {
  endpoint: WebhookEndpoint;
  secret: string;
}

export interface WebhookTest {
  eventId: string;
  response: WebhookResponse;
}

export type WebhookDeliveryDetails = WebhookDelivery & {
  /** It is null for an event of the app, and if the event has been purged. */
  accountTitle: string | null;
  /** It is null if it has been purged. */
  event: Event | null;
};

export interface WebhookDeliveryPage {
  /** The lists of features and versions of the events are empty. */
  deliveries: WebhookDeliveryDetails[];
  /** Event ID to continue before; null on the last page. */
  next: string | null;
}

/** The oldest is first. */
export function listWebhookEndpoints({ db }: Service, { app }: Manager): Promise<WebhookEndpoint[]> {
  return readTenant(db, { appId: app.id }, (queries) => listRows(queries, app.id));
}

/** Throws 404 for an unknown endpoint. */
export function getWebhookEndpoint({ db }: Service, { app }: Manager, id: string): Promise<WebhookEndpoint> {
  return readTenant(db, { appId: app.id }, (queries) => requireEndpoint(queries, app.id, id));
}

/** Creates an endpoint, which receives the events from now on. Throws 400 for a URL that is not allowed, 422 at the limit. */
export function createWebhookEndpoint(
  service: Service,
  caller: Manager,
  { url, types }: { url: string; types: string[] },
): Promise<WebhookEndpointWithSecret> {
  const { app } = caller;
  const secretsKey = requireSecretsKey(service);
  const normalized = parseWebhookUrl(url, service.webhooks.allowedRanges);
  const create = async (queries: Queries): Promise<WebhookEndpointWithSecret> => {
    await takeNamedLock(queries, 'webhook endpoints', app.id);
    if ((await listRows(queries, app.id)).length >= maxWebhookEndpoints) {
      throw new ApiError(
        'webhook_limit_reached',
        `An app can have at most ${maxWebhookEndpoints} webhook endpoints.`,
      );
    }
    const id = service.makeId('webhookEndpoint');
    const row = { appId: app.id, id, url: normalized, types, createdAt: service.now() };
    const endpoint = await insertWebhookEndpoint(queries, row);
    const data = { url: normalized, types };
    await recordAudit(queries, service, caller, { type: 'webhook_endpoint.created', targetId: id, data });
    return { endpoint, secret: deriveWebhookSecret(secretsKey, id, endpoint.secretVersion) };
  };
  return withTenant(service.db, { appId: app.id }, create, { cached: false });
}

/** Changes an endpoint, or enables or disables it. Throws 400 or 404. */
export function updateWebhookEndpoint(
  service: Service,
  caller: Manager,
  id: string,
  { enabled, url, ...changes }: { url?: string; types?: string[]; enabled?: boolean },
): Promise<WebhookEndpoint> {
  const normalized = url === undefined ? {} : { url: parseWebhookUrl(url, service.webhooks.allowedRanges) };
  const { app } = caller;
  return changeEndpoint(service, app.id, id, async (queries, endpoint) => {
    const updated = await updateRow(queries, endpoint, { ...changes, ...normalized });
    const data = {
      ...(normalized.url !== undefined && { previous_url: endpoint.url, ...normalized }),
      ...(changes.types && { previous_types: endpoint.types, types: changes.types }),
      ...(enabled !== undefined && { enabled }),
    };
    await recordAudit(queries, service, caller, { type: 'webhook_endpoint.updated', targetId: id, data });
    if (enabled === true && endpoint.disabledAt) return enableWebhookEndpoint(queries, endpoint);
    if (enabled !== false || endpoint.disabledAt) return updated;
    await disableWebhookEndpoint(queries, endpoint, 'request');
    return requireEndpoint(queries, app.id, id);
  });
}

/** Deletes an endpoint and its deliveries. Throws 404. */
export function deleteWebhookEndpoint(service: Service, caller: Manager, id: string): Promise<void> {
  return changeEndpoint(service, caller.app.id, id, async (queries, endpoint) => {
    await deleteRow(queries, endpoint);
    const data = { url: endpoint.url };
    await recordAudit(queries, service, caller, { type: 'webhook_endpoint.deleted', targetId: id, data });
  });
}

/**
 * Creates a new secret. Deliveries are signed with both for 24 hours. Throws 404, or 409 within 24 hours after the last
 * rotation, because the secret before would become invalid early.
 */
export function rotateWebhookSecret(
  service: Service,
  caller: Manager,
  id: string,
): Promise<WebhookEndpointWithSecret> {
  const { app } = caller;
  const secretsKey = requireSecretsKey(service);
  return changeEndpoint(service, app.id, id, async (queries, endpoint) => {
    const now = service.now();
    const leftMs = (endpoint.secretRotatedAt?.getTime() ?? 0) + rotationMs - now.getTime();
    if (leftMs > 0) {
      throw new ApiError('secret_recently_rotated', 'The secret was rotated within the last 24 hours.', {
        retryAfter: Math.ceil(leftMs / 1000),
      });
    }
    const secretVersion = endpoint.secretVersion + 1;
    const rotated = await updateRow(queries, endpoint, { secretVersion, secretRotatedAt: now });
    await recordAudit(queries, service, caller, { type: 'webhook_endpoint.secret_rotated', targetId: id });
    return { endpoint: rotated, secret: deriveWebhookSecret(secretsKey, id, secretVersion) };
  });
}

/**
 * Sends a test event now and returns the response. It is neither stored nor sent again. Throws 404, or 429 if others
 * are sent.
 */
export async function testWebhookEndpoint(
  service: Service,
  caller: Manager,
  id: string,
): Promise<WebhookTest> {
  const secretsKey = requireSecretsKey(service);
  const endpoint = await getWebhookEndpoint(service, caller, id);
  const now = service.now();
  const eventId = service.makeId('event');
  const body = JSON.stringify({
    id: eventId,
    type: 'webhook.test',
    timestamp: now.toISOString(),
    account_id: null,
    external_id: null,
    sequence: null,
    data: { endpoint_id: id },
  });
  const secretRotatedAt = endpoint.secretRotatedAt?.getTime() ?? null;
  const signed = { ...endpoint, endpointId: id, secretRotatedAt };
  const headers = signWebhook(secretsKey, signed, { id: eventId, body, now });
  const response = await limitTests(service, endpoint.appId, () =>
    service.webhooks.sender.send(endpoint.url, headers, body),
  );
  return { eventId, response };
}

async function limitTests<T>(
  { webhooks: { tests } }: Service,
  appId: string,
  send: () => Promise<T>,
): Promise<T> {
  const running = tests.get(appId) ?? 0;
  if (running >= maxTests) {
    const message = 'Other test events of the app have not been answered yet.';
    throw new ApiError('too_many_requests', message, { retryAfter: 1 });
  }
  tests.set(appId, running + 1);
  try {
    return await send();
  } finally {
    const left = (tests.get(appId) ?? 1) - 1;
    if (left > 0) tests.set(appId, left);
    else tests.delete(appId);
  }
}

/** Deliveries of an endpoint, newest event first. Throws 404. */
export async function listWebhookDeliveries(
  service: Service,
  { app }: Manager,
  id: string,
  { state, limit, before }: { state: WebhookDelivery['state'] | null; limit: number; before: string | null },
): Promise<WebhookDeliveryPage> {
  const rows = await readWithEvents(service, app.id, id, (queries, endpoint) =>
    listDeliveryRows(queries, endpoint, { state, limit: limit + 1, before }),
  );
  const deliveries = rows
    .slice(0, limit)
    .map((delivery) => ({ ...delivery, event: delivery.event && omitLists(delivery.event) }));
  return { deliveries, next: rows.length > limit ? (deliveries.at(-1)?.eventId ?? null) : null };
}

/** The newest deliveries of an account's events, with the URL of the endpoint, newest event first. */
export function listAccountDeliveries(
  { db }: Service,
  { app, account }: { app: { id: string }; account: { id: string } },
): Promise<(WebhookDelivery & { url: string })[]> {
  const key = { appId: app.id, accountId: account.id };
  return readTenant(db, key, (queries) => listAccountDeliveryRows(queries, key));
}

/** One delivery with the event that it sends. Throws 404. */
export async function getWebhookDelivery(
  service: Service,
  { app }: Manager,
  id: string,
  eventId: string,
): Promise<WebhookDeliveryDetails> {
  const [delivery] = await readWithEvents(service, app.id, id, async (queries, endpoint) => [
    await requireDelivery(queries, endpoint, eventId),
  ]);
  return delivery!;
}

/** Reads deliveries of an endpoint with their events. Throws 404 for an unknown endpoint. */
async function readWithEvents(
  service: Service,
  appId: string,
  id: string,
  read: (queries: Queries, endpoint: WebhookEndpoint) => Promise<WebhookDelivery[]>,
): Promise<WebhookDeliveryDetails[]> {
  const { deliveries, stored } = await readTenant(service.db, { appId }, async (queries) => {
    const endpoint = await requireEndpoint(queries, appId, id);
    const rows = await read(queries, endpoint);
    const eventIds = rows.map(({ eventId }) => eventId);
    return { deliveries: rows, stored: await readDeliveryEvents(queries, endpoint, eventIds) };
  });
  const events = new Map((await createEvents(service, appId, stored)).map((event) => [event.id, event]));
  const titles = new Map(stored.map((event) => [event.id, event.accountTitle]));
  return deliveries.map((delivery) => ({
    ...delivery,
    accountTitle: titles.get(delivery.eventId) ?? null,
    event: events.get(delivery.eventId) ?? null,
  }));
}

/** Sends a delivery again, whatever its state, or at once if it waits for a retry. Throws 404, or 422 if disabled. */
export async function retryWebhookDelivery(
  service: Service,
  { app }: Manager,
  id: string,
  eventId: string,
): Promise<WebhookDelivery> {
  const delivery = await changeEndpoint(service, app.id, id, async (queries, endpoint) => {
    await requireDelivery(queries, endpoint, eventId);
    assertEnabled(endpoint);
    await recoverWebhookDeliveries(queries, endpoint, { eventId });
    return requireDelivery(queries, endpoint, eventId);
  });
  service.onEvent();
  return delivery;
}

/**
 * Sends the failed deliveries of events since a time again, and the events that the endpoint did not receive while it was
 * disabled. Returns their number; the worker recovers those that would take too long. Throws 404, or 422 if the endpoint is
 * disabled.
 */
export async function recoverWebhooks(
  service: Service,
  { app }: Manager,
  id: string,
  since: Date,
): Promise<number> {
  const endsAt = performance.now() + maxRecoveryMs;
  await changeEndpoint(service, app.id, id, (queries, endpoint) => {
    assertEnabled(endpoint);
    return recoverWebhookDeliveries(queries, endpoint, { since });
  });
  const change = () => changeEndpoint(service, app.id, id, changeWebhookQueue);
  let progress = { more: true, recovered: 0 };
  try {
    do progress = await change();
    while (progress.more && performance.now() < endsAt);
  } catch {
    // The recovery is committed. The worker continues it.
  }
  service.onEvent();
  return progress.recovered;
}

/**
 * The URL of an endpoint in its normal form. Throws 400 if events can't be sent to it: `http` is for development, and an
 * address must be public or in a range that the configuration allows. What a host name resolves to is checked at each
 * attempt.
 */
export function parseWebhookUrl(text: string, allowedRanges: string[]): string {
  if (!URL.canParse(text)) throw urlError('expected a URL, as in https://host.example/webhooks');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowedRanges.length > 0)) {
    throw urlError('expected https');
  }
  if (url.username || url.password) throw urlError('expected no user name or password');
  url.hash = '';
  const address = getHostAddress(url);
  if (address !== null && !isInRanges(address, allowedRanges)) {
    if (url.protocol === 'http:' || !isPublicAddress(address)) throw urlError('expected a public address');
  }
  return url.href;
}

const urlError = (reason: string) => fieldError(invalidParameter('url', reason));

/** Runs `work` on an endpoint in a transaction that holds its lock. Throws 404. */
function changeEndpoint<T>(
  { db }: Service,
  appId: string,
  id: string,
  work: (queries: Queries, endpoint: WebhookEndpoint) => Promise<T>,
): Promise<T> {
  const change = async (queries: Queries) =>
    work(queries, await requireEndpoint(queries, appId, id, lockWebhookEndpoint));
  return withTenant(db, { appId }, change, { cached: false });
}

/** Throws 404. An ID of another form could contain characters that the database rejects. */
async function requireEndpoint(
  queries: Queries,
  appId: string,
  id: string,
  find = findWebhookEndpoint,
): Promise<WebhookEndpoint> {
  const endpoint = isWellFormedId('webhookEndpoint', id) ? await find(queries, appId, id) : null;
  if (endpoint) return endpoint;
  throw new ApiError('webhook_endpoint_not_found', 'Webhook endpoint not found.');
}

function assertEnabled({ disabledAt }: WebhookEndpoint): void {
  if (!disabledAt) return;
  throw new ApiError('webhook_endpoint_disabled', 'The webhook endpoint is disabled. Enable it first.');
}

/** Throws 404, as `requireEndpoint`. */
async function requireDelivery(
  queries: Queries,
  endpoint: WebhookEndpoint,
  eventId: string,
): Promise<WebhookDelivery> {
  const delivery = isWellFormedId('event', eventId)
    ? await findWebhookDelivery(queries, endpoint, eventId)
    : null;
  if (delivery) return delivery;
  throw new ApiError('webhook_delivery_not_found', 'Webhook delivery not found.');
}

function requireSecretsKey({ webhooks: { secretsKey } }: Service): Uint8Array {
  if (secretsKey) return secretsKey;
  throw new ApiError('webhooks_not_configured', 'Webhooks are not configured on this server.');
}
