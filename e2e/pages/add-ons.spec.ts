import { expect, type Page } from '@playwright/test';
import { makeId } from '@/lib/contract/ids';
import type { Database } from '@/lib/db/connection/client';
import { createAccount } from '@/lib/domain/accounts/accounts';
import { parsePriceList } from '@/lib/price-list/parse/parse-price-list';
import { publishPriceList } from '@/lib/price-list/publish/publish-price-list';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { type Fixtures, pageUrl, test } from '../fixtures';
import { checkPage } from './check-page';
import {
  catalog,
  checkFailedPage,
  checkUnreachable,
  goOffline,
  onVersion,
  stallResponses,
  testPageStates,
} from './page-states';

const versions = [
  {
    title: 'Basic',
    fee: 500,
    features: [1],
    optional: [
      { feature: 2, fee: 300, addOn: 'Audit pack' },
      { feature: 3, userFee: 150, addOn: 'Seats plus' },
      { feature: 4, addOn: 'On-site day' },
    ],
  },
  {
    title: 'Pro',
    fee: 2000,
    features: [1, 2, 4],
    optional: [
      { feature: 3, userFee: 100, addOn: 'Seats plus' },
      { feature: 5, fee: 900, addOn: 'Archive' },
    ],
  },
];

const path = '/optional-features';

const addOn = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
/** Invisible decimals of whole amounts, in a column with `$9.50`. */
const padding = '.50';
const dialogOf = (page: Page) => page.getByRole('alertdialog');

