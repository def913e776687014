import { expect } from '@playwright/test';
import type { AccountList } from '@/lib/contract/accounts';
import type {
  CatalogDifference,
  CatalogProblem,
  EditionBody,
  EditionDetails,
} from '@/lib/contract/catalog-editions';
import type { EditionNoteBody } from '@/lib/contract/edition-notes';
import type { ProblemBody } from '@/lib/contract/errors';
import type { Events } from '@/lib/contract/events';
import type { History } from '@/lib/contract/history';
import { makeId } from '@/lib/contract/ids';
import type { NoticeList } from '@/lib/contract/notices';
import type { VersionList } from '@/lib/contract/versions';
import { setTwoPersonRule } from '@/lib/db/catalog-editions';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import type { BuiltApp } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { putOn } from '@/tools/testing/import-lists';
import { test as base } from '../fixtures';
import { expectEvents, type RequestOptions, sendRequest } from './api-client';

interface Response<T> extends Pick<ProblemBody, 'code'> {
  data: T;
}

const path = '/api/catalog/editions';
const list = (price: number) =>
  buildPriceListText({
    features: ['search'],
    plans: { BASIC: { price: 0 }, PRO: { price, features: ['search'] } },
  });

/** Requests of a key of the product role. */
const bind = (request: Parameters<typeof sendRequest>[0], key: string) => {
  const send = <T>(target: string, options: RequestOptions = {}) =>
    sendRequest<Response<T>>(request, target, { key, ...options });
  const create = async (source: string) =>
    (await send<EditionBody>(path, { body: { source, note: 'From CI' } })).body.data;
  const get = (id: string) => send<EditionDetails>(`${path}/${id}`);
  const publish = (id: string, body: object = {}, headers: Record<string, string> = {}) =>
    send<EditionBody>(`${path}/${id}/publish`, { body, headers });
  return { send, create, get, publish };
};

interface Editions extends ReturnType<typeof bind> {
  app: BuiltApp;
}

const test = base.extend<{ editions: Editions }>({
  /** Requests of the product role of an app for this test only. */
  editions: async ({ request, createTenant, db }, use) => {
    const { app } = await createTenant();
    await use({ app, ...bind(request, await buildKey(db, { app, role: 'product' })) });
  },
});

/** Creates an account on the plan Pro, with a key of the host application. Returns the plan. */
async function createProAccount(request: Parameters<typeof sendRequest>[0], key: string) {
  const { body } = await sendRequest<VersionList>(request, '/app/versions', { key });
  const pro = body.data.versions.find(({ title }) => title === 'Pro')!;
  const account = { title: 'Larder', version_id: pro.id };
  await sendRequest(request, '/api/accounts/larder', { key, method: 'PUT', body: account });
  return pro;
}

test('a repository checks, reviews and publishes a price list', async ({ request, createTenant, db }) => {
  const { app } = await createTenant();
  const key = await buildKey(db, { app, role: 'product' });
  const { send, create, get, publish } = bind(request, key);
  const check = await send<{ problems: CatalogProblem[]; difference: CatalogDifference }>(
    '/api/catalog/check',
    { body: { source: list(10) } },
  );
  expect(check.body.data.problems).toEqual([]);
  expect(check.body.data.difference.versions).toContainEqual(
    expect.objectContaining({
      key: 'PRO',
      kind: 'added',
      price: expect.objectContaining({ user_fee: 1000 }),
    }),
  );
  const { id, number } = await create(list(10));
  const reviewed = await get(id);
  expect(reviewed.body.data).toMatchObject({ id, state: 'draft', source: list(10), problems: [] });
  const published = await publish(id, {}, { 'If-Match': reviewed.headers.etag ?? '' });
  expect(published.body.data).toMatchObject({
    ...{ id, number, state: 'published', live: true, note: 'From CI' },
    published_by: { kind: 'key', name: 'Test key', channel: 'api' },
  });
  const versions = await sendRequest<VersionList>(request, '/app/versions', { key });
  const offered = versions.body.data.versions.filter(({ active }) => active);
  expect(offered.map(({ title, fee, user_fee }) => [title, fee ?? user_fee])).toEqual([
    ['Basic', 0],
    ['Pro', 1000],
  ]);
  await expectEvents(request, key, '?types=catalog.published', (events) =>
    expect(events).toMatchObject([{ data: { edition: { id, number } } }]),
  );
});

test('a text with problems has their places, and is not published', async ({ editions }) => {
  const { create, get, publish } = editions;
  const { id } = await create(
    'syntaxVersion: "3.1"\nsaasName: Lantern\ncurrency: USD\nfeatures: {}\nplans:\n  PRO: {price: []}\n',
  );
  const { body } = await get(id);
  expect(body.data.difference).toBeNull();
  expect(body.data.problems).toContainEqual(
    expect.objectContaining({ file: 'source', line: 6, column: 9, path: 'plans.PRO.price' }),
  );
  const rejected = await publish(id);
  expect(rejected).toMatchObject({ status: 422, body: { code: 'edition_invalid' } });
  expect(rejected.body.data).toEqual({ problems: body.data.problems });
});

