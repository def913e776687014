import { test as base, expect } from '@playwright/test';
import type { Role } from '@/lib/contract/role';
import { type Database, openClient } from '@/lib/data/client';
import { type AccountSpec, buildAccount } from '@/prisma/builders/build-account';
import { type AppSpec, type BuiltApp, buildApp } from '@/prisma/builders/build-app';
import { buildKey } from '@/prisma/builders/build-credential';
import { watchPolicy } from './watch-policy';

export interface Tenant {
  app: BuiltApp;
  account: { id: string; title: string };
  /** Key of the account with this role. */
  key: (role?: Role) => Promise<string>;
}

export interface Fixtures {
  /** Signs the browser in by a one-time link, as a host back end does, and opens the page with this path. */
  enter: (
    who: { app: { id: string }; account?: { id: string }; role?: Role; name?: string },
    path?: string,
  ) => Promise<void>;
  /** Makes an app and an account that no other test has. */
  tenant: (spec?: AppSpec, account?: (app: BuiltApp) => AccountSpec) => Promise<Tenant>;
}

/** The database of the server under test, as its owner. */
export const test = base.extend<Fixtures, { db: Database }>({
  db: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const db = openClient(process.env.DATABASE_URL ?? '', { as: 'owner' });
      await use(db);
      await db.$disconnect();
    },
    { scope: 'worker' },
  ],
  // Whatever a test is about, its pages ask for nothing that their policy stops.
  page: async ({ page }, use) => {
    const stopped = await watchPolicy(page);
    await use(page);
    expect(stopped).toEqual([]);
  },
  tenant: async ({ db }, use) => {
    await use(async (spec, accountOf = () => ({})) => {
      const app = await buildApp(db, spec);
      const account = await buildAccount(db, app, accountOf(app));
      return { app, account, key: (role) => buildKey(db, { app, account, role }) };
    });
  },
  enter: async ({ page, request, db }, use) => {
    await use(async ({ app, account, role = 'owner', name = 'Robin Test' }, path = '/') => {
      const key = await buildKey(db, { app });
      const answer = await request.post('/api/portal/sessions', {
        headers: { Authorization: `Bearer ${key}` },
        data: { account_id: account?.id, role, name },
      });
      const { data } = await answer.json();
      // The cookie is there without the page that the link leads to.
      await page.request.get(data.url, { maxRedirects: 0 });
      await page.goto(path);
    });
  },
});
