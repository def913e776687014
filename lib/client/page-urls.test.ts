import { expect, test } from 'vitest';
import { portalSessionRequestSchema } from '@/lib/contract/portal-sessions';
import { buildHostUrl, pageUrls } from './page-urls';
import { staffUrls } from './staff-urls';

test('URLs contain only search params that differ from their defaults', () => {
  expect(pageUrls.plans()).toBe('/');
  expect(pageUrls.plans({ switch: 'ver_1', seats: 5 })).toBe('/?switch=ver_1&seats=5');
  expect(pageUrls.plans({ seats: null })).toBe('/');
  expect(pageUrls.plans({ seats: 1 })).toBe('/?seats=1');
  expect(pageUrls.compare({ differences: null, plans: [] })).toBe('/compare');
  expect(pageUrls.compare({ q: 'export & import', differences: 'true', plans: ['v1', 'v3'] })).toBe(
    '/compare?q=export+%26+import&differences=true&plans=v1,v3',
  );
  expect(staffUrls.preview({ as: 'acc_1', width: '320' })).toBe('/preview?as=acc_1&width=320');
  expect(staffUrls.preview({ width: '1280', seats: 5 })).toBe('/preview?seats=5');
});

test('a sign-in link can open every page of a signed-in user', () => {
  const open = (path: string) =>
    portalSessionRequestSchema.safeParse({ role: 'product', name: 'Ada', path }).success;
  const urls = { ...pageUrls, ...staffUrls };
  const isPage = Object.entries(urls).map(([name, build]) => [name, open(build('acc_1' as never))]);
  const others = ['historyCsv', 'docsReference', 'previewFrame', 'signIn', 'startSignIn', 'signOut'];
  expect(isPage).toEqual(Object.keys(urls).map((name) => [name, !others.includes(name)]));
  for (const path of [
    pageUrls.plans({ switch: 'ver_1', seats: 5, period: 'year' }),
    pageUrls.compare({ q: 'ü & x', plans: ['v1', 'v3'] }),
    staffUrls.accounts({ search: 'Ösi' }),
    staffUrls.account("Ösi's (1/2)*!"),
  ]) {
    expect([path, open(path)]).toEqual([path, true]);
  }
});

test('the URL of the host application keeps its own params and gets the chosen plan', () => {
  const chosen = { versionId: 'ver_1', seats: 3, period: 'month' } as const;
  expect(buildHostUrl('https://host.example/join?from=plans#form', chosen)).toBe(
    'https://host.example/join?from=plans&plan=ver_1&seats=3&period=month#form',
  );
});
