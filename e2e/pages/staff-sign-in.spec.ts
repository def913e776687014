import { type BrowserContext, expect, type Page } from '@playwright/test';
import { makeId } from '@/lib/contract/ids';
import type { Database } from '@/lib/db/connection/client';
import {
  removeStaffSignIn,
  type StaffSignInSettings,
  setStaffSignIn,
} from '@/lib/domain/access/staff-sign-in-settings';
import { createSigningKey, startForgingIssuer } from '@/tools/testing/forging-issuer';
import { type OidcProvider, startOidcProvider } from '@/tools/testing/oidc-provider';
import { pageUrl, type Tenant, test } from '../fixtures';
import { checkPage } from './check-page';

const users = {
  pia: { name: 'Pia Product', groups: ['everyone', 'product-team'] },
  sam: { name: 'Sam Support', groups: 'support-team' },
  nora: { name: 'Nora Example', groups: ['everyone'] },
};

const callbackPath = '/sign-in/oidc/callback';
const attemptCookie = '__Host-app-versions-sign-in';
const sessionCookie = '__Host-app-versions';

let provider: OidcProvider | undefined;
test.afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

/** Has the staff of a tenant sign in at an issuer. */
async function setUp(
  db: Database,
  { app }: Tenant,
  issuer: string,
  changes: Partial<StaffSignInSettings> = {},
): Promise<void> {
  const client = { issuer, clientId: 'plans', clientSecret: null, scopes: ['groups'], roleClaim: 'groups' };
  const roles = { productValues: ['product-team'], supportValues: ['support-team'] };
  const owner = { db, makeId, now: () => new Date() };
  await setStaffSignIn(owner, app.id, { ...client, ...roles, ...changes }, null);
}

/** Starts a provider for a tenant, whose staff sign in there. */
async function openProvider(db: Database, tenant: Tenant): Promise<OidcProvider> {
  const redirectUri = pageUrl(tenant.app.host, callbackPath);
  const client = { client_id: 'plans', token_endpoint_auth_method: 'none' } as const;
  provider = await startOidcProvider(users, [{ ...client, redirect_uris: [redirectUri] }]);
  await setUp(db, tenant, provider.issuer);
  return provider;
}

const signInButton = (page: Page) => page.getByRole('link', { name: 'Sign in with your company account' });

/** Signs in on the page of the provider. */
async function logIn(page: Page, user: string): Promise<void> {
  await signInButton(page).click();
  await expect(page).toHaveTitle('Log in');
  await page.getByRole('button', { name: user }).click();
}

async function findCookie(context: BrowserContext, name: string) {
  return (await context.cookies()).find((cookie) => cookie.name === name);
}

async function expectProblem(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  expect(await findCookie(page.context(), sessionCookie)).toBeUndefined();
}

