import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import type { EditionBody, EditionDetails } from '@/lib/contract/catalog-editions';
import { type Role, sessionCookieName } from '@/lib/contract/current-user';
import { type Database, openClient } from '@/lib/db/connection/client';
import { type AccountSpec, buildAccount } from '@/prisma/factories/build-account';
import { type AppSpec, type BuiltApp, buildApp } from '@/prisma/factories/build-app';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';

export interface Tenant {
  app: BuiltApp;
  account: { id: string; title: string };
  /** Creates an API key of the account, or of the app. The default role is owner. */
  key: (role?: Role | 'app') => Promise<string>;
}

/** The catalog of an app for this test only, and requests of its product team from elsewhere, such as a CI job. */
export interface Catalog {
  app: BuiltApp;
  /** Creates a draft. */
  create: (source: string, fields?: { extension?: string; note?: string }) => Promise<EditionBody>;
  read: (id: string) => Promise<EditionDetails>;
  save: (id: string, source: string) => Promise<EditionBody>;
  publish: (source: string, fields?: { at?: number; existing?: object }) => Promise<EditionBody>;
  /** Returns the path of the link. */
  share: (id: string) => Promise<string>;
}

export interface Fixtures {
  catalog: Catalog;
  /** Signs the browser in and opens the page at `path`; none if it is null. */
  signIn: (
    as: Omit<Parameters<typeof buildSession>[1], 'role'> & { role?: Role },
    path?: string | null,
  ) => Promise<void>;
  /** Creates an app and an account for this test only. */
  createTenant: (spec?: AppSpec, account?: (app: BuiltApp) => AccountSpec) => Promise<Tenant>;
  /** Creates a tenant, signs the browser in to its account as an owner, and opens the page at `path`. */
  openTenant: (
    spec?: AppSpec,
    options?: {
      account?: (app: BuiltApp) => AccountSpec;
      role?: Role;
      path?: string | ((tenant: Tenant) => string);
    },
  ) => Promise<Tenant>;
}

export const test = base.extend<Fixtures, { db: Database }>({
  /** The database of the server under test, connected as its owner. */
  db: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from the pattern.
    async ({}, use) => {
      const db = openClient(process.env.DATABASE_URL ?? '', { as: 'owner' });
      await use(db);
      await db.$disconnect();
    },
    { scope: 'worker' },
  ],
  // Every test fails if one of its pages violates the Content-Security-Policy or throws an error.
  page: async ({ page }, use) => {
    const violations = await collectCspViolations(page);
    await use(page);
    // Playwright does not reset it when it reuses the context.
    await page.context().setOffline(false);
    expect(violations).toEqual([]);
  },
  createTenant: async ({ db }, use) => {
    await use(async (spec, getAccountSpec = () => ({})) => {
      const app = await buildApp(db, spec);
      const account = await buildAccount(db, app, getAccountSpec(app));
      const key: Tenant['key'] = (role) => buildKey(db, role === 'app' ? { app } : { app, account, role });
      return { app, account, key };
    });
  },
  catalog: async ({ request, createTenant, db }, use) => {
    const { app } = await createTenant();
    const headers = { Authorization: `Bearer ${await buildKey(db, { app, role: 'product' })}` };
    const send = async <Data>(method: string, path = '', data?: object): Promise<Data> => {
      const options = { method, headers, ...(data && { data }) };
      const response = await request.fetch(`/api/catalog/editions${path}`, options);
      expect(response.ok(), await response.text()).toBe(true);
      return (await response.json()).data;
    };
    const create: Catalog['create'] = (source, fields) => send('POST', '', { source, ...fields });
    await use({
      app,
      create,
      read: (id) => send('GET', `/${id}`),
      save: (id, source) => send('PUT', `/${id}`, { source }),
      publish: async (source, fields = {}) => send('POST', `/${(await create(source)).id}/publish`, fields),
      share: async (id) => new URL((await send<{ url: string }>('POST', `/${id}/share`, {})).url).pathname,
    });
  },
  signIn: async ({ page, db }, use) => {
    await use(async (as, path = '/') => {
      const value = await buildSession(db, { role: 'owner', ...as });
      await page.context().addCookies([createSessionCookie(value)]);
      if (path !== null) await page.goto(path);
    });
  },
  openTenant: async ({ createTenant, signIn }, use) => {
    await use(async (spec, { account, role, path } = {}) => {
      const tenant = await createTenant(spec, account);
      const target = typeof path === 'function' ? path(tenant) : path;
      await signIn({ ...tenant, ...(role && { role }) }, target);
      return tenant;
    });
  },
});

/** Opens a page without JavaScript in a browser that is signed in, by default as an owner. Close its context. */
export async function openWithoutJavaScript(
  browser: Browser,
  db: Database,
  as: Partial<Parameters<typeof buildSession>[1]> & Pick<Parameters<typeof buildSession>[1], 'app'>,
): Promise<Page> {
  const value = await buildSession(db, { role: 'owner', ...as });
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.addCookies([createSessionCookie(value)]);
  return context.newPage();
}

function createSessionCookie(value: string) {
  const cookie = { name: sessionCookieName, value, domain: 'localhost', path: '/' };
  return { ...cookie, secure: true, httpOnly: true, sameSite: 'Lax' as const };
}

/** Returns the URL of a page of the app with this host name. Browsers resolve `*.localhost` to the loopback address. */
export function pageUrl(host: string, path = '/'): string {
  const url = new URL(path, process.env.BASE_URL);
  url.hostname = host;
  return url.href;
}

/** Collects violations of the Content-Security-Policy in the page and its frames, and uncaught errors. */
export async function collectCspViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeBinding('reportCspViolation', (_, message: string) => violations.push(message));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportCspViolation } = window as unknown as { reportCspViolation: (message: string) => void };
      reportCspViolation(
        `${location.pathname}: ${event.effectiveDirective} blocks ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  page.on('console', (message) => {
    if (/content.security.policy/i.test(message.text())) violations.push(message.text());
  });
  page.on('pageerror', (error) => {
    // React reports "Connection closed" (412) for a frame that navigates while its document loads.
    if (!error.message.includes('React error #412')) violations.push(error.message);
  });
  return violations;
}

export interface Host {
  origin: string;
}

/** Serves what `getPage` returns for a path, on an origin of its own, until the process ends. */
export async function startHost(
  getPage: (path: string) => string = () => '<!doctype html><title>Host</title>',
  hostname = '127.0.0.1',
  headers: Record<string, string> = {},
): Promise<Host> {
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(getPage(request.url ?? '/'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.unref();
  return { origin: `http://${hostname}:${port}` };
}

/** What Next's router sends for a link on the page of the history. */
export const routerHeaders = {
  rsc: '1',
  'next-router-state-tree': encodeURIComponent(
    '["",{"children":["history",{"children":["__PAGE__",{},null,null,0]},null,null,0]},null,null,16]',
  ),
  'next-url': '/history',
};

/** Without this digest of the headers, Next redirects. The first two are of requests that prefetch. */
const digest = createHash('sha256')
  .update(['0', '0', routerHeaders['next-router-state-tree'], routerHeaders['next-url']].join(','))
  .digest()
  .subarray(0, 12)
  .toString('base64url');

/** The path that the router requests for a page. */
export const toRouterPath = (path: string) => `${path}${path.includes('?') ? '&' : '?'}_rsc=${digest}`;
