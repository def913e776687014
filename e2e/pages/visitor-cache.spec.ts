import { expect } from '@playwright/test';
import { withTenant } from '@/lib/db/tenant';
import { waitForInvalidation } from '@/lib/db/wait-for-invalidation';
import { buildSession } from '@/prisma/factories/build-credential';
import { test } from '../fixtures';

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