test('a value that can’t be stored is a problem, and a likely mistake a warning', async ({ editions }) => {
  const { send, create, publish } = editions;
  const write = (price: string, limit: number) => `syntaxVersion: "3.1"
saasName: Lantern
currency: USD
features: { search: { valueType: BOOLEAN, defaultValue: true, type: DOMAIN } }
usageLimits: { searches: { valueType: NUMERIC, defaultValue: ${limit}, linkedFeatures: [search] } }
plans:
  BASIC: { price: 20 }
  PRO: { price: ${price}, features: { search: { value: false } } }
`;
  const { id } = await create(write('30', -5));
  const rejected = await publish(id);
  expect(rejected).toMatchObject({ status: 422, body: { code: 'edition_invalid' } });
  expect(rejected.body.data).toEqual({
    problems: [
      {
        ...{ file: 'source', line: 5, column: 62, path: 'usageLimits.searches.defaultValue' },
        message: 'A value can’t be negative: -5.',
      },
    ],
  });
  const check = async (source: string) =>
    (await send<{ difference: CatalogDifference }>('/api/catalog/check', { body: { source } })).body.data;
  const place = { file: 'source', line: 8, column: 17, path: 'plans.PRO.price' };
  expect((await check(write('30', 5))).difference.warnings).toEqual([
    { ...place, message: 'It costs more than "Basic" and has less: Search.' },
  ]);
  expect((await check(write('16S', 5))).difference.warnings).toEqual([
    {
      ...place,
      message: '"16S" is not a number. The price is served as "on request", in these words.',
    },
    {
      ...place,
      message:
        'Pro is priced on request or in words, and customers see no address. Set app.contact_url in the extension.',
    },
  ]);
});

test('a list is made from the live catalog and compared', async ({ request, createTenant, db, editions }) => {
  const { send, create, get, publish } = editions;
  const { body } = await send<EditionBody>(path, { body: { base_id: 'live' } });
  const first = body.data.id;
  expect((await get(first)).body.data).toMatchObject({ problems: [], difference: { versions: [] } });
  const second = await create(list(10));
  await publish(second.id);
  const third = await create(list(12));
  const compare = (id: string, to: string) => get(`${id}?compare_to=${to}`);
  const { body: compared } = await compare(third.id, second.id);
  expect(compared.data).toMatchObject({
    ...{ id: third.id, etag: '"1"', compared_to: { id: second.id, live: true }, preview: null },
    difference: { versions: [{ key: 'PRO', accounts: 0, decision: null }] },
  });
  expect((await compare(third.id, first)).body.data.difference?.versions).toContainEqual(
    expect.objectContaining({ key: 'PRO', kind: 'added', accounts: null }),
  );
  const other = await createTenant();
  const foreign = bind(request, await buildKey(db, { app: other.app, role: 'product' }));
  const { id } = await foreign.create('plans: []');
  expect(await compare(third.id, id)).toMatchObject({ status: 404, body: { code: 'edition_not_found' } });
  expect(await foreign.get(`${id}?compare_to=${id}`)).toMatchObject({
    ...{ status: 422 },
    body: { code: 'edition_invalid', message: 'Edition 1 has 5 problems.' },
  });
  expect((await get(`${id}`)).status).toBe(404);
});

test('under the two-person rule, a key publishes no own text', async ({ request, createTenant, db }) => {
  const { app } = await createTenant();
  await setTwoPersonRule(db, app.id, true, makeId);
  const author = bind(request, await buildKey(db, { app, role: 'product' }));
  const publisher = bind(request, await buildKey(db, { app, role: 'product' }));
  const { id } = await author.create(list(10));
  const at = Math.floor(Date.now() / 1000) + 3600;
  for (const body of [{}, { at }]) {
    expect(await author.publish(id, body)).toMatchObject({
      ...{ status: 403 },
      body: { code: 'other_publisher_required' },
    });
  }
  expect((await author.get(id)).body.data.other_publisher_required).toBe(true);
  // Who publishes does not decide alone about accounts. Who saves a decision is the last editor.
  const decided = await publisher.publish(id, { existing: { PRO: 'follow' } });
  expect(decided).toMatchObject({ status: 403, body: { code: 'other_publisher_required' } });
  const decide = (existing: object) =>
    publisher.send<EditionBody>(`${path}/${id}`, { method: 'PUT', body: { existing } });
  await decide({ PRO: 'follow' });
  expect((await publisher.publish(id)).status).toBe(403);
  expect((await author.get(id)).body.data).toMatchObject({
    ...{ other_publisher_required: false, edited_by_you: false },
  });
  await author.send(`${path}/${id}`, { method: 'PUT', body: { existing: null } });
  const reviewed = await publisher.get(id);
  expect(reviewed.body.data).toMatchObject({
    updated_by: { kind: 'key' },
    other_publisher_required: false,
  });
  const published = await publisher.publish(id, {}, { 'If-Match': reviewed.headers.etag ?? '' });
  expect(published.body.data).toMatchObject({ id, state: 'published' });
});

