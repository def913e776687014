import { expect } from '@playwright/test';
import type { AccountChangeList } from '@/lib/contract/account-changes';
import type { AddOnHistory, AddOnList } from '@/lib/contract/add-ons';
import type { AccountFeatures, FeatureAccess } from '@/lib/contract/features';
import type { History } from '@/lib/contract/history';
import type { NoticeList } from '@/lib/contract/notices';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { Version, VersionList } from '@/lib/contract/versions';
import type { Database } from '@/lib/db/connection/client';
import { buildKey } from '@/prisma/factories/build-credential';
import { importList, signUpOn } from '@/tools/testing/import-lists';
import { test } from '../fixtures';
import { type RequestOptions, sendRequest } from './api-client';

const list = {
  features: ['api', 'search'],
  limits: { messages: { unit: 'message/month', default: 1000, features: ['search'] } },
  plans: {
    FREE: { price: 0, features: ['search'] },
    TEAM: { price: 10, features: ['search', 'api'] },
  },
  addOns: { apiPack: { price: 3, features: ['api'], availableFor: ['FREE'] } },
};
const de = {
  app: { title: 'Laterne' },
  plans: { FREE: { title: 'Frei' }, TEAM: { title: 'Mannschaft' } },
  features: { search: { title: 'Suche' } },
  addOns: { apiPack: { title: 'Paket' } },
  units: { message: { one: 'Nachricht', other: 'Nachrichten' } },
};

let apps = 0;
/** Creates an app with texts in German and Portuguese, and returns what sends requests for an account on FREE. */
async function createApp(
  db: Database,
  request: Parameters<typeof sendRequest>[0],
  texts: object = { de, 'pt-BR': {} },
) {
  apps += 1;
  const slug = `languages-${process.pid}-${Date.now()}-${apps}`;
  const extension = (others: object) => JSON.stringify({ app: { language: 'en' }, texts: others });
  await importList(db, slug, list, extension(texts));
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const id = await signUpOn(db, slug, 'FREE');
  const key = await buildKey(db, { app, account: { id }, role: 'owner' });
  const get = <T>(path: string, language?: string, options: RequestOptions = {}) =>
    sendRequest<T>(request, path, {
      key,
      ...options,
      headers: { ...(language !== undefined && { 'Accept-Language': language }), ...options.headers },
    });
  const publish = (others: object) => importList(db, slug, lastList, extension(others));
  /** Changes an amount of all plans, also for accounts. */
  const change = (messages: number) => {
    lastList = { ...list, limits: { messages: { ...list.limits.messages, default: messages } } };
    const existing = new Map([
      ['FREE', 'follow'],
      ['TEAM', 'follow'],
    ] as const);
    return importList(db, slug, lastList, extension(texts), { existing });
  };
  let lastList = list;
  return { key, get, publish, change };
}

test('the version list is in the best language, and marks what has no text', async ({ db, request }) => {
  const { get } = await createApp(db, request);
  const { body, headers } = await get<VersionList>('/app/versions', 'fr, de-AT;q=0.9, en;q=0.8');
  expect(headers['content-language']).toBe('de');
  expect(headers.vary).toContain('Accept-Language');
  const { versions, matrix, app } = body.data;
  expect(versions.map(({ title }) => title)).toEqual(['Frei', 'Mannschaft']);
  expect(versions.map((version) => version.untranslated)).toEqual([undefined, undefined]);
  expect(matrix?.versions).toEqual(['Frei', 'Mannschaft']);
  const rows = Object.fromEntries((matrix?.features ?? []).map((row) => [row.id, row]));
  expect(Object.values(rows.search?.values ?? {})).toEqual([
    '1.000 Nachrichten/Monat',
    '1.000 Nachrichten/Monat',
  ]);
  expect(rows.search).toMatchObject({ title: 'Suche', unit: 'message', untranslated: ['group'] });
  expect(rows.api).toMatchObject({ title: 'API', untranslated: ['title', 'group'] });
  expect(Object.values(rows.api?.offers ?? {}).map(({ title }) => title)).toEqual(['Paket']);
  expect(matrix?.offers.map(({ title }) => title)).toEqual(['Paket']);
  expect(app).toMatchObject({
    ...{ title: 'Laterne', language: 'de', list_language: 'en', languages: ['de'] },
    units: { message: { one: 'Nachricht', other: 'Nachrichten' } },
  });
});

