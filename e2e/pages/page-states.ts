import { type BrowserContext, expect, type Locator, type Page, type Route } from '@playwright/test';
import type { Database } from '@/lib/db/connection/client';
import type { AppSpec, BuiltApp } from '@/prisma/factories/build-app';
import { simulatedFailure } from '@/tools/testing/test-server';
import { type Fixtures, type Tenant, test } from '../fixtures';
import { checkPage } from './check-page';

/** The states that every page is tested in. */
type PageState =
  | 'loading'
  | 'empty'
  | 'error and retry'
  | 'refetch failed'
  | 'offline'
  | 'visitor'
  | 'member'
  | 'owner'
  | 'product'
  | 'retired plan'
  | 'blocked switch'
  | 'stale dialog'
  | 'unknown outcome';

export interface PageStateContext extends Omit<Fixtures, 'catalog'> {
  page: Page;
  context: BrowserContext;
  db: Database;
  /** Runs `checkPage`. `assertContent` asserts that the page is in the expected state; it is called at each width. */
  check: (assertContent: () => Promise<void>) => Promise<void>;
}

/** Brings a page into a state as it happens in production, checks the page and, if the state can be left, leaves it. */
type PageStateTest = (context: PageStateContext) => Promise<void>;

/** The state that axe also checks without `--full`: an owner on a plan with all kinds of content. */
const axeState: PageState = 'retired plan';

/** The states that are tested without `--full`: on `/` also those of a visitor and an owner. */
const quickStates: PageState[] = [axeState, 'unknown outcome'];
const quickPlansStates: PageState[] = [...quickStates, 'visitor', 'owner'];

/** Defines one test per state. A string states why the page cannot be in that state, or which test includes it. */
export function testPageStates(name: string, tests: Record<PageState, PageStateTest | string>): void {
  for (const [state, testState] of Object.entries(tests)) {
    if (typeof testState === 'string') continue;
    const isQuick = (name === '/' ? quickPlansStates : quickStates).includes(state as PageState);
    const title = `${name}, ${state}: accessibility, layout and content`;
    test(title, { tag: isQuick ? [] : '@full' }, async ({
      page,
      context,
      db,
      createTenant,
      signIn,
      openTenant,
    }) => {
      const check = (assertContent: () => Promise<void>) =>
        checkPage(page, { assertContent, axe: state === axeState });
      await testState({ page, context, db, createTenant, signIn, openTenant, check });
    });
  }
}

/** Used by all states: plans with add-ons, a price on request, a retired plan and a plan that is not public. */
export const catalog = {
  features: 6,
  versions: [
    {
      title: 'Basic',
      fee: 500,
      features: [1, 2],
      optional: [{ feature: 4, userFee: 300, addOn: 'Audit pack' }],
    },
    { title: 'Pro', fee: 2000, userFee: 800, features: [1, 2, 3], moreInfo: 'Priority mail|Your own person' },
    { title: 'Enterprise', fee: null, features: [1, 2, 3, 4, 5] },
    {
      title: 'Legacy',
      fee: 100,
      active: false,
      features: [1],
      optional: [{ feature: 2, fee: 200, addOn: 'Second pack' }],
    },
    { title: 'Unreleased', fee: 9900, public: false, features: [1, 2, 3, 4, 5, 6] },
  ],
  groupOf: (feature) => (feature < 4 ? 'Core' : 'More'),
} satisfies AppSpec;

/** Second argument of `createTenant`: puts the account on the version with this title. */
export const onVersion = (title: string) => (app: BuiltApp) => ({ history: [findVersion({ app }, title)] });

export function findVersion({ app }: Pick<Tenant, 'app'>, title: string) {
  const version = app.versions.find((each) => each.title === title);
  if (!version) throw new Error(`No version is called ${title}.`);
  return version;
}

/**
 * Makes every read of a table for this app fail. Other apps and the worker are not affected. Call it before the page is opened,
 * because the server caches what it has read. Returns a function that restores the reads.
 */
export async function failReads(
  db: Database,
  { app }: { app: { id: string } },
  table:
    | 'features'
    | 'version_snapshots'
    | 'webhook_endpoints'
    | 'accounts'
    | 'audit_entries'
    | 'catalog_editions',
): Promise<() => Promise<unknown>> {
  const name = `fails_${app.id}`;
  await db.$executeRawUnsafe(
    `CREATE POLICY "${name}" ON "${table}" AS RESTRICTIVE FOR SELECT
      USING (CASE WHEN current_setting('tenant.app_id', true) = '${app.id}'
        THEN ('${simulatedFailure} ' || app_id)::int = 0 ELSE true END)`,
  );
  return () => db.$executeRawUnsafe(`DROP POLICY "${name}" ON "${table}"`);
}