test('requested changes keep an edition from being published until they are approved', async ({
  request,
  createTenant,
  db,
}) => {
  const { app } = await createTenant();
  const author = bind(request, await buildKey(db, { app, role: 'product' }));
  const reviewer = bind(request, await buildKey(db, { app, role: 'product' }));
  const { id } = await author.create(list(10));
  const notes = `${path}/${id}/notes`;
  const add = (by: typeof author, body: object, headers = {}) =>
    by.send<EditionNoteBody>(notes, { body, headers });
  for (const body of [
    {},
    { kind: 'changes_requested', text: ' ' },
    { kind: 'review_requested' },
    { text: 'x', reviewer: { name: 'Bo' } },
    { text: 'x'.repeat(4001) },
  ]) {
    expect((await add(author, body)).status, JSON.stringify(body)).toBe(400);
  }
  expect(await add(author, { kind: 'approved' })).toMatchObject({
    ...{ status: 403, body: { code: 'other_person_required' } },
  });
  const review = { kind: 'review_requested', reviewer: { name: 'Bo', user_id: 'bo' } };
  expect(await add(author, review)).toMatchObject({
    ...{ status: 201, body: { data: { number: 2, revision: 1, reviewer: { name: 'Bo', user_id: 'bo' } } } },
  });
  const { etag = '' } = (await reviewer.get(id)).headers;
  await add(reviewer, { kind: 'changes_requested', text: 'Dearer' }, { 'If-Match': etag });
  const at = Math.floor(Date.now() / 1000) + 3600;
  for (const body of [{}, { at }]) {
    expect(await author.publish(id, body)).toMatchObject({
      ...{ status: 422, body: { code: 'changes_requested' } },
    });
  }
  expect((await author.get(id)).body.data).toMatchObject({
    ...{ edited_by_you: true, changes_requested_by: { kind: 'key' }, reviewer: { name: 'Bo' } },
  });
  await author.send(`${path}/${id}`, { method: 'PUT', body: { source: list(11), note: 'Second' } });
  const approval = { kind: 'approved' };
  expect(await add(reviewer, approval, { 'If-Match': etag })).toMatchObject({
    ...{ status: 412, body: { code: 'edition_stale', data: { source: list(11) } } },
  });
  const present = (await reviewer.get(id)).headers.etag ?? '';
  expect((await add(reviewer, approval, { 'If-Match': present })).status).toBe(201);
  expect((await author.publish(id, {})).body.data).toMatchObject({ state: 'published' });
  const listed = await author.send<EditionNoteBody[]>(`${notes}?limit=3`);
  expect(listed.body).toMatchObject({
    ...{ has_more: true, next_cursor: '3' },
    data: [
      { kind: 'approved', revision: 2 },
      { kind: 'saved', text: 'Second' },
      { kind: 'changes_requested' },
    ],
  });
});

test('a large body is parsed and rejected as a small one', async ({ editions }) => {
  const { send } = editions;
  for (const size of [1, 200_000]) {
    const rest = { file: 'x', existing: { ['x'.repeat(size)]: 'keep' } };
    const invalid = await send('/api/catalog/check?other=1', { body: rest });
    expect(invalid.status).toBe(400);
    const { errors } = invalid.body as unknown as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field)).toEqual(expect.arrayContaining(['source', 'file']));
    const source = `${list(10)}\n# ${'x'.repeat(size)}`;
    const checked = await send<{ problems: CatalogProblem[] }>('/api/catalog/check', { body: { source } });
    expect([checked.status, checked.body.data.problems]).toEqual([200, []]);
  }
});

test('hostile texts delay no other request', { tag: '@full' }, async ({ request, createTenant, db }) => {
  const { app } = await createTenant();
  const key = await buildKey(db, { app, role: 'product' });
  const { send } = bind(request, key);
  const check = (source: string) =>
    send<{ problems: CatalogProblem[] }>('/api/catalog/check', { body: { source } });
  const bomb = Array.from({ length: 9 }, (_, index) =>
    index === 0
      ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
      : `a${index}: &a${index} [${`*a${index - 1}, `.repeat(9)}]`,
  ).join('\n');
  for (const source of [bomb, '['.repeat(100_000), 'a: '.repeat(50_000), `__proto__: {}`]) {
    const { status, body } = await check(source);
    expect(status).toBe(200);
    expect(body.data.problems.length).toBeGreaterThan(0);
  }
  // The import of a large text does not delay the responses of the process.
  const large = `features:\n${Array.from({ length: 250_000 }, (_, index) => `  f${index}: {a: 1}`).join('\n')}`;
  const slow = check(large);
  let answered = 0;
  let isDone = false;
  void slow.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await sendRequest(request, '/app/versions', { key });
    if (!isDone) answered += 1;
  }
  expect((await slow).body.data.problems.length).toBeGreaterThan(0);
  expect(answered).toBeGreaterThan(5);
  const tooLarge = await send('/api/catalog/check', { body: { source: 'x'.repeat(10_000_000) } });
  expect(tooLarge).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
});

