import { expect } from '@playwright/test';
import createClient from 'openapi-fetch';
import type { paths } from '@/.cache/openapi/api';
import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import type { OperationObject } from '@/lib/contract/openapi/types';
import { startWebhookReceiver, verifyWebhook } from '@/tools/testing/webhook-receiver';
import { test } from '../fixtures';
import { sendRequest } from './api-client';
import { assertResponse, getOpenApi, type HttpExchange } from './assert-response';

function getExample(operation: OperationObject | undefined, name: string): Record<string, unknown> {
  const response = operation?.responses[200];
  const example = response && 'content' in response && response.content['application/json']?.examples[name];
  if (!example || '$ref' in example) throw new Error(`The operation has no example "${name}".`);
  return example.value as Record<string, unknown>;
}

test('the OpenAPI document is served to anyone and matches the contract', async ({ request }) => {
  for (const options of [{}, { key: 'avk_wrong' }, { headers: { Host: 'nobody.localhost' } }]) {
    const { status, body } = await sendRequest(request, '/api/openapi.json', options);
    expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(createOpenApiDocument()))]);
  }
});

test('assertResponse rejects responses that do not conform to the OpenAPI document', async () => {
  const { document } = await getOpenApi();
  const version = getExample(document.paths['/app/versions/{id}']?.get, 'team');
  const switched = getExample(document.paths['/app/versions']?.post, 'switched');
  const error = document.components.examples.version_not_found?.value as Record<string, unknown>;
  const headers = {
    'api-version': document.info.version,
    'x-request-id': 'req_01m7y5yag3e4c877sfh3t48cd5',
    'cache-control': 'private, no-cache',
    'content-type': 'application/json',
  };
  const success: HttpExchange = {
    method: 'GET',
    url: '/app/versions/ver_1',
    status: 200,
    headers: { ...headers, etag: '"1"' },
    text: JSON.stringify(version),
  };
  const errorHeaders = { ...headers, 'content-type': 'application/problem+json' };
  const failure: HttpExchange = {
    ...success,
    status: 404,
    headers: errorHeaders,
    text: JSON.stringify(error),
  };
  await assertResponse(success);
  await assertResponse(failure);
  const { 'api-version': _, ...headersWithoutVersion } = headers;
  const invalid: Record<string, HttpExchange> = {
    'undocumented status': { ...success, status: 202 },
    'undocumented media type': { ...success, headers: { ...headers, 'content-type': 'text/html' } },
    'missing header': { ...success, headers: headersWithoutVersion },
    'invalid header': { ...success, headers: { ...headers, 'x-request-id': 'req_1' } },
    'header of another response': { ...success, headers: { ...headers, 'retry-after': '1' } },
    'wrong API version': { ...success, headers: { ...headers, 'api-version': '2020-01-01' } },
    'missing field': { ...success, text: JSON.stringify({ ...version, title: undefined }) },
    'field of the wrong type': { ...success, text: JSON.stringify({ ...version, active: 1 }) },
    'unknown field': { ...success, text: JSON.stringify({ ...version, colour: 'red' }) },
    'code of another operation': { ...failure, url: '/account/versions' },
    'code of another status': { ...failure, text: JSON.stringify({ ...error, code: 'forbidden' }) },
    'wrong title': { ...failure, text: JSON.stringify({ ...error, title: 'No' }) },
    'success for an unknown path': { ...success, url: '/app/versions/ver_1/nothing' },
    'success for an unsupported method': { ...success, method: 'PATCH' },
    'success for an invalid request body': {
      ...success,
      method: 'POST',
      url: '/app/versions',
      requestBody: { version_id: 7 },
      text: JSON.stringify(switched),
    },
  };
  for (const [name, exchange] of Object.entries(invalid)) {
    const outcome = await assertResponse(exchange).then(
      () => 'accepted',
      () => 'rejected',
    );
    expect([name, outcome]).toEqual([name, 'rejected']);
  }
});

/** A client with types generated from the OpenAPI document. It validates every response against the document. */
function createApiClient(key: string | null) {
  return createClient<paths, 'application/json' | 'application/problem+json'>({
    baseUrl: `${process.env.BASE_URL}/api`,
    headers: key === null ? {} : { Authorization: `Bearer ${key}` },
    fetch: async (request) => {
      const requestBody: unknown = request.body ? await request.clone().json() : undefined;
      const response = await fetch(request);
      const { method, url } = request;
      const { status } = response;
      const text = await response.clone().text();
      const headers = Object.fromEntries(response.headers);
      await assertResponse({ method, url, requestBody, status, headers, text });
      return response;
    },
  });
}

