import { expect, type Page } from '@playwright/test';
import { withTenant } from '@/lib/db/connection/tenant';
import type { AppSpec, BuiltApp } from '@/prisma/factories/build-app';
import { type Tenant, test } from '../fixtures';
import { stallResponses } from './page-states';

const versionSpecs = [
  { title: 'Basic', fee: 500, features: [1, 2] },
  { title: 'Pro', fee: 2000, features: [2, 3, 4] },
];

const getDialog = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: `Switch to ${title}?` });

/** Lists the titles of the history entries, newest first. */
async function listHistoryTitles(page: Page): Promise<string[]> {
  const response = await page.request.get('/api/account/versions');
  return (await response.json()).payload.map(({ title }: { title: string }) => title);
}

/** Sends a request of the page's session. */
async function postAsPage(page: Page, path: string, data: object): Promise<void> {
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const response = await page.request.post(`/api${path}`, { data, headers });
  expect(response.status()).toBe(200);
}

async function updateFee(db: Parameters<typeof withTenant>[0], { app }: Tenant, index: number, fee: number) {
  const id = app.versions[index]?.id ?? '';
  await withTenant(db, { appId: app.id }, (queries) =>
    queries.version.update({ where: { appId_id: { appId: app.id, id } }, data: { fee } }),
  );
}

test('the dialog lists lost features first, and records a switch once', async ({ page, openTenant }) => {
  await openTenant({ versions: versionSpecs, features: 4 });
  await page.getByRole('button', { name: 'Switch to Pro' }).click();
  const dialog = getDialog(page, 'Pro');
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/switch=ver_/);
  await expect(dialog.getByRole('button', { name: 'Keep Basic' })).toBeFocused();
  await expect(dialog).toContainText('You lose 1 feature');
  await expect(dialog).toContainText('You gain 2 features');
  const text = ((await dialog.textContent()) ?? '').replaceAll(/\s+/g, ' ');
  expect(text.indexOf('You lose')).toBeLessThan(text.indexOf('You gain'));
  expect(text).toContain('$15');
  await expect(dialog).toHaveAccessibleDescription(
    '$20 a month instead of $5 (+$15). Current plan: Basic. Takes effect immediately. Acme bills you. ' +
      'Features lost: 1. Features gained: 2.',
  );
  // A click outside the dialog does not close it.
  await page.mouse.click(5, 400);
  await dialog.getByLabel('Reason (optional)').fill(' New kitchen ');
  await dialog.getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Switch to Basic' })).toBeVisible();
  expect(await listHistoryTitles(page)).toEqual(['Pro', 'Basic']);
  await page.getByRole('link', { name: 'View history' }).click();
  await expect(page.locator('q')).toHaveText('New kitchen');
});

test('on a phone, losses and gains come before the receipt and the controls', async ({
  page,
  openTenant,
}) => {
  const versions = [
    { title: 'Basic', userFee: 500, annualUserFee: 5000, features: [1, 7, 8, 9] },
    { title: 'Pro', userFee: 2000, annualUserFee: 20_000, features: [1, 2, 3, 4, 5, 6] },
  ];
  const account = ({ versions: built }: BuiltApp) => ({ history: built.slice(1), users: 8 });
  await page.setViewportSize({ width: 390, height: 844 });
  await openTenant({ versions, features: 9 }, { account });
  await page.getByRole('button', { name: /to Basic$/ }).click();
  const dialog = getDialog(page, 'Basic');
  const losses = dialog.getByRole('region', { name: 'You lose 5 features' });
  await expect(losses).toBeInViewport({ ratio: 1 });
  const order = [
    losses,
    dialog.getByRole('table'),
    dialog.getByRole('spinbutton'),
    dialog.getByRole('group', { name: 'When' }),
  ];
  const tops = await Promise.all(order.map(async (each) => (await each.boundingBox())?.y));
  expect(tops).toEqual(tops.toSorted((a = 0, b = 0) => a - b));
});

test('after scrolling, the confirmation is in view', async ({ page, request, createTenant, signIn }) => {
  const titles = Array.from({ length: 12 }, (_, index) => `Plan ${index + 1}`);
  const optional = [1, 2].map((feature) => ({ feature, fee: 850, addOn: `Pack ${feature}` }));
  const versions = titles.map((title, index) => ({ title, fee: 900, optional: index === 0 ? optional : [] }));
  const tenant = await createTenant({ versions });
  const headers = { Authorization: `Bearer ${await tenant.key()}` };
  for (const { id } of tenant.app.addOns) {
    const data = { active: true };
    const response = await request.post(`/api/account/optional-features/${id}`, { headers, data });
    expect(response.status()).toBe(200);
  }
  await signIn(tenant);
  await page.getByRole('button', { name: /to Plan 12$/ }).click();
  const dialog = getDialog(page, 'Plan 12');
  await dialog.getByRole('button', { name: 'Switch to Plan 12' }).click();
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'You’re on Plan 12: $9 a month instead of $26 (−$17). 2 add-ons ended.' });
  await expect(notice).toBeFocused();
  // Back restores the scroll position of the button.
  await expect(page).not.toHaveURL(/switch=/);
  await expect(notice).toBeInViewport({ ratio: 1 });
});