test('an owner turns add-ons on and off', async ({ page, openTenant }) => {
  await openTenant({
    versions,
    features: 5,
    contactUrl: 'mailto:sales@host.example',
  });
  await page.getByRole('link', { name: 'Add-ons for your plan' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Available for Basic',
    'With other plans',
  ]);
  await expect(addOn(page, 'Seats plus')).toContainText('$1.50 per user / month');
  // Blockers name the reason and the way forward.
  await expect(
    addOn(page, 'On-site day').getByRole('link', { name: /Contact us.*On-site day/ }),
  ).toBeVisible();
  await expect(addOn(page, 'Archive')).toContainText('Available with');
  await expect(addOn(page, 'Archive').getByRole('link', { name: 'Pro' })).toHaveAttribute(
    'href',
    /switch=ver_/,
  );

  // The dialog, by keyboard. Cancel has the focus, and Esc returns it to the button.
  const turnOn = addOn(page, 'Audit pack').getByRole('button', { name: 'Turn on Audit pack' });
  await turnOn.press('Enter');
  const dialog = dialogOf(page);
  await expect(dialog).toHaveAccessibleName('Turn on Audit pack?');
  await expect(dialog).toHaveAccessibleDescription(/\$8 a month instead of \$5 \(\+\$3\)\./);
  await expect(dialog.getByRole('region', { name: 'You get' })).toContainText('Feature 2');
  await expect(dialog.getByRole('row')).toHaveText([
    'NowAfter',
    'Basic$5$5',
    'Audit pack–$3',
    'Total per month$5$8',
    'Difference+$3',
  ]);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await checkPage(page, { visible: dialog });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(turnOn).toBeFocused();
  await turnOn.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Turn on' })).toBeEnabled();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const done = page
    .getByRole('status')
    .filter({ hasText: 'Audit pack is on: $8 a month instead of $5 (+$3).' });
  await expect(done).toBeFocused();
  await expect(page.getByText('Your add-ons: $3 / month')).toBeVisible();
  await expect(addOn(page, 'Audit pack')).toContainText(/On since \d/);
  await addOn(page, 'Seats plus').getByRole('button').click();
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Your add-ons: $4.50 / month · For 1 user')).toBeVisible();
  await checkPage(page, { assertContent: () => expect(addOn(page, 'Audit pack')).toContainText('On since') });

  // Undo asks first. Losses come first.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog).toHaveAccessibleName('Turn off Seats plus?');
  await expect(dialog.getByRole('region', { name: 'You lose' })).toContainText('Feature 3');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: 'Plans', exact: true }).click();
  const receipt = page.getByRole('region', { name: 'Your plan with add-ons' });
  await expect(receipt.getByRole('row')).toHaveText([
    `Basic$5${padding}`,
    `Audit pack$3${padding}`,
    'Seats plus 1 × $1.50$1.50',
    'Total per monthFor 1 user$9.50',
  ]);
  await page.getByRole('main').getByRole('spinbutton', { name: 'Users' }).fill('8');
  await expect(receipt.getByRole('row', { name: /^Total/ })).toHaveText('Total per monthFor 8 users$20');
  await page.getByRole('main').getByRole('spinbutton', { name: 'Users' }).fill('1');
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('row', { name: /^Feature 2/ })).toContainText('Your add-on');
  await page.getByRole('link', { name: 'Plans', exact: true }).click();
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await expect(dialog).toHaveAccessibleDescription(
    /\$21 a month instead of \$9\.50, for 1 user \(\+\$11\.50\)\./,
  );
  await expect(dialog.getByRole('region', { name: '1 add-on now included' })).toContainText(
    'Audit pack$3 / month',
  );
  await expect(dialog.getByRole('region', { name: '1 add-on stays on' })).toContainText(
    '$1.50 per user / month → $1 per user / month',
  );
  await checkPage(page, { visible: dialog, themes: ['light'] });
  await dialog.getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  await page.getByRole('link', { name: 'Add-ons', exact: true }).click();
  await expect(addOn(page, 'Audit pack')).toContainText('Included in your plan');

  await page.getByRole('link', { name: 'History', exact: true }).click();
  const entries = page.getByRole('list', { name: 'Add-on changes, newest first' });
  const recorded = page.getByRole('list', { name: 'Changes, newest first' }).locator(':scope > li');
  await expect(recorded.first().getByRole('row')).toHaveText([
    `Pro$20${padding}`,
    `Seats plus 1 × $1$1${padding}`,
    `Total per monthFor 1 user$21${padding}`,
    'Difference+$11.50',
  ]);
  await expect(entries.first()).toContainText('Audit pack ended with this switch');
  await expect(entries.last()).toContainText('Audit pack turned on, $3 / month');
  // The date stays beside a title that wraps.
  const title = entries.last().locator('bdi').first();
  await title.evaluate((element) => {
    element.textContent = 'Long title '.repeat(12);
  });
  const [titleBox, dateBox] = [
    await title.boundingBox(),
    await entries.last().locator('time').first().boundingBox(),
  ];
  expect(dateBox?.x).toBeGreaterThan(titleBox?.x ?? 0);
  await checkPage(page, { visible: entries.first(), themes: ['light'] });
  await page.getByRole('radio', { name: 'Plans' }).check();
  await expect(entries).toHaveCount(0);
  await page.getByRole('radio', { name: 'Add-ons' }).check();
  await expect(entries.getByRole('listitem')).toHaveCount(4);
  const csv = await page.request.get(
    (await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')) ?? '',
  );
  expect(await csv.text()).toContain('Audit pack');
});

