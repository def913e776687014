import { expect } from '@playwright/test';
import { withTenant } from '@/lib/db/connection/tenant';
import { waitForInvalidation } from '@/lib/db/connection/wait-for-invalidation';
import { buildSession } from '@/prisma/factories/build-credential';
import { routerHeaders, test, toRouterPath } from '../fixtures';

test('a cached page has nothing of an account', async ({ request, createTenant, db }) => {
  const { app, account } = await createTenant({ versions: 2 }, () => ({ title: 'Marker Account' }));
  const getPage = async (path: string, cookie: string) => {
    const response = await request.get(path, { headers: { Host: app.host, Cookie: cookie } });
    return { body: await response.text(), cacheControl: response.headers()['cache-control'] };
  };
  const secret = await buildSession(db, { app, account, role: 'owner' });
  for (const path of ['/', '/compare']) {
    const signedIn = await getPage(path, `__Host-app-versions=${secret}`);
    expect(signedIn.body).toContain('Marker Account');
    expect(signedIn.cacheControl).toContain('private');
    const visits = [await getPage(path, ''), await getPage(path, ''), await getPage(path, 'a=Marker')];
    for (const { body, cacheControl } of visits) {
      expect(body).not.toContain('Marker');
      expect(cacheControl).toBe('public, no-cache');
    }
    // A reconnection of the listener in between empties the cache.
    await expect
      .poll(async () => new Set([(await getPage(path, '')).body, (await getPage(path, '')).body]).size)
      .toBe(1);
  }
  for (const title of ['First title', 'Second title']) {
    await withTenant(db, { appId: app.id }, (queries) =>
      queries.version.updateMany({ where: { appId: app.id }, data: { title } }),
    );
    await waitForInvalidation(db);
    expect((await getPage('/', '')).body).toContain(title);
    expect((await getPage('/', `__Host-app-versions=${secret}`)).body).toContain(title);
  }
});

test('what a link loads is cached for visitors', async ({ request, createTenant, db }) => {
  const { app } = await createTenant({ versions: [{ title: 'First title' }, {}] });
  const load = async (path: string, headers = {}) =>
    request.get(path, { headers: { Host: app.host, ...routerHeaders, ...headers }, maxRedirects: 0 });
  const path = toRouterPath('/compare');
  const first = await load(path);
  expect(first.headers()).toMatchObject({
    'cache-control': 'public, no-cache',
    'content-type': 'text/x-component',
    vary: expect.stringMatching(/rsc, next-router-state-tree, .*next-url/),
  });
  const body = await first.text();
  expect(body).toContain('First title');
  expect(body).not.toContain('<html');
  await expect.poll(async () => (await load(path)).headers().etag).toBe((await load(path)).headers().etag);
  const { etag = '' } = (await load(path)).headers();
  expect((await load(path, { 'If-None-Match': etag })).status()).toBe(304);
  // Without the headers it is a page, with other headers Next redirects to their digest.
  const page = await request.get(path, { headers: { Host: app.host } });
  expect(page.headers()['content-type']).toBe('text/html; charset=utf-8');
  expect((await load(path, { 'next-url': '/' })).status()).toBe(307);
  await withTenant(db, { appId: app.id }, (queries) =>
    queries.version.updateMany({ where: { appId: app.id }, data: { title: 'Second title' } }),
  );
  await waitForInvalidation(db);
  expect(await (await load(path)).text()).toContain('Second title');
});