test('a request without a matching language gets the texts of the price list', async ({ db, request }) => {
  const { get } = await createApp(db, request);
  const uncompressed = { headers: { 'Accept-Encoding': 'identity' } };
  const plain = await get<VersionList>('/app/versions', undefined, uncompressed);
  expect(plain.headers['content-language']).toBe('en');
  expect(plain.body.data.versions.map(({ title }) => title)).toEqual(['Free', 'Team']);
  expect(plain.body.data.app).not.toHaveProperty('list_language');
  expect(JSON.stringify(plain.body)).not.toContain('untranslated');
  for (const language of ['fr', 'en-GB, de', '*', 'de;q=0', 'no language']) {
    const other = await get<VersionList>('/app/versions', language, uncompressed);
    expect([language, other.headers.etag]).toEqual([language, plain.headers.etag]);
  }
  const chosen = { headers: { ...uncompressed.headers, Cookie: 'language=en' } };
  expect((await get('/app/versions', 'de', chosen)).headers.etag).toBe(plain.headers.etag);
});

test('each language has its own ETag, from the cache too', async ({ db, request }) => {
  const { get } = await createApp(db, request);
  const tags = async () => {
    const uncompressed = { headers: { 'Accept-Encoding': 'identity' } };
    const read = async (language: string) =>
      (await get('/app/versions', language, uncompressed)).headers.etag;
    return [await read('de'), await read('en')];
  };
  const [german, english] = await tags();
  expect(german).not.toBe(english);
  expect(await tags()).toEqual([german, english]);
  const known = { headers: { 'If-None-Match': german ?? '' } };
  expect((await get('/app/versions', 'de', known)).status).toBe(304);
  expect((await get('/app/versions', 'en', known)).status).toBe(200);
});

test('language comes before Accept-Language, and must be a language tag', async ({ db, request }) => {
  const { get } = await createApp(db, request);
  const read = async (language: string) =>
    (await get<VersionList>(`/app/versions?language=${language}`, 'de')).body.data.versions[0]?.title;
  expect(await read('de-CH')).toBe('Frei');
  expect(await read('en')).toBe('Free');
  expect(await read('fr')).toBe('Free');
  for (const path of ['/app/versions', '/account/features', '/account/versions', '/app/optional-features']) {
    const { status, body } = await get(`${path}?language=de_DE`);
    expect([path, status]).toEqual([path, 400]);
    expect(body).toMatchObject({
      code: 'parameter_invalid',
      errors: [{ field: 'language', message: expect.stringContaining('BCP 47') }],
    });
  }
});

test('versions, features, optional features and previews are in the language', async ({ db, request }) => {
  const { get, key } = await createApp(db, request);
  const { body: offered } = await get<VersionList>('/app/versions');
  const team = offered.data.versions.find(({ title }) => title === 'Team')!.id;
  const version = await get<Version>(`/app/versions/${team}`, 'de');
  expect(version.headers['content-language']).toBe('de');
  expect(version.body.title).toBe('Mannschaft');
  expect(version.body.features).toMatchObject([
    { human_id: 'api', title: 'API', untranslated: ['title'] },
    { human_id: 'search', title: 'Suche', value: '1.000 Nachrichten/Monat' },
  ]);
  const features = await get<AccountFeatures>('/account/features?language=de');
  expect(features.body.payload).toMatchObject([
    { id: 'search', title: 'Suche', value: '1.000 Nachrichten/Monat' },
  ]);
  const access = await get<FeatureAccess>('/account/features/search', 'de');
  expect(access.body).toMatchObject({ allowed: true, value: '1.000 Nachrichten/Monat', amount: 1000 });
  const addOns = await get<AddOnList>('/app/optional-features', 'de');
  expect(addOns.headers['content-language']).toBe('de');
  const [pack] = addOns.body.data.optional_features;
  expect(pack).toMatchObject({ title: 'Paket', features: [{ title: 'API' }] });

  const german = await get<SwitchPreview>(`/app/versions/${team}/preview`, 'de');
  const english = await get<SwitchPreview>(`/app/versions/${team}/preview`, 'en');
  expect(german.body.data).toMatchObject({ from: { title: 'Frei' }, to: { title: 'Mannschaft' } });
  expect(german.headers['content-language']).toBe('de');
  expect(german.headers.etag).toBe(english.headers.etag);
  const toggled = await get<{ data: { title: string } }>(
    `/account/optional-features/${pack!.id}/preview?language=de`,
  );
  expect(toggled.body.data.title).toBe('Paket');

  const headers = { 'If-Match': german.headers.etag ?? '', 'Accept-Language': 'de' };
  const switched = await sendRequest(request, '/app/versions', { key, headers, body: { version_id: team } });
  expect(switched.body).toMatchObject({ message: 'Switched to Team.' });
});