test('an owner chooses and changes the quantity of an add-on', async ({ page, openTenant }) => {
  const seats = { feature: 1, addOn: 'Seats', fee: 4500, feeUnit: 'seat', adds: 2, maxQuantity: 5 };
  await openTenant(
    {
      versions: [
        { title: 'Basic', fee: 1000, features: [1], amounts: { 1: 10 }, optional: [seats] },
        { title: 'Pro', fee: 2000, features: [1], amounts: { 1: 20 }, optional: [seats] },
      ],
      features: 1,
      units: { 1: { unit: 'seat' } },
    },
    { path: '/optional-features' },
  );
  const dialog = dialogOf(page);
  const quantity = dialog.getByRole('spinbutton', { name: 'Quantity' });
  await addOn(page, 'Seats').getByRole('button', { name: 'Turn on Seats' }).click();
  await expect(quantity).toHaveValue('1');
  await expect(quantity).toHaveAccessibleDescription('1 to 5');
  await expect(dialog.getByRole('button', { name: 'One fewer' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'One more' }).click();
  await expect(dialog).toHaveAccessibleDescription(/\$100 a month instead of \$10 \(\+\$90\)\./);
  await expect(dialog.getByRole('region', { name: 'You get' })).toContainText('10 → 14 seats');
  // Another text than a quantity can't be confirmed.
  await quantity.fill('9');
  await expect(dialog.getByText('Enter a whole number from 1 to 5.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Turn on' })).toBeDisabled();
  await checkPage(page, { assertContent: () => expect(quantity).toHaveValue('9') });
  await quantity.fill('3');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('3 × Seats is on: ')).toBeVisible();
  await expect(addOn(page, 'Seats')).toContainText('3 × $45 per seat / month');
  await expect(page.getByText('Your add-ons: $135 / month')).toBeVisible();

  const change = addOn(page, 'Seats').getByRole('button', { name: 'Change quantity Seats' });
  await change.click();
  await expect(dialog).toHaveAccessibleName('Change the quantity of Seats?');
  await expect(quantity).toHaveValue('3');
  await expect(dialog.getByRole('button', { name: 'Change', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(change).toBeFocused();
  await change.click();
  await dialog.getByRole('button', { name: 'One fewer' }).click();
  await expect(dialog.getByRole('region', { name: 'You lose' })).toContainText('16 → 14 seats');
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByText('You now have 2 × Seats')).toBeVisible();
  await expect(page.getByText('Your add-ons: $90 / month')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(quantity).toHaveValue('3');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await checkPage(page, { visible: change });

  await page.getByRole('link', { name: 'Plans', exact: true }).click();
  const receipt = page.getByRole('region', { name: 'Your plan with add-ons' });
  await expect(receipt.getByRole('row', { name: 'Seats' })).toContainText('2 × $45');
  await expect(receipt.getByRole('row', { name: 'Total' })).toContainText('$100');
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await expect(dialog.getByRole('region', { name: '1 add-on stays on' })).toContainText('2 × Seats');
  await dialog.getByRole('button', { name: 'Keep Basic' }).click();
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await page.getByRole('radio', { name: 'Add-ons' }).check();
  const entries = page.getByRole('list', { name: 'Add-on changes, newest first' });
  await expect(entries.getByRole('listitem')).toContainText([
    /^Changed to 2 × Seats/,
    /^Changed to 3 × Seats/,
  ]);
});

test('a change is shown when confirmed, and sent again after a lost response', async ({
  page,
  openTenant,
}) => {
  const tenant = await openTenant(
    { versions, features: 5, contactUrl: 'mailto:sales@host.example' },
    { path: '/optional-features' },
  );
  const dialog = dialogOf(page);
  const open = (name: string) => addOn(page, name).getByRole('button').click();
  const confirm = (name: string) => dialog.getByRole('button', { name }).click();

  // The change is made, and its response is lost: the same request is sent again.
  const keys: (string | undefined)[] = [];
  await page.route('**/api/account/optional-features/*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const response = await route.fetch();
    await (keys.length > 1 ? route.fulfill({ response }) : route.abort('connectionreset'));
  });
  await open('Audit pack');
  await confirm('Turn on');
  await expect(page.getByText('Audit pack is on')).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0]]);

  // The requests are lost: a retry is safe.
  await page.route('**/api/account/optional-features/*', (route) => route.abort('connectionreset'));
  await open('Seats plus');
  await confirm('Turn on');
  const retry = dialog.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeEnabled();
  await expect(dialog).toContainText('We don’t know yet whether the change worked');
  await checkPage(page, { visible: retry, themes: ['light'] });
  await page.unrouteAll();
  await confirm('Try again');
  await expect(page.getByText('Seats plus is on')).toBeVisible();

  // Someone else is faster: the dialog says so.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog).toHaveAccessibleName('Turn off Seats plus?');
  const id = tenant.app.addOns.find(({ title }) => title === 'Seats plus')?.id;
  const response = await page.request.post(`/api/account/optional-features/${id}`, {
    headers: { Authorization: `Bearer ${await tenant.key()}` },
    data: { active: false },
  });
  expect(response.status()).toBe(200);
  await confirm('Turn off');
  await expect(dialog).toContainText('The add-on is already off.');
  await confirm('Close');
  await expect(addOn(page, 'Seats plus').getByRole('button', { name: 'Turn on' })).toBeVisible();
});

