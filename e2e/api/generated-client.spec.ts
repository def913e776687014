import { expect } from '@playwright/test';
import createClient from 'openapi-fetch';
import { buildKey } from '@/prisma/builders/build-credential';
import { test } from '../fixtures';
import { checkAnswer } from './check-answer';
import type { paths } from './generated/api';

/** A client as a stranger would make it, with each answer held against the description on its way in. */
function openApi(key: string | null) {
  return createClient<paths, 'application/json' | 'application/problem+json'>({
    baseUrl: `${process.env.BASE_URL}/api`,
    headers: key === null ? {} : { Authorization: `Bearer ${key}` },
    fetch: async (request) => {
      const sent: unknown = request.body ? await request.clone().json() : undefined;
      const response = await fetch(request);
      const { method, url } = request;
      const { status } = response;
      const text = await response.clone().text();
      await checkAnswer({ method, url, sent, status, headers: Object.fromEntries(response.headers), text });
      return response;
    },
  });
}

const tiers = [
  { title: 'Free', fee: 0, features: [1] },
  { title: 'Team', fee: 2900, userFee: 500, features: [1, 2] },
  { title: 'Enterprise', fee: null, features: [1, 2, 3] },
];

test('a client made from the description lives through the whole story', async ({ tenant, db }) => {
  const { app } = await tenant({ versions: tiers });
  const api = openApi(await buildKey(db, { app }));

  // Sign up, twice.
  const external = { params: { path: { external_id: 'customer 7/ä' } }, body: { title: 'Example Ltd' } };
  const signedUp = await api.PUT('/accounts/{external_id}', external);
  expect([signedUp.response.status, signedUp.data?.data.created]).toEqual([201, true]);
  const again = await api.PUT('/accounts/{external_id}', external);
  expect([again.response.status, again.data?.data.created]).toEqual([200, false]);
  const header = { 'X-Account-Id': signedUp.data?.data.account_id ?? '' };

  // List.
  const list = await api.GET('/app/versions', { params: { header, query: { exclude_matrix: 'true' } } });
  const [free, team, enterprise] = list.data?.data.versions ?? [];
  expect([free?.current, team?.switch?.allowed, enterprise?.switch?.blockers[0]?.code]).toEqual([
    true,
    true,
    'price_on_request',
  ]);
  expect(list.data?.data.matrix).toBeUndefined();

  // Preview, and switch to what was seen.
  const id = team?.id ?? '';
  const preview = await api.GET('/app/versions/{id}/preview', { params: { header, path: { id } } });
  expect(preview.data?.data).toMatchObject({
    direction: 'upgrade',
    difference: { fee: 2900, user_fee: 500 },
  });
  const order = {
    params: {
      header: {
        ...header,
        'If-Match': preview.response.headers.get('ETag') ?? '',
        'Idempotency-Key': 'story-1',
      },
    },
    body: { version_id: id, reason: 'We are five now' },
  };
  const switched = await api.POST('/app/versions', order);
  expect(switched.data?.data.version_id).toBe(id);
  const replayed = await api.POST('/app/versions', order);
  expect(replayed.data).toEqual(switched.data);
  expect(replayed.response.headers.get('Idempotent-Replayed')).toBe('true');

  // History, paged and as a file; the single version.
  const history = await api.GET('/account/versions', { params: { header, query: { limit: 1 } } });
  expect(history.data?.payload).toMatchObject([
    { id, history_id: switched.data?.data.history_id, reason: 'We are five now', previous_title: 'Free' },
  ]);
  const cursor = Number(history.data?.next_cursor);
  const rest = await api.GET('/account/versions', { params: { header, query: { cursor } } });
  expect(rest.data?.payload.map(({ title }) => title)).toEqual(['Free']);
  const file = await api.GET('/account/versions', {
    params: { header, query: { format: 'csv' } },
    parseAs: 'text',
  });
  expect(file.data).toContain('We are five now');
  const single = await api.GET('/app/versions/{id}', { params: { header, path: { id } } });
  expect(single.data?.features.map(({ human_id }) => human_id)).toEqual(['feature-1', 'feature-2']);

  // Let a person in.
  const link = await api.POST('/portal/sessions', {
    body: { account_id: header['X-Account-Id'], role: 'owner', name: 'Ada Example' },
  });
  expect(link.data?.data.url).toContain('/enter?link=');
});

test('and is told of each refusal by its type', async ({ tenant, db }) => {
  const { app, account, key } = await tenant({ versions: tiers });
  const api = openApi(await key());
  const [free, team, enterprise] = app.versions.map(({ id }) => id) as [string, string, string];
  const send = async (version_id: string, header: Record<string, string> = {}) => {
    const { error } = await api.POST('/app/versions', { params: { header }, body: { version_id } });
    return error?.code;
  };
  expect(await send(enterprise)).toBe('price_on_request');
  expect(await send('ver_unknown')).toBe('version_not_found');
  expect(await send(team, { 'If-Match': '"older"' })).toBe('preview_stale');
  expect(await send(team, { 'Idempotency-Key': 'one' })).toBeUndefined();
  expect(await send(free, { 'Idempotency-Key': 'one' })).toBe('idempotency_key_reused');

  const missing = await api.POST('/app/versions', { body: {} as { version_id: string } });
  expect(missing.error?.errors).toMatchObject([{ field: 'version_id', code: 'parameter_missing' }]);
  const limit = await api.GET('/account/versions', { params: { query: { limit: 1001 } } });
  expect([limit.response.status, limit.error?.code]).toEqual([400, 'parameter_invalid']);

  const member = await openApi(await key('member')).POST('/app/versions', { body: { version_id: free } });
  expect(member.error?.code).toBe('forbidden');
  const wrong = await openApi('avk_wrong').GET('/account/versions');
  expect([wrong.error?.code, wrong.response.headers.get('WWW-Authenticate')]).toEqual([
    'unauthenticated',
    'Bearer',
  ]);
  const ofApp = openApi(await buildKey(db, { app }));
  expect((await ofApp.GET('/account/versions')).error?.code).toBe('parameter_missing');
  const header = { 'X-Account-Id': `${account.id}x` };
  expect((await ofApp.GET('/account/versions', { params: { header } })).error?.code).toBe(
    'account_not_found',
  );
  const described = await openApi(null).GET('/openapi.json');
  expect(described.data?.openapi).toBe('3.1.0');
});