test('a price per member has a number of members and a total', async ({ page, openTenant }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const versions = [
    { title: 'Basic', userFee: 500, userFeeUnit: 'member', annualUserFee: 4800, features: [1] },
    {
      title: 'Pro',
      fee: 2000,
      userFee: 800,
      userFeeUnit: 'member',
      annualFee: 19_200,
      annualUserFee: 7800,
      features: [1, 2],
    },
  ];
  await openTenant({ versions, features: 2 }, { account: () => ({ users: 8 }) });
  await expect(page.getByRole('listitem', { name: 'Pro' })).toContainText('For 8 members$84 / month');
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  const dialog = getDialog(page, 'Pro');
  await expect(dialog).toContainText('$84 a month instead of $40, for 8 members (+$44).');
  await expect(dialog.getByRole('row').filter({ visible: true })).toHaveText([
    'NowBasicAfterPro',
    'Plan–$20',
    '8 members$408 × $5$648 × $8',
    'Total per monthFor 8 members$40$84',
    'Difference+$44',
  ]);
  await dialog.getByRole('radio', { name: 'Annual' }).check();
  await dialog.getByRole('spinbutton', { name: 'Members' }).fill('2');
  await expect(dialog.getByRole('row')).toHaveText([
    'NowBasicBilled monthlyAfterProBilled annually',
    'Plan–$192',
    // The account has 8 members until the switch.
    'members$4808 × $60$1562 × $78',
    'Total per year$480$348',
    'Per month$40$29',
    'Difference−$132',
  ]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listitem', { name: 'Pro' })).toContainText(
    'For 2 members$29 / month$348 / year',
  );
});

test('the dialog keeps its height when the changes are loaded', async ({ page, openTenant }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await openTenant(limitSpec);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/preview?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  const dialog = getDialog(page, 'Pro');
  await expect(dialog).toContainText('$20 a month instead of $5 (+$15).');
  const getHeight = async () => (await dialog.boundingBox())?.height ?? 0;
  const before = await getHeight();
  release();
  await expect(dialog.getByRole('region', { name: 'You gain 2 features' })).toBeVisible();
  expect(Math.abs((await getHeight()) - before)).toBeLessThanOrEqual(1);
});

test('a link to an unknown plan says that it doesn’t exist', async ({ page, openTenant }) => {
  await openTenant({ versions: versionSpecs, features: 4 }, { path: '/?switch=ver_unknown' });
  const dialog = page.getByRole('alertdialog', { name: 'This plan doesn’t exist' });
  await expect(dialog).toHaveAccessibleDescription(/the link is wrong/);
  await expect(dialog.getByRole('button')).toHaveText(['Close']);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
});

const limitSpec: AppSpec = {
  versions: [
    {
      title: 'Basic',
      fee: 500,
      features: [1, 2, 3],
      amounts: { 1: 1, 2: 20 },
      optional: [{ feature: 4, fee: 300 }],
    },
    { title: 'Pro', fee: 2000, features: [1, 2, 3, 4, 5], amounts: { 1: 5, 2: 'unlimited', 5: 3 } },
  ],
  features: ['Members', 'Guides', 'Alerts', 'Audit log', 'Sites'],
  units: { 1: { unit: 'person' }, 2: { unit: 'guide' }, 5: { unit: 'site' } },
};

test('the dialog lists higher and lower limits apart', async ({ page, openTenant }) => {
  await openTenant(limitSpec);
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  const upgrade = getDialog(page, 'Pro');
  await expect(upgrade).toHaveAccessibleDescription(
    /Features lost: 0\. Features gained: 2\. Higher limits: 2\.$/,
  );
  const gained = upgrade.getByRole('region', { name: 'You gain 2 features' });
  await expect(gained.getByRole('list').first().getByRole('listitem')).toHaveText([
    'Audit logWas an add-on, now included',
    'Sites3 sites',
  ]);
  await expect(gained).toContainText('Higher limits');
  await expect(gained.getByRole('list').last().getByRole('listitem')).toHaveText([
    'Members1 → 5 people',
    'Guides20 guides → Unlimited',
  ]);
  await expect(upgrade).toContainText('1 feature stays the same.');
});