test('the product team signs in to the page that it opened, and signs out', async ({
  page,
  createTenant,
  db,
}) => {
  const tenant = await createTenant({ title: 'Larder' });
  const { host } = tenant.app;
  expect((await page.goto(pageUrl(host, '/catalog')))?.status()).toBe(404);
  await openProvider(db, tenant);
  await page.goto(pageUrl(host, '/catalog'));
  expect(page.url()).toBe(pageUrl(host, '/sign-in?path=%2Fcatalog'));
  await checkPage(page, { visible: page.getByRole('heading', { level: 1, name: 'Sign in' }), axe: true });
  await logIn(page, 'pia');
  await expect(page).toHaveURL(pageUrl(host, '/catalog'));
  await expect(page.getByText('Pia Product')).toBeVisible();
  const session = await findCookie(page.context(), sessionCookie);
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  // As any session, it lasts for twelve hours.
  expect(Math.round((Number(session?.expires) - Date.now() / 1000) / 3600)).toBe(12);
  expect(await findCookie(page.context(), attemptCookie)).toBeUndefined();
  await page.goto(pageUrl(host, '/audit'));
  const entries = page.getByRole('list', { name: 'Entries' });
  await expect(entries.getByText('Staff signed in', { exact: true })).toBeVisible();
  await expect(entries.getByText('Sign-in of staff set up', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(pageUrl(host, '/'));
  expect(await findCookie(page.context(), sessionCookie)).toBeUndefined();
  await page.goto(pageUrl(host, '/catalog'));
  await expect(signInButton(page)).toBeVisible();
});

test('support signs in, and sees the pages of support only', async ({ page, createTenant, db }) => {
  const tenant = await createTenant();
  const { host } = tenant.app;
  await openProvider(db, tenant);
  await page.goto(pageUrl(host, `/accounts/${tenant.account.id}`));
  await logIn(page, 'sam');
  await expect(page).toHaveURL(pageUrl(host, `/accounts/${tenant.account.id}`));
  await expect(page.getByRole('heading', { level: 1, name: tenant.account.title })).toBeVisible();
  expect((await page.goto(pageUrl(host, '/catalog')))?.status()).toBe(404);
});

test('a user without a role, and one who is denied, are not signed in', async ({
  page,
  createTenant,
  db,
}) => {
  const tenant = await createTenant();
  const { host } = tenant.app;
  await openProvider(db, tenant);
  await page.goto(pageUrl(host, '/sign-in'));
  await logIn(page, 'Deny');
  await expectProblem(page, 'You are not signed in');
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await logIn(page, 'nora');
  await expectProblem(page, 'You have no role here');
  await page.goto(pageUrl(host, '/accounts'));
  await expect(signInButton(page)).toBeVisible();
});

test('a response that was used, that another browser requested, or that came too late is rejected', async ({
  page,
  browser,
  createTenant,
  db,
}) => {
  const tenant = await createTenant();
  const { host } = tenant.app;
  await openProvider(db, tenant);
  const callbacks: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(callbackPath)) callbacks.push(request.url());
  });
  await page.goto(pageUrl(host, '/sign-in'));
  await logIn(page, 'pia');
  await expect(page.getByText('Pia Product')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(pageUrl(host, '/'));
  await page.goto(callbacks[0] ?? '');
  await expectProblem(page, 'This sign-in has expired');

  // This issuer does not lead back.
  const forger = await startForgingIssuer();
  await setUp(db, tenant, forger.issuer);
  let url = '';
  forger.intercept = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', forger.issuer);
    if (pathname !== '/auth') return false;
    const query = { code: searchParams.get('nonce') ?? '', state: searchParams.get('state') ?? '' };
    url = `${searchParams.get('redirect_uri')}?${new URLSearchParams(query)}`;
    response.writeHead(204).end();
    return true;
  };
  await page.goto(pageUrl(host, '/sign-in/oidc')).catch(() => {});
  await expect.poll(() => url).not.toBe('');
  const other = await (await browser.newContext()).newPage();
  await other.goto(url);
  await expectProblem(other, 'This sign-in has expired');
  await other.context().close();
  await page.goto(url.replace(/state=[^&]*/, 'state=other'));
  await expectProblem(page, 'This sign-in has expired');

  const cookie = await findCookie(page.context(), attemptCookie);
  const attempt = JSON.parse(Buffer.from(cookie?.value ?? '', 'base64url').toString());
  expect(Number(cookie?.expires) - Date.now() / 1000).toBeLessThan(601);
  const setAge = async (minutes: number) => {
    const content = { ...attempt, startedAt: attempt.startedAt - minutes * 60_000 };
    const value = Buffer.from(JSON.stringify(content)).toString('base64url');
    if (cookie) await page.context().addCookies([{ ...cookie, value }]);
  };
  await setAge(11);
  await page.goto(url);
  await expectProblem(page, 'This sign-in has expired');
  await setAge(9);
  await page.goto(url);
  await expect(page.getByText('Ada Adler')).toBeVisible();
  await forger.close();
});