test('an add-on that is turned on elsewhere appears', async ({ page, browser, createTenant, signIn }) => {
  const tenant = await createTenant({ versions, features: 5 });
  await page.clock.install();
  await signIn(tenant, path);
  await expect(addOn(page, 'Audit pack')).not.toContainText('On since');
  const other = await browser.newContext();
  const id = tenant.app.addOns.find(({ title }) => title === 'Audit pack')?.id;
  const response = await other.request.post(`${process.env.BASE_URL}/api/account/optional-features/${id}`, {
    headers: { Authorization: `Bearer ${await tenant.key()}` },
    data: { active: true },
  });
  expect(response.status()).toBe(200);
  await expect(async () => {
    await page.clock.runFor(10_500);
    await expect(addOn(page, 'Audit pack')).toContainText('On since', { timeout: 1000 });
  }).toPass();
  await other.close();
});

test('the dialog shows the totals and blockers of the API', async ({ page, openTenant }) => {
  await openTenant({ versions, features: 5 }, { path: '/optional-features' });
  const dialog = dialogOf(page);
  const open = () => addOn(page, 'Audit pack').getByRole('button').click();
  const confirm = dialog.getByRole('button', { name: 'Turn on' });
  await page.route('**/preview?*', (route) => route.abort('connectionreset'));
  await open();
  await expect(dialog.getByRole('alert')).toContainText('The changes couldn’t be loaded');
  await expect(confirm).toBeDisabled();
  await checkPage(page, { visible: confirm, themes: ['light'] });
  await page.unrouteAll();

  const release = await stallResponses(page, '/preview?*');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect(dialog.locator('[aria-busy=true]').getByRole('status')).toHaveText('Loading changes…');
  await expect(confirm).toBeDisabled();
  await release();
  await expect(dialog.getByRole('region', { name: 'You get' })).toContainText('Feature 2');
  await expect(dialog.getByRole('row', { name: 'Total' })).toHaveText('Total per month$5$8');
  await page.keyboard.press('Escape');

  await page.route('**/preview?*', async (route) => {
    const response = await route.fetch();
    const { data, ...body } = await response.json();
    const after = { ...data.totals.after, amount: 1900 };
    const blockers = [{ code: 'users_limit_exceeded', message: '', options: [] }];
    const changed = { totals: { ...data.totals, after, difference: 1400 }, allowed: false, blockers };
    await route.fulfill({ json: { ...body, data: { ...data, ...changed } } });
  });
  await open();
  await expect(dialog).toHaveAccessibleDescription(/\$19 a month instead of \$5 \(\+\$14\)\./);
  await expect(dialog.getByRole('row', { name: /Total|Difference/ })).toHaveText([
    'Total per month$5$19',
    'Difference+$14',
  ]);
  await expect(dialog).toContainText('Your plan allows fewer users without it.');
  await expect(confirm).toHaveCount(0);
  await page.unrouteAll();
});