test('of two who edit or publish, the second gets the difference', async ({ editions }) => {
  const { send, create, get, publish } = editions;
  const { id } = await create(list(10));
  const headers = { 'If-Match': (await get(id)).headers.etag ?? '' };
  const put = (source: string) =>
    send<EditionDetails>(`${path}/${id}`, { method: 'PUT', body: { source }, headers });
  expect((await put(list(11))).body.data.revision).toBe(2);
  const stale = await put(list(12));
  expect(stale).toMatchObject({ status: 412, body: { code: 'edition_stale', data: { source: list(11) } } });

  const reviewed = { 'If-Match': (await get(id)).headers.etag ?? '' };
  await publish((await create(list(9))).id);
  const outdated = await publish(id, {}, reviewed);
  expect(outdated).toMatchObject({
    ...{ status: 412 },
    body: { code: 'edition_stale', data: { difference: { versions: [{ key: 'PRO' }] } } },
  });
});

test('decisions about existing accounts belong to the draft', async ({ request, db, editions }) => {
  const { app, send, create, get, publish } = editions;
  const host = await buildKey(db, { app });
  await publish((await create(list(10))).id);
  const pro = await createProAccount(request, host);
  const { id } = await create(list(12));
  const before = await get(id);
  expect(before.body.data).toMatchObject({ existing: null, existing_changes: [], revision: 1 });
  const put = (change: object, etag?: string) =>
    send<EditionDetails>(`${path}/${id}`, {
      ...{ method: 'PUT', body: change, headers: etag === undefined ? {} : { 'If-Match': etag } },
    });
  for (const [change, field] of [
    [{}, 'source'],
    [{ existing: { PRO: 'stay' } }, 'existing.PRO'],
    [{ existing: {}, extension: 'app: {}' }, 'extension'],
  ] as const) {
    expect(await put(change)).toMatchObject({
      ...{ status: 400 },
      body: { errors: [{ field }] },
    });
  }
  expect((await put({ existing: { PRO: 'follow' } }, before.headers.etag)).body.data.revision).toBe(2);
  const decided = await get(id);
  expect(decided.body.data).toMatchObject({
    ...{ source: list(12), existing: { PRO: 'follow' } },
    difference: {
      versions: [{ key: 'PRO', decision: 'follow', default_decision: 'keep', requested_decision: 'follow' }],
    },
  });
  expect(decided.headers.etag).not.toBe(before.headers.etag);
  const stale = { status: 412, body: { code: 'edition_stale', data: { existing: { PRO: 'follow' } } } };
  expect(await put({ existing: { PRO: 'keep' } }, before.headers.etag)).toMatchObject(stale);
  expect(await publish(id, {}, { 'If-Match': before.headers.etag ?? '' })).toMatchObject(stale);
  // A text alone keeps them, and what is read can be written again, here as another draft.
  await put({ source: list(13) });
  const { source, extension, existing } = (await get(id)).body.data;
  expect(existing).toEqual({ PRO: 'follow' });
  const copy = await send<EditionBody>(path, { body: { source, extension, existing } });
  await send(`${path}/${copy.body.data.id}`, { method: 'PUT', body: { existing: { PRO: 'keep' } } });
  const compared = await send<EditionDetails>(`${path}/${copy.body.data.id}?compare_to=${id}`);
  expect(compared.body.data).toMatchObject({
    ...{ difference: { versions: [] }, existing_changes: [{ key: 'PRO', from: 'follow', to: 'keep' }] },
  });
  expect((await publish(id)).status).toBe(200);
  expect((await get(id)).body.data).toMatchObject({ state: 'published', existing: { PRO: 'follow' } });
  const history = await sendRequest<History>(request, '/account/versions', {
    ...{ key: host, headers: { 'X-Account-Id': 'larder' } },
  });
  expect(history.body.payload).toMatchObject([{ id: pro.id, catalog_changes: [{}] }]);
  expect((await send<EditionBody>(path, { body: { base_id: id } })).body.data).not.toHaveProperty('existing');
  expect(await put({ existing: {} })).toMatchObject({ status: 422, body: { code: 'edition_not_draft' } });
});

