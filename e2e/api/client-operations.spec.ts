import { createServer, type IncomingMessage } from 'node:http';
import { expect } from '@playwright/test';
import type { OperationId } from '@/examples/client';
import type { Operations } from '@/examples/generated/api-types';
import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import type { OperationObject } from '@/lib/contract/openapi/types';
import { buildKey } from '@/prisma/factories/build-credential';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { test } from '../fixtures';
import { type DriverParameters, openDrivers } from './client-drivers';

// The clients of `examples` call the operations of the OpenAPI document.

/** What a header is sent for, and its value. */
const headerOptions = {
  'x-account-id': { account: 'Küche/7' },
  'x-actor': { actor: { user_id: 'user-31', name: 'Zoë 😀' } },
  'x-embedding-origin': { embeddingOrigin: 'https://app.example.com' },
  'if-match': { revision: 'Hd0X' },
  'idempotency-key': { idempotencyKey: 'key-1' },
};

const headerValues: Record<string, string> = {
  'x-account-id': 'K%C3%BCche%2F7',
  'x-actor': '{"user_id":"user-31","name":"Zo\\u00eb\\ud83d\\ude00"}',
  'x-embedding-origin': 'https://app.example.com',
  'if-match': '"Hd0X"',
  'idempotency-key': 'key-1',
};

/** A call of an operation with all of its parameters, and the request that it is. */
function buildCall(method: string, path: string, { parameters = [], requestBody }: OperationObject) {
  const listNames = (place: string) => parameters.filter((each) => each.in === place).map(({ name }) => name);
  const headers = listNames('header').map((name) => name.toLowerCase());
  const query = Object.fromEntries(listNames('query').map((name) => [name, name === 'limit' ? 5 : true]));
  const given: DriverParameters = {
    path: Object.fromEntries(listNames('path').map((name) => [name, `ü/${name}`])),
    query,
    ...(requestBody && { body: { title: 'Küche' } }),
  };
  const sent: Record<string, string | undefined> = {
    authorization: 'Bearer avk_app',
    'content-type': requestBody && 'application/json',
  };
  for (const [name, option] of Object.entries(headerOptions)) {
    if (headers.includes(name)) Object.assign(given, option);
    sent[name] = headers.includes(name) ? headerValues[name] : undefined;
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(`ü/${name}`));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const url = `/api${filled}${search.size > 0 ? `?${search}` : ''}`;
  return { given, expected: { method: method.toUpperCase(), url, headers: sent } };
}

test('the clients can call every operation', async () => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const drivers = openDrivers({ appKey: 'avk_app' });
  const operations = Object.entries(createOpenApiDocument().paths).flatMap(
    ([path, { servers: _, ...item }]) =>
      Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  try {
    for (const { language, call } of drivers) {
      for (const { method, path, operation } of operations) {
        const { given, expected } = buildCall(method, path, operation);
        requests.length = 0;
        const { error } = await call(`http://127.0.0.1:${port}/`, operation.operationId, given);
        const [request] = requests;
        const headers = Object.keys(expected.headers).map((name) => {
          // Python writes spaces after separators.
          const value = request?.headers[name];
          return [name, name === 'x-actor' ? value?.toString().replaceAll(' ', '') : value];
        });
        expect({
          ...{ language, operation: operation.operationId, error, count: requests.length },
          ...{ method: request?.method, url: request?.url, headers: Object.fromEntries(headers) },
        }).toEqual({
          ...{ language, operation: operation.operationId, error: undefined, count: 1 },
          ...expected,
        });
      }
    }
  } finally {
    for (const driver of drivers) driver.close();
    server.close();
  }
});