test('the path is that of a page of this server, or is ignored', async ({ page, createTenant, db }) => {
  const tenant = await createTenant();
  const { host } = tenant.app;
  await openProvider(db, tenant);
  for (const path of ['https://evil.example', '//evil.example', '/enter?link=a', '/\\evil.example']) {
    await page.goto(pageUrl(host, `/sign-in?path=${encodeURIComponent(path)}`));
    await signInButton(page).click();
    await page.waitForURL(/login|\/$/);
    if ((await page.title()) === 'Log in') await page.getByRole('button', { name: 'pia' }).click();
    await expect(page).toHaveURL(pageUrl(host, '/'));
  }
});

test('a token is accepted with a new key of the issuer, and rejected with a foreign one or a wrong nonce', async ({
  page,
  createTenant,
  db,
}) => {
  const tenant = await createTenant();
  const start = pageUrl(tenant.app.host, '/sign-in/oidc');
  const real = await openProvider(db, tenant);
  await page.goto(pageUrl(tenant.app.host, '/sign-in'));
  await logIn(page, 'pia');
  await expect(page.getByText('Pia Product')).toBeVisible();
  await real.rotateKey();
  await page.context().clearCookies();
  await page.goto(pageUrl(tenant.app.host, '/sign-in'));
  await logIn(page, 'sam');
  await expect(page.getByText('Sam Support')).toBeVisible();

  const forger = await startForgingIssuer();
  await setUp(db, tenant, forger.issuer);
  await page.context().clearCookies();
  const problem = 'You are not signed in';
  forger.forge = (claims) => ({ ...claims, nonce: 'other' });
  await page.goto(start);
  await expectProblem(page, problem);
  forger.forge = (claims) => ({ ...claims, aud: 'other' });
  await page.goto(start);
  await expectProblem(page, problem);
  forger.forge = (claims) => claims;
  const own = forger.key;
  forger.key = await createSigningKey('first');
  await page.goto(start);
  await expectProblem(page, problem);
  forger.key = own;
  await page.goto(start);
  await expect(page.getByText('Ada Adler')).toBeVisible();
  await forger.close();
});

test('without the provider, the sign-in ends with a page that says so', async ({
  page,
  createTenant,
  db,
}) => {
  const tenant = await createTenant();
  const { host } = tenant.app;
  const forger = await startForgingIssuer();
  await setUp(db, tenant, forger.issuer);
  // The metadata are known. The token endpoint is not reached.
  forger.intercept = ({ url }, response) => {
    if (url !== '/token') return false;
    response.writeHead(503).end();
    return true;
  };
  await page.goto(pageUrl(host, '/sign-in/oidc'));
  await expectProblem(page, 'Sign-in is temporarily unavailable');
  await forger.close();
  await setUp(db, tenant, 'http://127.0.0.1:1');
  await page.goto(pageUrl(host, '/sign-in'));
  for (const [language, lang, heading] of [
    ['Deutsch', 'de', 'Die Anmeldung ist zurzeit nicht möglich'],
    ['العربية', 'ar', 'تسجيل الدخول غير متاح مؤقتًا'],
  ] as const) {
    await page.getByRole('button', { name: language }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await page.getByRole('main').getByRole('link').first().click();
    await expectProblem(page, heading);
    await checkPage(page, { axe: true });
    await page.goBack();
  }
});

test('the sign-in page has the button as soon as it is set up, and until it is removed', async ({
  page,
  createTenant,
  db,
}) => {
  const tenant = await createTenant();
  const url = pageUrl(tenant.app.host, '/sign-in');
  await page.goto(url);
  await expect(signInButton(page)).toBeHidden();
  await setUp(db, tenant, 'http://127.0.0.1:1');
  await page.goto(url);
  await expect(signInButton(page)).toBeVisible();
  await removeStaffSignIn({ db, makeId, now: () => new Date() }, tenant.app.id);
  await page.goto(url);
  await expect(signInButton(page)).toBeHidden();
  await page.goto(pageUrl(tenant.app.host, '/sign-in/oidc'));
  await expect(page).toHaveURL(url);
});