testPageStates(path, {
  loading: 'The server renders the page.',
  empty: async ({ page, openTenant, check }) => {
    await openTenant(catalog, { account: onVersion('Pro'), path });
    await check(() => expect(page.getByRole('heading', { name: 'No add-ons for Pro' })).toBeVisible());
  },
  'error and retry': async ({ page, createTenant, signIn, db }) => {
    const tenant = await createTenant(catalog);
    await signIn(tenant, null);
    const content = page.getByRole('heading', { name: 'Audit pack' });
    await checkFailedPage(page, { db, tenant, table: 'features', path, content });
  },
  'refetch failed': 'Part of the state of an owner.',
  offline: 'Part of the state of an owner.',
  visitor: async ({ page, createTenant, check }) => {
    const { app } = await createTenant(catalog);
    await page.goto(pageUrl(app.host, path));
    await check(async () => {
      await expect(page.getByRole('heading', { name: 'Audit pack' })).toBeVisible();
      await expect(page.getByText('with Basic')).toBeVisible();
    });
  },
  member: async ({ page, openTenant, check }) => {
    await openTenant(catalog, { role: 'member', path });
    await check(() => expect(page.getByText('Ask an owner of your account.').first()).toBeVisible());
  },
  owner: async ({ page, context, openTenant, check }) => {
    await openTenant(catalog, { path });
    await check(async () => {
      await expect(page.getByText('Add-ons for Basic')).toBeVisible();
      await expect(page.getByText('$3 per user / month')).toBeVisible();
    });
    await checkUnreachable({ page, check }, page.getByRole('heading', { name: 'Audit pack' }));
    await goOffline({ page, context });
    await check(async () => {
      await expect(page.getByText('You’re offline. You can keep reading')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Audit pack' })).toBeVisible();
    });
  },
  product: async ({ page, createTenant, signIn, check }) => {
    const { app } = await createTenant(catalog);
    await signIn({ app, role: 'product' }, path);
    await check(() => expect(page.getByText('Add-ons for each plan')).toBeVisible());
  },
  'retired plan': async ({ page, openTenant, check }) => {
    await openTenant(catalog, { account: onVersion('Legacy'), path });
    await check(async () => {
      await expect(page.getByText('Add-ons for Legacy')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Second pack' })).toBeVisible();
    });
  },
  'blocked switch': 'The page has no switch.',
  'stale dialog': 'The page has no switch.',
  'unknown outcome': 'The page has no switch.',
});

/** Publishes a price list. Returns the slug of the app. */
async function publish(db: Database, list: PriceListSpec, slug = makeId('app').replace('_', '-')) {
  const priceListFile = parsePriceList('list.yml', buildPriceListText(list));
  await publishPriceList(db, { slug, priceListFile, extensionFile: null }, makeId);
  return slug;
}

/** Opens the add-ons of a new account, which has the first plan. */
async function signInToNewAccount(db: Database, slug: string, signIn: Fixtures['signIn']) {
  const app = await db.app.findUniqueOrThrow({ where: { slug } });
  const actor = { kind: 'operator', id: null, name: 'Test' } as const;
  const fields = { externalId: null, title: 'Acme', actor, channel: 'test', at: new Date() };
  const account = await createAccount(db, app, fields, makeId);
  await signIn({ app, account: { id: account?.id ?? '' } }, '/optional-features');
}

test('the dialog of an add-on states what the account has then', async ({ page, db, signIn }) => {
  const slug = await publish(db, {
    features: ['files', 'indexing'],
    limits: {
      indexingEvery: { unit: 'minute', features: ['files'], default: 60 },
      coreHours: { unit: 'hour', features: ['indexing'] },
    },
    plans: { BASIC: { price: 9, unit: '/month', features: ['files'] } },
    addOns: {
      fastSync: { price: 3, limits: { indexingEvery: 15 } },
      indexing: { price: 2, features: ['indexing'] },
    },
  });
  await signInToNewAccount(db, slug, signIn);
  // The plan has 0 core hours, which the add-on does not change.
  await expect(addOn(page, 'Indexing').getByRole('button')).toBeVisible();
  await expect(addOn(page, 'Indexing')).not.toContainText('0 hours');
  const dialog = dialogOf(page);
  await addOn(page, 'Fast Sync').getByRole('button').click();
  await expect(dialog.getByRole('region', { name: 'You get' })).toHaveText('You getFiles60 → 15 minutes');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  const losses = dialog.getByRole('region', { name: 'You lose' });
  await expect(losses).toHaveText('You loseFiles15 → 60 minutes');
  await checkPage(page, { visible: losses, themes: ['light'] });
});

test('a kept add-on has its own price beside that of today', {
  tag: '@full',
}, async ({ page, db, signIn }) => {
  const list = (price: number) => ({
    features: ['files', 'sso'],
    plans: { BASIC: { price: 9, unit: '/month', features: ['files'] } },
    addOns: { login: { price, features: ['sso'] } },
  });
  const slug = await publish(db, list(3));
  await signInToNewAccount(db, slug, signIn);
  await addOn(page, 'Login').getByRole('button', { name: 'Turn on Login' }).click();
  await dialogOf(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Your add-ons: $3 / month')).toBeVisible();

  await publish(db, list(4), slug);
  await page.reload();
  await expect(page.getByText('Your add-ons: $3 / month')).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Login', exact: true })).toHaveCount(1);
  const note =
    'It stays as you turned it on until you turn it off or change plans. Turned on today, it costs $4 / month.';
  await expect(addOn(page, 'Login')).toContainText(note);
  await checkPage(page, { assertContent: () => expect(addOn(page, 'Login')).toContainText(note) });
  await addOn(page, 'Login').getByRole('button', { name: 'Turn off Login' }).click();
  await dialogOf(page).getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Login is off' })).toBeVisible();
  await expect(addOn(page, 'Login')).toContainText('$4 / month');
});
