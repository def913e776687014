import { test as base } from '@playwright/test';
import type { Role } from '@/lib/contract/role';
import { type Database, openClient } from '@/lib/data/client';
import { type AccountSpec, buildAccount } from '@/prisma/builders/build-account';
import { type AppSpec, type BuiltApp, buildApp } from '@/prisma/builders/build-app';
import { buildKey } from '@/prisma/builders/build-credential';

export interface Tenant {
  app: BuiltApp;
  account: { id: string; title: string };
  /** Key of the account with this role. */
  key: (role?: Role) => Promise<string>;
}

interface Fixtures {
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
  tenant: async ({ db }, use) => {
    await use(async (spec, accountOf = () => ({})) => {
      const app = await buildApp(db, spec);
      const account = await buildAccount(db, app, accountOf(app));
      return { app, account, key: (role) => buildKey(db, { app, account, role }) };
    });
  },
});