test('both clients manage accounts, changes, webhooks and drafts', async ({ createTenant, db, baseURL }) => {
  const url = baseURL ?? '';
  const { app, key } = await createTenant({
    versions: [
      { title: 'Free', fee: 0, features: [1] },
      { title: 'Team', fee: 2900, userFee: 500, features: [1, 2] },
      { title: 'Business', fee: 9900, features: [1, 2] },
    ],
  });
  const product = await buildKey(db, { app, role: 'product' });
  const openPair = async () => {
    const appDrivers = openDrivers({ appKey: await key('app') });
    const productDrivers = openDrivers({ appKey: product });
    return appDrivers.map((driver, index) => ({ driver, productDriver: productDrivers[index]! }));
  };
  for (const { driver, productDriver } of await openPair()) {
    try {
      /** Calls an operation, and returns the body of its response. */
      const call = async <Id extends OperationId>(
        operation: Id,
        parameters?: Operations[Id]['parameters'],
        by = driver,
      ): Promise<Operations[Id]['response']> => {
        const { error, body, stale } = await by.call(url, operation, parameters);
        expect([operation, error, stale]).toEqual([operation, undefined, false]);
        return body as Operations[Id]['response'];
      };
      const external_id = `Küche/7 ${driver.language}`;
      const account = external_id;
      const path = { external_id };
      const actor = { user_id: 'user-31', name: 'Zoë 😀' };

      const created = await call('upsertAccount', { path, body: { title: 'Küche' }, actor });
      expect(created.data).toMatchObject({ external_id, title: 'Küche', created: true });
      expect((await call('updateAccount', { path, body: { users: 5 } })).data.users).toBe(5);
      const { versions } = (await call('listVersions', { account, query: { exclude_matrix: true } })).data;
      const [free = '', team = '', business = ''] = versions.map(({ id }) => id);
      expect((await call('getVersion', { account, path: { id: team } })).title).toBe('Team');

      const preview = await driver.call(url, 'previewSwitch', { account, path: { id: team } });
      const { revision } = (preview.body as { data: { revision: string } }).data;
      expect(preview.etag).toBe(`"${revision}"`);
      const switching = { account, actor, body: { version_id: team, reason: 'More' }, idempotencyKey: 'one' };
      const switched = await call('switchVersion', { ...switching, revision });
      expect(await call('switchVersion', { ...switching, revision })).toEqual(switched);
      const late = await driver.call(url, 'switchVersion', { account, body: { version_id: free }, revision });
      expect(late.error).toMatchObject({ status: 412, code: 'preview_stale' });

      const entries = (await driver.listAll(url, 'listVersionHistory', { account, query: { limit: 1 } }))
        .body;
      expect(entries).toMatchObject([
        { history_id: switched.data.history_id, title: 'Team', actor: { name: actor.name } },
        { title: 'Free', users: 5 },
        { title: 'Free', users: 1 },
      ]);
      const csv = (await driver.exportHistory(url, account)).body as string;
      expect(csv.split('\n').length).toBeGreaterThan(2);
      expect(csv).toContain('Team');

      const features = (await call('listAccountFeatures', { account })).payload;
      // The response is 304.
      expect((await call('listAccountFeatures', { account })).payload).toEqual(features);
      expect(features.map(({ id }) => id)).toEqual(['feature-1', 'feature-2']);
      expect((await call('getAccountFeature', { account, path: { human_id: 'feature-2' } })).allowed).toBe(
        true,
      );
      await call('setUsage', { path, body: { amounts: {} } });
      expect((await call('getUsage', { path })).data.amounts).toEqual({});

      await call('setTerms', { path, actor, body: { price: { user_fee: 400 }, reason: 'Contract' } });
      expect((await call('getTerms', { path })).data.terms?.price?.user_fee).toBe(400);
      await call('endTerms', { path });

      const period_ends_at = Math.floor(Date.now() / 1000) + 20 * 86_400;
      await call('updateAccount', { path, body: { period_ends_at } });
      const planned = { version_id: business, effective: 'period_end' } as const;
      const change = (await call('createChange', { account, body: planned })).data;
      expect((await call('getChange', { account, path: { id: change.id } })).data.state).toBe('scheduled');
      expect((await call('cancelChange', { account, path: { id: change.id } })).data.state).toBe('canceled');
      const changes = (await driver.listAll(url, 'listChanges', { account })).body;
      expect(changes).toMatchObject([{ id: change.id }]);

      const body = { url: 'https://app.example.com/webhooks' };
      const { id } = (await call('createWebhookEndpoint', { body })).data;
      const disabled = { path: { id }, body: { enabled: false } };
      expect((await call('updateWebhookEndpoint', disabled)).data.enabled).toBe(false);
      expect((await driver.listAll(url, 'listWebhookEndpoints')).body).toMatchObject([{ id }]);
      await call('deleteWebhookEndpoint', { path: { id } });
      const gone = await driver.call(url, 'getWebhookEndpoint', { path: { id } });
      expect(gone.error).toMatchObject({ status: 404, code: 'webhook_endpoint_not_found' });

      const files = { source: buildPriceListText({ features: [], plans: { PRO: { price: 10 } } }) };
      await call('checkCatalog', { body: files }, productDriver);
      const draft = (await call('createEdition', { body: { ...files, note: 'Draft' } }, productDriver)).data;
      const edition = await productDriver.call(url, 'getEdition', { path: { id: draft.id } });
      const update = {
        path: { id: draft.id },
        body: { ...files, note: 'Second' },
        revision: edition.etag ?? '',
      };
      expect((await call('updateEdition', update, productDriver)).data.note).toBe('Second');
      const outdated = await productDriver.call(url, 'updateEdition', update);
      expect(outdated.error).toMatchObject({ status: 412, code: 'edition_stale' });
      await call('deleteEdition', { path: { id: draft.id } }, productDriver);

      const all = await driver.listAll(url, 'listAccounts', { query: { limit: 1 } });
      expect(all.body).toContainEqual(expect.objectContaining({ external_id, title: 'Küche' }));
      await call('deleteAccount', { path, query: { confirm: created.data.id, immediately: true } });
    } finally {
      driver.close();
      productDriver.close();
    }
  }
});