test('notices and changes have the newest texts', async ({ db, request }) => {
  const { get, key, publish, change } = await createApp(db, request);
  const { body: offered } = await get<VersionList>('/app/versions');
  const team = offered.data.versions[1]!.id;
  await sendRequest(request, '/account/changes', {
    key,
    body: { version_id: team, effective: Math.floor(Date.now() / 1000) + 86_400 },
  });
  await change(500);
  await publish({ de: { ...de, plans: { FREE: { title: 'Gratis' }, TEAM: { title: 'Gruppe' } } } });
  const changes = await get<AccountChangeList>('/account/changes', 'de');
  expect(changes.headers['content-language']).toBe('de');
  expect(changes.body.payload).toMatchObject([
    { version: { title: 'Gruppe' }, previous_version: { title: 'Gratis' } },
  ]);
  const notices = await get<NoticeList>('/account/notices?language=de');
  expect(notices.body.payload).toMatchObject([
    {
      version: { title: 'Gratis' },
      lowered: [{ title: 'Suche', to: { value: '500 Nachrichten/Monat' } }],
    },
  ]);
  expect((await get<NoticeList>('/account/notices')).body.payload).toMatchObject([
    { version: { title: 'Free' }, lowered: [{ title: 'Search' }] },
  ]);
});

test('histories keep the texts of their time, in the language', async ({ db, request }) => {
  const { get, key, publish } = await createApp(db, request);
  const { body: offered } = await get<VersionList>('/app/versions');
  const [free, team] = offered.data.versions;
  const { body: addOns } = await get<AddOnList>('/app/optional-features');
  const pack = addOns.data.optional_features[0]!.id;
  await sendRequest(request, `/account/optional-features/${pack}`, { key, body: { active: true } });
  await publish({
    de: { ...de, plans: { FREE: { title: 'Gratis' }, TEAM: { title: 'Gruppe' } }, addOns: {} },
  });
  await sendRequest(request, '/app/versions', { key, body: { version_id: team!.id } });
  const history = await get<History>('/account/versions', 'de');
  expect(history.headers['content-language']).toBe('de');
  expect(history.body.payload.map((entry) => [entry.title, entry.previous_title])).toEqual([
    ['Gruppe', 'Gratis'],
    ['Frei', null],
  ]);
  const english = await get<History>('/account/versions');
  expect(english.headers['content-language']).toBe('en');
  expect(english.body.payload.map(({ id, title }) => [id, title])).toEqual([
    [team!.id, 'Team'],
    [free!.id, 'Free'],
  ]);
  const csv = await get<string>('/account/versions?format=csv&language=de');
  expect(csv.headers['content-language']).toBe('de');
  expect(csv.body).toContain(',Gruppe,');
  expect(csv.body).toContain(',Frei,');
  const all = '/account/versions?format=csv&columns=all&include=options,catalog&language=';
  expect((await get<string>(`${all}de`)).body).toContain(',Paket,');
  expect((await get<string>(`${all}en`)).body).toContain(',API Pack,');
  const ofAddOns = await get<AddOnHistory>('/account/optional-features?language=de');
  expect(ofAddOns.body.payload.map((entry) => [entry.title, entry.untranslated])).toEqual([
    ['API Pack', ['title']],
    ['Paket', undefined],
  ]);
});