/** Leaves the browser's API requests without a response. Returns a function that sends them. */
export async function stallResponses(page: Page, path = '/api/**'): Promise<() => Promise<void>> {
  const stalled: Route[] = [];
  let isStalled = true;
  await page.route(`**${path}`, (route) => (isStalled ? void stalled.push(route) : route.continue()));
  return async () => {
    isStalled = false;
    await Promise.all(stalled.map((route) => route.continue()));
    await page.unroute(`**${path}`);
  };
}

/**
 * Fails the API requests of the browser and makes the page refetch, as it does when another tab has changed the account.
 * Returns the notice that shows the age of the data.
 */
async function failRefetch(page: Page): Promise<Locator> {
  const staleNotice = page.getByRole('status').filter({ hasText: /Last updated \d\d:\d\d\. Retry/ });
  await page.route('**/api/**', (route) => route.abort('connectionreset'));
  await announceChange(page, () => expect(staleNotice).toBeVisible({ timeout: 3000 }));
  return staleNotice;
}

/** Announces a change by another tab. Repeated, because the page does not receive messages before it is hydrated. */
async function announceChange(page: Page, assertReceived: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.evaluate(() =>
      new BroadcastChannel('app-versions').postMessage({ senderTabId: 'another tab' }),
    );
    await assertReceived();
  }).toPass();
}

/** Checks the page while its data is loading and after that has failed, and retries. */
export async function checkFailedLoad(
  { page, db, createTenant, signIn, check }: PageStateContext,
  expected: { path: string; table: Parameters<typeof failReads>[2]; message: string; content: Locator },
): Promise<void> {
  const tenant = await createTenant(catalog);
  const restore = await failReads(db, tenant, expected.table);
  const release = await stallResponses(page);
  await signIn(tenant, expected.path);
  await check(async () => {
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveAttribute('aria-busy', 'true');
    await expect(expected.content).toHaveCount(0);
  });
  await release();
  await check(() => expect(page.getByRole('main').getByRole('alert')).toContainText(expected.message));
  await restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(expected.content).toBeVisible();
}

/** Opens a page that the server can't render, and checks the error. */
export async function checkErrorPage(page: Page, path: string): Promise<void> {
  expect((await page.goto(path))?.status()).toBe(500);
  await checkPage(page, { visible: page.getByRole('heading', { name: 'This page didn’t load' }) });
}

/** Opens a page that the server can't render, checks the error, and retries. */
export async function checkFailedPage(
  page: Page,
  expected: Pick<PageStateContext, 'db'> & {
    tenant: { app: { id: string } };
    table: Parameters<typeof failReads>[2];
    path: string;
    content: Locator;
  },
): Promise<void> {
  const restore = await failReads(expected.db, expected.tenant, expected.table);
  await checkErrorPage(page, expected.path);
  await restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(expected.content).toBeVisible();
}

/** Checks that the page keeps its content when a refetch fails, and retries. */
export async function checkFailedRefetch(
  { page, check }: Pick<PageStateContext, 'page' | 'check'>,
  content: Locator,
): Promise<void> {
  const staleNotice = await failRefetch(page);
  await check(async () => {
    await expect(staleNotice).toBeVisible();
    await expect(content).toBeVisible();
  });
  await page.unrouteAll();
  await staleNotice.getByRole('button', { name: 'Retry' }).click();
  await expect(staleNotice).toHaveCount(0);
}

/** Checks that a page that the server renders keeps its content when the server is not reachable after a change elsewhere. */
export async function checkUnreachable(
  { page, check }: Pick<PageStateContext, 'page' | 'check'>,
  content: Locator,
): Promise<void> {
  await page.route('**/api/**', (route) => route.abort('connectionreset'));
  await announceChange(page, () =>
    expect(page.getByText('Your plan was switched elsewhere.')).toBeVisible({ timeout: 3000 }),
  );
  await check(() => expect(content).toBeVisible());
  await page.unrouteAll();
}

/** Disconnects the browser from the network once the page is hydrated. */
export async function goOffline({ page, context }: { page: Page; context: BrowserContext }): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  );
  await context.setOffline(true);
}
