import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { withTenant } from '@/lib/db/connection/tenant';
import { startWebhookReceiver } from '@/tools/testing/webhook-receiver';
import { test } from '../fixtures';
import { sendRequest } from './api-client';

const source = readFileSync('examples/price-list.yml', 'utf8').replace('EUR', 'USD');

test('webhooks have the IDs of the request that caused their event', async ({
  request,
  createTenant,
  db,
}) => {
  const { app, key } = await createTenant({ versions: 2 });
  const appKey = await key('app');
  const receiver = await startWebhookReceiver();
  /** Sends a request, with IDs if it has a name, and expects one event of these types with the IDs. */
  const send = async (name: string | null, path: string, options: object, expected: string[]) => {
    const traceId = randomBytes(16).toString('hex');
    const spanId = randomBytes(8).toString('hex');
    const ids = { 'X-Request-Id': `host-${name}`, traceparent: `00-${traceId}-${spanId}-01` };
    const headers = {
      ...(/^\/a(pp|ccount)\//.test(path) && { 'X-Account-Id': 'customer-7' }),
      ...(name && ids),
    };
    receiver.received.splice(0);
    const response = await sendRequest<{ data: { id: string } }>(request, path, {
      key: appKey,
      ...options,
      headers,
    });
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
    await expect.poll(() => receiver.received.map(({ event }) => event.type)).toEqual(expected);
    for (const received of receiver.received) {
      expect(received.headers['x-request-id']).toBe(name ? `host-${name}` : undefined);
      const [, trace, span, flags] = received.headers.traceparent?.split('-') ?? [];
      expect([trace, flags]).toEqual(name ? [traceId, '01'] : [undefined, undefined]);
      expect(span).not.toBe(spanId);
    }
    return response.body.data;
  };
  await sendRequest(request, '/api/webhook-endpoints', { key: appKey, body: { url: receiver.url } });
  const [low, high] = app.versions;
  const account = { method: 'PUT', body: { title: 'Acme' } };
  await send('create', '/api/accounts/customer-7', account, ['account.created', 'account.version_switched']);
  await send('switch', '/app/versions', { body: { version_id: high?.id } }, ['account.version_switched']);
  await send(null, '/app/versions', { body: { version_id: low?.id } }, ['account.version_switched']);
  const body = { version_id: high?.id, effective: Math.floor(Date.now() / 1000) + 86_400 };
  const change = await send('schedule', '/account/changes', { body }, ['account.change_scheduled']);
  const cancelation = `/account/changes/${change.id}?reason=Test`;
  await send('cancel', cancelation, { method: 'DELETE' }, ['account.change_ended']);
  await send('later', '/account/changes', { body }, ['account.change_scheduled']);
  receiver.received.splice(0);
  await withTenant(db, { appId: app.id }, (queries) =>
    queries.accountChange.updateMany({ where: { outcome: null }, data: { effectiveAt: new Date() } }),
  );
  // The worker applies it.
  const types = () => receiver.received.map(({ event }) => event.type);
  await expect
    .poll(types)
    .toEqual(expect.arrayContaining(['account.change_ended', 'account.version_switched']));
  for (const { headers } of receiver.received) {
    expect([headers['x-request-id'], headers.traceparent]).toEqual([undefined, undefined]);
  }
  // A thread publishes.
  const draft = await send('draft', '/api/catalog/editions', { body: { source } }, []);
  const publication = `/api/catalog/editions/${draft.id}/publish`;
  await send('publish', publication, { body: {} }, ['catalog.published']);
  await receiver.close();
});