const versionSpecs = [
  { title: 'Free', fee: 0, features: [1] },
  {
    title: 'Team',
    fee: 2900,
    userFee: 500,
    features: [1, 2],
    optional: [{ feature: 3, fee: 100, addOn: 'Pack' }],
  },
  { title: 'Enterprise', fee: null, features: [1, 2, 3] },
];

test('a generated client can call every operation', async ({ createTenant }) => {
  const { key } = await createTenant({ versions: versionSpecs });
  const api = createApiClient(await key('app'));

  // Create an account, twice.
  const account = { params: { path: { external_id: 'customer 7/ä' } }, body: { title: 'Example Ltd' } };
  const created = await api.PUT('/accounts/{external_id}', account);
  expect([created.response.status, created.data?.data.created]).toEqual([201, true]);
  const existing = await api.PUT('/accounts/{external_id}', account);
  expect([existing.response.status, existing.data?.data.created]).toEqual([200, false]);
  const header = { 'X-Account-Id': created.data?.data.account_id ?? '' };

  // List the versions.
  const list = await api.GET('/app/versions', { params: { header, query: { exclude_matrix: true } } });
  const [free, team, enterprise] = list.data?.data.versions ?? [];
  expect([free?.current, team?.switch?.allowed, enterprise?.switch?.blockers[0]?.code]).toEqual([
    true,
    true,
    'price_on_request',
  ]);
  expect(list.data?.data.matrix).toBeUndefined();

  // Preview a switch, then switch with the revision of the preview.
  const id = team?.id ?? '';
  const preview = await api.GET('/app/versions/{id}/preview', { params: { header, path: { id } } });
  expect(preview.data?.data).toMatchObject({
    direction: 'upgrade',
    difference: { fee: 2900, user_fee: 500 },
  });
  const switchRequest = {
    params: {
      header: {
        ...header,
        'If-Match': preview.response.headers.get('ETag') ?? '',
        'Idempotency-Key': 'switch-1',
      },
    },
    body: { version_id: id, reason: 'We are five now' },
  };
  const switched = await api.POST('/app/versions', switchRequest);
  expect(switched.data?.data.version_id).toBe(id);
  const replayed = await api.POST('/app/versions', switchRequest);
  expect(replayed.data).toEqual(switched.data);
  expect(replayed.response.headers.get('Idempotent-Replayed')).toBe('true');

  // Read the history in pages and as CSV, and a single version.
  const history = await api.GET('/account/versions', { params: { header, query: { limit: 1 } } });
  expect(history.data?.payload).toMatchObject([
    { id, history_id: switched.data?.data.history_id, reason: 'We are five now', previous_title: 'Free' },
  ]);
  const cursor = Number(history.data?.next_cursor);
  const rest = await api.GET('/account/versions', { params: { header, query: { cursor } } });
  expect(rest.data?.payload.map(({ title }) => title)).toEqual(['Free']);
  const csv = await api.GET('/account/versions', {
    params: { header, query: { format: 'csv' } },
    parseAs: 'text',
  });
  expect(csv.data).toContain('We are five now');
  const single = await api.GET('/app/versions/{id}', { params: { header, path: { id } } });
  expect(single.data?.features.map(({ human_id }) => human_id)).toEqual(['feature-1', 'feature-2']);

  // Check the features of the account.
  const features = await api.GET('/account/features', { params: { header } });
  expect(features.data?.payload.map(({ id: slug, source }) => [slug, source])).toEqual([
    ['feature-1', 'version'],
    ['feature-2', 'version'],
  ]);
  for (const [human_id, allowed] of [
    ['feature-2', true],
    ['feature-3', false],
  ] as const) {
    const feature = await api.GET('/account/features/{human_id}', { params: { header, path: { human_id } } });
    expect([feature.data?.id, feature.data?.allowed]).toEqual([human_id, allowed]);
  }

  // Turn on an add-on.
  const addOns = await api.GET('/app/optional-features', { params: { header } });
  const [pack] = addOns.data?.data.optional_features ?? [];
  expect([pack?.title, pack?.change?.allowed]).toEqual(['Pack', true]);
  const turnedOn = await api.POST('/account/optional-features/{id}', {
    params: { header: { ...header, 'If-Match': pack?.revision ?? '' }, path: { id: pack?.id ?? '' } },
    body: { active: true },
  });
  const addOnHistory = await api.GET('/account/optional-features', { params: { header } });
  expect(addOnHistory.data?.payload[0]?.history_id).toBe(turnedOn.data?.data.history_id);

  // Create a sign-in link.
  const link = await api.POST('/portal/sessions', {
    body: { account_id: header['X-Account-Id'], role: 'owner', name: 'Ada Example' },
  });
  expect(link.data?.data.url).toContain('/enter?link=');

  // Read the events in pages: the account was created, got its first version, and was switched.
  const readPage1 = () => api.GET('/events', { params: { query: { limit: 2 } } });
  // Events appear when no older transaction is open. Another test may hold one.
  await expect
    .poll(async () => (await readPage1()).data?.payload)
    .toMatchObject([
      { type: 'account.created', sequence: 0 },
      { type: 'account.version_switched', sequence: 1 },
    ]);
  const page1 = await readPage1();
  const query = { cursor: page1.data?.next_cursor, account_id: header['X-Account-Id'] };
  await expect
    .poll(async () => (await api.GET('/events', { params: { query } })).data)
    .toMatchObject({
      payload: [
        { sequence: 2, data: { history_id: switched.data?.data.history_id, reason: 'We are five now' } },
        { sequence: 3, type: 'account.option_enabled', data: { option: { title: 'Pack' }, cause: 'toggle' } },
      ],
      has_more: false,
    });

  // Receive them with a webhook.
  const receiver = await startWebhookReceiver();
  const endpoint = await api.POST('/webhook-endpoints', { body: { url: receiver.url } });
  expect(endpoint.response.status).toBe(201);
  const { id: endpointId = '', secret = '' } = endpoint.data?.data ?? {};
  const path = { id: endpointId };
  const tested = await api.POST('/webhook-endpoints/{id}/test', { params: { path } });
  expect(tested.data?.data).toMatchObject({ delivered: true, status: 204 });
  await api.POST('/app/versions', { params: { header }, body: { version_id: free?.id ?? '' } });
  await expect.poll(() => receiver.received.map(({ event }) => event.sequence)).toEqual([null, 4, 5]);
  for (const webhook of receiver.received) verifyWebhook(webhook, secret);
  const recovered = await api.POST('/webhook-endpoints/{id}/recover', {
    params: { path },
    body: { since: 0 },
  });
  expect(recovered.data?.data.deliveries).toBe(4);
  await expect
    .poll(() => receiver.received.map(({ event }) => event.sequence))
    .toEqual([null, 4, 5, 0, 1, 2, 3]);
  const deliveryPage = () =>
    api.GET('/webhook-endpoints/{id}/deliveries', {
      params: { path, query: { state: 'delivered', limit: 3 } },
    });
  await expect.poll(async () => (await deliveryPage()).data?.payload.length).toBe(3);
  const event_id = (await deliveryPage()).data?.payload[0]?.event_id ?? '';
  const retried = await api.POST('/webhook-endpoints/{id}/deliveries/{event_id}/retry', {
    params: { path: { ...path, event_id } },
  });
  expect(retried.data?.data).toMatchObject({ event_id, state: 'waiting' });
  await expect.poll(() => receiver.received.at(-1)?.id).toBe(event_id);
  const rotated = await api.POST('/webhook-endpoints/{id}/rotate', { params: { path } });
  expect(rotated.data?.data.secret).not.toBe(secret);
  const again = await api.POST('/webhook-endpoints/{id}/rotate', { params: { path } });
  expect(again.error?.code).toBe('secret_recently_rotated');
  await api.PATCH('/webhook-endpoints/{id}', { params: { path }, body: { enabled: false } });
  const found = await api.GET('/webhook-endpoints/{id}', { params: { path } });
  expect(found.data?.data).toMatchObject({ enabled: false, disabled_reason: 'request' });
  const refused = await api.POST('/webhook-endpoints/{id}/recover', { params: { path }, body: { since: 0 } });
  expect(refused.error?.code).toBe('webhook_endpoint_disabled');
  await api.DELETE('/webhook-endpoints/{id}', { params: { path } });
  expect((await api.GET('/webhook-endpoints')).data?.data).toEqual([]);
  await receiver.close();
});