test('a switch needs only the keyboard, and keeps the focus', async ({ page, openTenant }) => {
  await openTenant({ versions: versionSpecs, features: 4 });
  await expect(page.getByText(/Your plan:/)).toBeVisible();
  // Count the animation frames in which no element has the focus.
  const upgrade = page.getByRole('button', { name: 'Switch to Pro' });
  await page.keyboard.press('Tab');
  await page.evaluate(() => {
    window.framesWithoutFocus = 0;
    const countFrame = () => {
      if (document.activeElement === document.body) window.framesWithoutFocus += 1;
      requestAnimationFrame(countFrame);
    };
    requestAnimationFrame(countFrame);
  });
  for (
    let presses = 0;
    presses < 40 && !(await upgrade.evaluate((element) => element === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(upgrade).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(getDialog(page, 'Pro').getByRole('button', { name: 'Keep Basic' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(getDialog(page, 'Pro')).toHaveCount(0);
  await expect(upgrade).toBeFocused();
  await page.keyboard.press('Enter');
  const confirm = getDialog(page, 'Pro').getByRole('button', { name: 'Switch to Pro' });
  await expect(confirm).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  const done = page.getByRole('status').filter({ hasText: 'You’re on Pro' });
  await expect(done).toBeFocused();
  await expect(page.getByRole('button', { name: 'Switch to Basic' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(done.getByRole('button', { name: 'Undo' })).toBeFocused();
  expect(await page.evaluate(() => window.framesWithoutFocus)).toBe(0);
});

test('a price that changed is confirmed again', async ({ page, openTenant, db }) => {
  const tenant = await openTenant({ versions: versionSpecs, features: 4 });
  await page.getByRole('button', { name: 'Switch to Pro' }).click();
  const dialog = getDialog(page, 'Pro');
  await expect(dialog).toContainText('$20');
  // Until the preview has loaded, the price comes from the list.
  await expect(dialog.locator('[aria-busy]')).toHaveCount(0);
  await updateFee(db, tenant, 1, 3000);
  await dialog.getByRole('button', { name: 'Switch to Pro', exact: true }).click();
  await expect(dialog).toContainText('A price has changed.');
  await expect(dialog).toContainText('$30');
  expect(await listHistoryTitles(page)).toEqual(['Basic']);
  await dialog.getByRole('button', { name: 'Yes, switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
});

test('after a lost response, the request is sent again with its key', async ({ page, openTenant }) => {
  await openTenant({ versions: versionSpecs, features: 4 });
  const sent: (string | undefined | null)[][] = [];
  await page.route('**/api/app/versions', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.fallback();
    sent.push([request.headers()['idempotency-key'], request.headers()['if-match'], request.postData()]);
    const response = await route.fetch();
    await (sent.length > 1 ? route.fulfill({ response }) : route.abort('connectionreset'));
  });
  await page.getByRole('button', { name: 'Switch to Pro' }).click();
  await getDialog(page, 'Pro').getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(await listHistoryTitles(page)).toEqual(['Pro', 'Basic']);
});

test('a request that did not reach the server can be repeated', async ({ page, openTenant }) => {
  await openTenant({ versions: versionSpecs, features: 4 });
  let refuseConnections = true;
  await page.route('**/api/app/versions', (route) =>
    refuseConnections && route.request().method() === 'POST'
      ? route.abort('connectionrefused')
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Switch to Pro' }).click();
  const dialog = getDialog(page, 'Pro');
  await page.setViewportSize({ width: 390, height: 480 });
  await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await dialog.getByRole('button', { name: 'Switch to Pro' }).click();
  const notice = dialog.getByText('We don’t know yet whether the switch worked');
  await expect(
    dialog.getByText('If you try again, the request is still carried out only once.'),
  ).toBeInViewport({ ratio: 1 });
  // What is sent again is the same.
  await expect(notice).toBeVisible();
  await expect(dialog.getByLabel('Reason (optional)')).toHaveAttribute('readonly');
  refuseConnections = false;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  expect(await listHistoryTitles(page)).toEqual(['Pro', 'Basic']);
});

test('slow pages and dialogs show that they load', { tag: '@full' }, async ({ page, openTenant }) => {
  const optional = [{ feature: 4, addOn: 'Alerts', fee: 300 }];
  await openTenant({ versions: [{ ...versionSpecs[0], optional }, versionSpecs[1]!], features: 4 });
  await page.waitForLoadState('networkidle');
  let release = await stallResponses(page, '/_next/static/**');
  await page.getByRole('button', { name: 'Switch to Pro' }).click({ noWaitAfter: true });
  await expect(page.getByRole('status').getByText('Loading', { exact: true })).toBeVisible();
  await release();
  await getDialog(page, 'Pro').getByRole('button', { name: 'Keep Basic' }).click();
  await page.goto('/optional-features');
  await page.waitForLoadState('networkidle');
  release = await stallResponses(page, '/_next/static/**');
  await page.getByRole('button', { name: 'Turn on Alerts' }).click({ noWaitAfter: true });
  await expect(page.getByRole('status').getByText('Loading', { exact: true })).toBeVisible();
  await release();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  release = await stallResponses(page, '/history?_rsc=*');
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('status').getByText('Loading', { exact: true })).toBeAttached();
  await release();
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
});

test('a switch that ends while the user opens another address does not hold them back', async ({
  page,
  openTenant,
}) => {
  await openTenant({ versions: versionSpecs, features: 4 });
  await page.getByRole('button', { name: 'Switch to Pro' }).click();
  const dialog = getDialog(page, 'Pro');
  await expect(dialog.getByRole('button', { name: 'Switch to Pro' })).toBeEnabled();
  // Locators wait for the page that is opened.
  const closed = new Promise<void>((resolve) => page.exposeFunction('reportClosed', resolve));
  await dialog.evaluate((element) => {
    const { reportClosed } = window as unknown as { reportClosed: () => void };
    new MutationObserver(() => element.isConnected || reportClosed()).observe(document.body, {
      childList: true,
      subtree: true,
    });
  });
  const release = await stallResponses(page, '/api/app/versions');
  const openHistory = await stallResponses(page, '/history');
  await dialog.getByRole('button', { name: 'Switch to Pro' }).click();
  const requested = page.waitForRequest('**/history');
  const opened = page.goto('/history').then(
    () => 'opened',
    (error: Error) => error.message,
  );
  await requested;
  await release();
  await closed;
  await openHistory();
  expect(await opened).toBe('opened');
  expect(await listHistoryTitles(page)).toEqual(['Pro', 'Basic']);
  // The address of the dialog is not left behind.
  await page.goBack();
  await expect(page.getByText(/Your plan: *Pro/)).toBeVisible();
  await expect(page).not.toHaveURL(/switch=/);
});

test('a switch updates other tabs', async ({ page, context, openTenant }) => {
  await openTenant({ versions: versionSpecs, features: 4 });
  const otherTab = await context.newPage();
  await otherTab.goto('/');
  await expect(otherTab.getByText(/Your plan: *Basic/)).toBeVisible();
  await page.getByRole('button', { name: 'Switch to Pro' }).click();
  await getDialog(page, 'Pro').getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  await expect(otherTab.getByText(/Your plan: *Pro/)).toBeVisible();
  await expect(otherTab.getByRole('button', { name: 'Switch to Basic' })).toBeVisible();
});

test('an undo restores plan, add-ons and period', async ({ page, openTenant, db }) => {
  const [basic, pro] = versionSpecs;
  const optional = [
    { feature: 3, addOn: 'Shopping', fee: 300, annualFee: 3000 },
    { feature: 4, addOn: 'Printing', fee: 200 },
  ];
  const tenant = await openTenant({
    versions: [
      { ...basic, annualFee: 5000, optional },
      { ...pro, features: [2] },
    ],
    features: 4,
  });
  const post = (path: string, data: object) => postAsPage(page, path, data);
  await post('/app/versions', { version_id: tenant.app.versions[0]?.id, billing_period: 'year' });
  for (const { id } of tenant.app.addOns) await post(`/account/optional-features/${id}`, { active: true });
  await page.reload();
  await page.getByRole('button', { name: 'Switch to Pro' }).click();
  await getDialog(page, 'Pro').getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  // Also to a plan that is no longer offered.
  await withTenant(db, { appId: tenant.app.id }, (queries) =>
    queries.version.updateMany({ where: { id: tenant.app.versions[0]?.id ?? '' }, data: { active: false } }),
  );

  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click();
  const dialog = page.getByRole('alertdialog', { name: 'Undo the switch to Pro?' });
  await expect(dialog).toContainText('$104 a year instead of $240 (−$136).');
  await expect(dialog.getByRole('region', { name: 'You return to' }).getByRole('listitem')).toHaveText([
    'Basic$50 / year',
    'Shopping$30 / year',
    'Printing$2 / month',
    'Billed annually',
  ]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(undo).toBeFocused();

  await page.getByRole('link', { name: 'View history' }).click();
  await page.getByRole('link', { name: 'Undo' }).click();
  await dialog.getByRole('button', { name: 'Undo the switch' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'You’re on Basic' })).toBeFocused();
  await page.getByRole('link', { name: 'View history' }).click();
  await expect(page.getByText('Undid the switch to Pro')).toBeVisible();
  await expect(page.getByText('Shopping turned on again by the undo')).toBeVisible();
  const total = await (await page.request.get('/api/app/optional-features')).json();
  expect(total.data.total).toMatchObject({ billing_period: 'year', amount: 5400 });
});

test('a day or a change ends the undo', { tag: '@full' }, async ({ page, createTenant, signIn }) => {
  const optional = [{ feature: 1, addOn: 'Shopping', fee: 300 }];
  const tenant = await createTenant({
    versions: [versionSpecs[0]!, { ...versionSpecs[1], optional }],
    features: 4,
  });
  await page.clock.install();
  await signIn(tenant);
  await page.getByRole('button', { name: 'Switch to Pro' }).click();
  await getDialog(page, 'Pro').getByRole('button', { name: 'Switch to Pro' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await page.clock.fastForward('24:00:00');
  await expect(undo).toHaveCount(0);
  await page.clock.setSystemTime(new Date());
  await page.goto('/history');
  const link = page.getByRole('link', { name: 'Undo' });
  const href = (await link.getAttribute('href')) ?? '';
  await postAsPage(page, `/account/optional-features/${tenant.app.addOns[0]?.id}`, { active: true });
  await page.reload();
  await expect(page.getByText('Upgraded from Basic')).toBeVisible();
  await expect(link).toHaveCount(0);
  await page.goto(href);
  const dialog = page.getByRole('alertdialog', { name: 'Undo the switch to Pro?' });
  await expect(dialog).toContainText('This switch can’t be undone');
  await expect(dialog).toContainText(
    'Your plan or an add-on has changed since this switch. Choose a plan instead.',
  );
  await expect(dialog.getByRole('button')).toHaveText(['Close']);
});

test('a switch elsewhere appears within ten seconds', async ({ page, browser, createTenant, signIn }) => {
  const tenant = await createTenant({ versions: versionSpecs, features: 4 });
  await page.clock.install();
  await signIn({ ...tenant, role: 'member', name: 'Mo Member' }, '/history');
  const entries = page.getByRole('list', { name: 'Changes, newest first' }).locator(':scope > li');
  await expect(entries).toHaveCount(1);
  let pageLoads = 0;
  page.on('domcontentloaded', () => {
    pageLoads += 1;
  });

  const otherContext = await browser.newContext();
  const switchTo = async (title: string) => {
    const id = tenant.app.versions.find((version) => version.title === title)?.id;
    const response = await otherContext.request.post(
      new URL('/api/app/versions', process.env.BASE_URL).href,
      {
        headers: { Authorization: `Bearer ${await tenant.key()}` },
        data: { version_id: id },
      },
    );
    expect(response.status()).toBe(200);
  };
  await switchTo('Pro');
  // The page polls every ten seconds once it is hydrated.
  await expect(async () => {
    await page.clock.runFor(10_500);
    await expect(entries).toHaveCount(2, { timeout: 1000 });
  }).toPass();
  await expect(page.getByText('Your plan was switched elsewhere.')).toBeVisible();

  await switchTo('Basic');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(entries).toHaveCount(3);
  expect(pageLoads).toBe(0);
  await otherContext.close();
});

test('live updates load late, and again after a failure', async ({ page, createTenant, signIn }) => {
  const tenant = await createTenant({ versions: versionSpecs, features: 4 });
  await page.clock.install();
  await signIn(tenant);
  await page.waitForLoadState('networkidle');
  const id = tenant.app.versions.find(({ title }) => title === 'Pro')?.id;
  const status = await page.evaluate(async (version_id) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ version_id });
    return (await fetch('/api/app/versions', { method: 'POST', headers, body })).status;
  }, id);
  expect(status).toBe(200);
  const blocked: string[] = [];
  await page.route('**/_next/static/**', (route) => {
    blocked.push(route.request().url());
    return route.abort('connectionreset');
  });
  await page.clock.runFor(9000);
  expect(blocked).toEqual([]);
  await page.clock.runFor(1500);
  await expect.poll(() => blocked.length).toBeGreaterThan(0);
  await expect(page.getByText('Your plan: Basic')).toBeVisible();
  await page.unrouteAll();
  await page.clock.runFor(10_500);
  await expect(page.getByText('Your plan was switched elsewhere.')).toBeVisible();
  await expect(page.getByText('Your plan: Pro')).toBeVisible();
});

declare global {
  interface Window {
    framesWithoutFocus: number;
  }
}