test('a scheduled edition is published when it is due, and a repeated request is executed once', {
  tag: '@full',
}, async ({ db, editions }) => {
  const { app, send, create, get, publish } = editions;
  const once = { 'Idempotency-Key': 'first' };
  const source = list(10);
  const [first, second] = [
    await send<EditionBody>(path, { body: { source }, headers: once }),
    await send<EditionBody>(path, { body: { source }, headers: once }),
  ];
  expect(second.body).toEqual(first.body);
  const { id } = first.body.data;
  const at = Math.floor(Date.now() / 1000) + 3600;
  expect((await publish(id, { at })).body.data).toMatchObject({ state: 'scheduled', publish_at: at });
  await withTenant(db, { appId: app.id }, (queries) =>
    queries.catalogEdition.update({
      where: { appId_id: { appId: app.id, id } },
      data: { publishAt: new Date() },
    }),
  );
  await expect.poll(async () => (await get(id)).body.data.state).toBe('published');
  const other = await create(list(11));
  expect((await send(`${path}/${other.id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await get(other.id)).body.data.state).toBe('discarded');
  expect((await publish(other.id)).body.code).toBe('edition_not_draft');
});

test('a publication plans scheduled editions again, as its review says', async ({
  request,
  createTenant,
  db,
}) => {
  const { app } = await createTenant();
  const key = await buildKey(db, { app, role: 'product' });
  const { create, get, publish } = bind(request, key);
  await publish((await create(list(10))).id);
  const at = Math.floor(Date.now() / 1000) + 3600;
  const schedule = async (source: string) => {
    const { id } = await create(source);
    await publish(id, { at });
    return id;
  };
  const rise = await schedule(list(12));
  const text = await schedule(list(10).replace('"saasName":"Lantern"', '"saasName":"Lamp"'));
  const other = await create(list(11));
  const { body, headers } = await get(other.id);
  const conflicts = [{ file: 'source', path: 'plans.PRO.price', base: '10', live: '11', scheduled: '12' }];
  expect(body.data.scheduled_editions).toMatchObject([
    { id: rise, number: 2, publish_at: at, outcome: 'conflict', conflicts },
    { id: text, number: 3, publish_at: at, outcome: 'scheduled', conflicts: [] },
  ]);
  expect((await publish(other.id, {}, { 'If-Match': headers.etag ?? '' })).status).toBe(200);
  expect((await get(rise)).body.data).toMatchObject({
    ...{ state: 'draft', publish_at: null, confirmation_required: false },
    schedule_failure: { reason: 'conflict', publish_at: at, conflicts },
  });
  const kept = (await get(text)).body.data;
  expect(kept).toMatchObject({ state: 'scheduled', publish_at: at, schedule_failure: null });
  expect(kept.source).toContain('11');
  await expectEvents(request, key, '?types=catalog.schedule_canceled', (events) =>
    expect(events).toMatchObject([
      { data: { edition: { id: rise }, publish_at: at, reason: 'conflict', conflicts } },
    ]),
  );
});

test('an edition ends with the one before it, and a schedule can be canceled', async ({
  request,
  createTenant,
  db,
}) => {
  const { app } = await createTenant();
  const key = await buildKey(db, { app, role: 'product' });
  const { send, create, get, publish } = bind(request, key);
  const first = await create(list(10));
  const now = Math.floor(Date.now() / 1000);
  const ends_at = now + 86_400;
  expect(await publish(first.id, { ends_at })).toMatchObject({
    status: 422,
    body: { code: 'end_unavailable', message: 'The edition can’t end: no edition was published before it.' },
  });
  await publish(first.id);
  const promotion = await create(list(8));
  expect((await get(promotion.id)).body.data.live_edition).toEqual({ id: first.id, number: 1 });
  for (const [field, body] of [
    ['ends_at', { ends_at: now - 1 }],
    ['ends_at', { at: ends_at, ends_at }],
    ['ends_existing', { ends_existing: 'keep' }],
  ] as const) {
    const invalid = await publish(promotion.id, body);
    expect(invalid.status).toBe(400);
    expect(invalid.body).toMatchObject({ errors: [{ field, code: 'parameter_invalid' }] });
  }
  // Scheduled and canceled, it is a draft without an end.
  const at = now + 3600;
  const cancel = (id: string) => send<EditionBody>(`${path}/${id}/publish`, { method: 'DELETE' });
  expect((await publish(promotion.id, { at, ends_at })).body.data).toMatchObject({
    ...{ state: 'scheduled', publish_at: at, ends_at, ends_existing: 'keep', ended_by: null },
  });
  const draft = { state: 'draft', publish_at: null, ends_at: null, ends_existing: null };
  expect((await cancel(promotion.id)).body.data).toMatchObject({ ...draft, schedule_failure: null });

  const published = (await publish(promotion.id, { ends_at, ends_existing: 'follow' })).body.data;
  const ending = published.ended_by!;
  const ends_edition = { id: promotion.id, number: 2 };
  expect(published).toMatchObject({
    ...{ state: 'published', ends_at, ends_existing: 'follow', ends_edition: null },
    ended_by: { number: 3, state: 'scheduled' },
  });
  expect((await get(ending.id)).body.data).toMatchObject({
    ...{ state: 'scheduled', source: list(10), publish_at: ends_at, base_id: first.id, ends_edition },
    ...{ ends_at: null, existing: { PRO: 'follow' } },
  });
  const other = await create(list(9));
  expect((await get(other.id)).body.data.scheduled_editions).toMatchObject([
    { id: ending.id, ends_edition, outcome: 'conflict' },
  ]);
  const readPrice = async () => {
    const versions = await sendRequest<VersionList>(request, '/app/versions', { key });
    return versions.body.data.versions.find(({ title, active }) => active && title === 'Pro')?.user_fee;
  };
  expect(await readPrice()).toBe(800);
  await withTenant(db, { appId: app.id }, (queries) =>
    queries.catalogEdition.updateMany({ where: { id: ending.id }, data: { publishAt: new Date() } }),
  );
  await expect.poll(async () => (await get(promotion.id)).body.data.ended_by?.state).toBe('published');
  expect(await readPrice()).toBe(1000);
  expect((await cancel(ending.id)).body.code).toBe('edition_not_draft');
  const types = 'catalog.scheduled,catalog.schedule_canceled';
  await expectEvents(request, key, `?types=${types}`, (events) =>
    expect(events).toMatchObject([
      {
        type: 'catalog.scheduled',
        data: { edition: { id: promotion.id }, publish_at: at, ends_edition: null },
      },
      { type: 'catalog.schedule_canceled', data: { edition: { id: promotion.id }, reason: 'canceled' } },
      { type: 'catalog.scheduled', data: { edition: { id: ending.id }, publish_at: ends_at, ends_edition } },
    ]),
  );
});

test('hosts get the same plan for a tag when a plan is inserted', async ({ request, createTenant, db }) => {
  const { app } = await createTenant();
  const { send, create, publish } = bind(request, await buildKey(db, { app }));
  const plans = (inserted = {}) =>
    buildPriceListText({
      features: ['search'],
      plans: { BASIC: { price: 0 }, TEAM: { price: 25 }, ...inserted, SCALE: { price: 165 } },
    });
  const product = await buildKey(db, { app, role: 'product' });
  const listTags = async () => {
    const { body } = await sendRequest<VersionList>(request, '/app/versions', { key: product });
    const offered = body.data.versions.filter(({ active }) => active);
    return offered.map(({ title, tag }) => [title, tag] as const);
  };
  const signUp = async (externalId: string, tag: string | undefined) => {
    const body = { title: externalId, tag };
    const target = `/api/accounts/${externalId}`;
    const account = await send<{ version: { title: string } }>(target, { method: 'PUT', body });
    return account.body.data.version.title;
  };
  await publish((await create(plans())).id);
  const before = await listTags();
  expect(before.map(([title]) => title)).toEqual(['Basic', 'Team', 'Scale']);
  const [, team, scale] = before.map(([, tag]) => tag);
  expect(await signUp('before', scale)).toBe('Scale');
  await publish((await create(plans({ PLUS: { price: 140 } }))).id);
  expect(await listTags()).toEqual(before.toSpliced(2, 0, ['Plus', `${team}.5`]));
  expect(await signUp('after', scale)).toBe('Scale');
  expect(await signUp('inserted', `${team}.5`)).toBe('Plus');
});

test('accounts keep the price of a plan and get its content', async ({ request, db, editions }) => {
  const { app, create, get, publish } = editions;
  const host = await buildKey(db, { app });
  await publish((await create(list(10))).id);
  await createProAccount(request, host);
  const better = buildPriceListText({
    features: ['search', 'sso'],
    plans: { BASIC: { price: 0 }, PRO: { price: 12, features: ['search', 'sso'] } },
    addOns: { pack: { price: 2, features: ['sso'], availableFor: ['BASIC'] } },
  });
  const { id } = await create(better);
  const addOn = await publish(id, { existing: { pack: 'keep_price' } });
  expect([addOn.status, addOn.body.code]).toEqual([422, 'edition_invalid']);
  expect((await publish(id, { existing: { PRO: 'keep_price' } })).status).toBe(200);
  expect((await get(id)).body.data.difference?.versions).toMatchObject([
    { key: 'PRO', accounts: 1, decision: 'keep_price', default_decision: 'keep', following_accounts: 0 },
  ]);
  const history = await sendRequest<History>(request, '/account/versions', {
    key: host,
    headers: { 'X-Account-Id': 'larder' },
  });
  expect(history.body.payload).toMatchObject([
    { user_fee: 1000, catalog_changes: [{ gained: [{ id: 'sso' }] }] },
  ]);
});

test('accounts follow a publication when their paid period ends', async ({ request, db, editions }) => {
  const { app, create, get, publish } = editions;
  const host = await buildKey(db, { app });
  const read = async <T>(path: string, externalId: string) =>
    (await sendRequest<T>(request, path, { key: host, headers: { 'X-Account-Id': externalId } })).body;
  await publish((await create(list(10))).id);
  const { body } = await sendRequest<VersionList>(request, '/app/versions', { key: host });
  const pro = body.data.versions.find(({ title }) => title === 'Pro')!;
  const endsAt = Math.floor(Date.now() / 1000) + 86_400 * 20;
  const put = (externalId: string, fields: object) =>
    sendRequest(request, `/api/accounts/${externalId}`, { key: host, method: 'PUT', body: fields });
  await put('known', { title: 'Known', version_id: pro.id, period_ends_at: endsAt });
  await put('unknown', { title: 'Unknown', version_id: pro.id });
  const { id } = await create(list(12));
  expect((await publish(id, { existing: { PRO: 'follow_renewal' } })).status).toBe(200);
  expect((await get(id)).body.data.difference?.versions).toMatchObject([
    {
      ...{
        key: 'PRO',
        accounts: 2,
        decision: 'follow_renewal',
        default_decision: 'keep',
        following_accounts: 0,
      },
      renewals: { at_once: 1, at_period_end: 1, unknown: 0, first_at: endsAt, last_at: endsAt },
    },
  ]);
  // Billed monthly without a known end: at once, by the worker.
  await expect
    .poll(async () => (await read<History>('/account/versions', 'unknown')).payload[0])
    .toMatchObject({ kind: 'publication', user_fee: 1200, follows_at: null });
  expect((await read<History>('/account/versions', 'known')).payload).toMatchObject([
    { id: pro.id, user_fee: 1000, follows_at: endsAt },
  ]);
  const later = endsAt - 86_400;
  await sendRequest(request, '/api/accounts/known', {
    ...{ key: host, method: 'PATCH', body: { period_ends_at: later } },
  });
  expect((await read<NoticeList>('/account/notices', 'known')).payload).toMatchObject([
    {
      ...{ type: 'kept', effective_at: later, price: { user_fee: 1200 }, previous_price: { user_fee: 1000 } },
      previous_version: { id: pro.id },
    },
  ]);
  const concerned = await sendRequest<AccountList>(request, `/api/accounts?changed_by=${id}`, { key: host });
  expect(concerned.body.data.map(({ title }) => title).toSorted()).toEqual(['Known', 'Unknown']);
});

test('a publication reviews earlier generations, and their accounts follow it', async ({
  request,
  db,
  editions,
}) => {
  const { app, send, create, get, publish } = editions;
  const host = await buildKey(db, { app });
  await publish((await create(list(10))).id);
  const pro = await createProAccount(request, host);
  await publish((await create(list(12))).id);
  const { id } = await create(list(10));
  expect((await get(id)).body.data.difference?.earlier_versions).toMatchObject([
    {
      ...{ key: 'PRO~1', present_key: 'PRO', id: pro.id, accounts: 1, following_accounts: 1 },
      ...{ decision: 'follow', default_decision: 'follow', losses: [], previous_price: null },
    },
  ]);
  const unknown = await publish(id, { existing: { 'PRO~2': 'follow' } });
  expect([unknown.status, unknown.body.code]).toEqual([422, 'edition_invalid']);
  expect((await publish(id, { existing: { 'PRO~1': 'keep' } })).status).toBe(200);
  const same = await create(list(10));
  expect((await publish(same.id, { existing: { 'PRO~1': 'follow' } })).status).toBe(200);
  await expect(async () => {
    const history = await sendRequest<History>(request, '/account/versions', {
      key: host,
      headers: { 'X-Account-Id': 'larder' },
    });
    expect(history.body.payload).toMatchObject([
      {
        ...{ kind: 'publication', previous_version_id: pro.id, direction: 'none', undo_until: null },
        ...{ fee: null, user_fee: 1000, actor: { kind: 'key', name: 'Test key' } },
      },
      { kind: 'switch', id: pro.id },
    ]);
    const events = await send<never>('/api/events?types=account.version_switched');
    expect((events.body as unknown as Events).payload.at(-1)).toMatchObject({
      data: { kind: 'publication', from: { id: pro.id }, gained: [], lost: [] },
    });
  }).toPass();
});

test('a plan that is renamed is recognized by its content', async ({ editions }) => {
  const { send, create, publish } = editions;
  await publish((await create(list(10))).id);
  const check = async (extension: string | null) => {
    const source = list(10).replaceAll('"PRO"', '"CREW"');
    const { body } = await send<{ difference: CatalogDifference }>('/api/catalog/check', {
      body: { source, extension },
    });
    return body.data.difference;
  };
  const { renames } = await check(null);
  expect(renames).toEqual([
    {
      ...{ section: 'plans', from: 'PRO', to: 'CREW', title: 'Pro', new_title: 'Crew', accounts: 0 },
      extension: 'plans: { CREW: { renamed_from: PRO } }',
    },
  ]);
  const renamed = await check(String(renames[0]?.extension));
  expect(renamed).toMatchObject({ renames: [], versions: [{ key: 'CREW', kind: 'changed' }] });
});

test('a link shows a draft until it expires, ends or is published', async ({ request, createTenant, db }) => {
  const { app } = await createTenant();
  const other = await createTenant();
  const { send, create, publish } = bind(request, await buildKey(db, { app, role: 'product' }));
  const { id } = await create(list(17));
  const share = (body: object = {}) =>
    send<{ url: string; expires_at: number }>(`${path}/${id}/share`, { body });
  const open = async (url: string, hostname = app.host) => {
    const target = new URL(new URL(url).pathname, process.env.BASE_URL);
    const response = await request.get(target.href, { headers: { Host: hostname } });
    return { status: response.status(), text: await response.text() };
  };
  const first = (await share()).body.data;
  const day = 24 * 60 * 60;
  expect(Math.round((first.expires_at - Date.now() / 1000) / day)).toBe(14);
  const page = await open(first.url);
  expect(page.status).toBe(200);
  expect(page.text).toContain('$17');
  expect(page.text).toMatch(/<meta name="robots" content="noindex, nofollow"/);
  // It works at the address of another app. The link of that app has another name.
  expect((await open(first.url, other.app.host)).status).toBe(200);
  expect((await open(first.url.replace(app.slug, other.app.slug))).status).toBe(404);
  // The secret is stored as a hash, and is no credential.
  const [row] = await withTenant(db, { appId: app.id }, (queries) =>
    queries.catalogEdition.findMany({ where: { appId: app.id, id } }),
  );
  const secret = first.url.split('/').at(-1) ?? '';
  expect(JSON.stringify(row)).not.toContain(secret);
  expect((await sendRequest(request, path, { key: secret })).status).toBe(401);

  // A new link replaces it. Times are bounded.
  const second = (await share({ expires_at: Math.floor(Date.now() / 1000) + day })).body.data;
  expect((await open(first.url)).status).toBe(404);
  expect((await open(second.url)).status).toBe(200);
  for (const at of [1, Math.floor(Date.now() / 1000) + 91 * day]) {
    expect((await share({ expires_at: at })).body.code).toBe('parameter_invalid');
  }
  const expire = (shareExpiresAt: Date) =>
    withTenant(db, { appId: app.id }, (queries) =>
      queries.catalogEdition.update({ where: { appId_id: { appId: app.id, id } }, data: { shareExpiresAt } }),
    );
  await expire(new Date(Date.now() - 1000));
  expect((await open(second.url)).status).toBe(404);
  await expire(new Date(second.expires_at * 1000));
  expect((await open(second.url)).status).toBe(200);
  expect((await send(`${path}/${id}/share`, { method: 'DELETE' })).status).toBe(200);
  expect((await open(second.url)).status).toBe(404);
  const third = (await share()).body.data;
  await publish(id);
  expect((await open(third.url)).status).toBe(404);
  expect((await share()).body.code).toBe('edition_not_draft');
});

test('a review and a check that asks for it say what accounts pay, by list', async ({ db, editions }) => {
  const { app, send, create, get, publish } = editions;
  await publish((await create(list(10))).id);
  const { id: versionId } = await withTenant(db, { appId: app.id }, (queries) =>
    queries.version.findFirstOrThrow({ where: { catalogKey: 'PRO' } }),
  );
  const pro = await db.app.findUniqueOrThrow({ where: { id: app.id } });
  const account = await buildAccount(db, app, { title: 'Acme', externalId: 'customer-7', users: 3 });
  await putOn(db, { app: pro, id: account.id }, 'PRO');
  const { id } = await create(list(12));
  const kept = {
    ...{
      previous_currency: 'USD',
      previous_currency_digits: 2,
      currency: 'USD',
      currency_digits: 2,
      accounts: 1,
      users: 3,
      previous_amount: 3000,
      amount: 3000,
    },
    versions: [
      {
        ...{
          id: versionId,
          title: 'Pro',
          accounts: 1,
          users: 3,
          previous_amount: 3000,
          amount: 3000,
          unpriced_accounts: 0,
        },
        periods: [{ billing_period: 'month', accounts: 1, users: 3, previous_amount: 3000, amount: 3000 }],
        largest_accounts: [
          {
            id: account.id,
            external_id: 'customer-7',
            title: 'Acme',
            users: 3,
            previous_amount: 3000,
            amount: 3000,
          },
        ],
      },
    ],
  };
  expect((await get(id)).body.data.revenue).toMatchObject(kept);
  const check = (body: object) =>
    send<Pick<EditionDetails, 'revenue'>>('/api/catalog/check', { body: { source: list(12), ...body } });
  expect((await check({})).body.data.revenue).toBeNull();
  expect((await check({ revenue: true })).body.data.revenue).toMatchObject(kept);
  const followed = await check({ revenue: true, existing: { PRO: 'follow' } });
  expect(followed.body.data.revenue).toMatchObject({ previous_amount: 3000, amount: 3600 });
});
