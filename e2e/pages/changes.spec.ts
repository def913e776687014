import { expect, type Page } from '@playwright/test';
import { sessionCookieName } from '@/lib/contract/current-user';
import { withTenant } from '@/lib/db/connection/tenant';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildKey, buildSession } from '@/prisma/factories/build-credential';
import { type Fixtures, openWithoutJavaScript, pageUrl, type Tenant, test } from '../fixtures';
import { checkPage } from './check-page';
import { findVersion, onVersion } from './page-states';

const versions = [
  { title: 'Basic', fee: 500, features: [1] },
  { title: 'Pro', fee: 2000, features: [1, 2, 3] },
];
const spec = { title: 'Larder', versions, features: 3 };

/** 1 March 2028, at noon in UTC. */
const periodEnd = new Date('2028-03-01T12:00:00Z');

async function setPeriodEnd(db: Parameters<typeof withTenant>[0], { app, account }: Tenant) {
  await withTenant(db, { appId: app.id, accountId: account.id }, (queries) =>
    queries.account.update({
      where: { appId_id: { appId: app.id, id: account.id } },
      data: { periodEndsAt: periodEnd },
    }),
  );
}

const onPro = (createTenant: Fixtures['createTenant'], checkoutUrl?: string) =>
  createTenant({ ...spec, ...(checkoutUrl && { checkoutUrl }) }, onVersion('Pro'));

const getBanner = (page: Page) => page.getByRole('region', { name: /Planned changes|تغييرات مجدولة/ });

/** Sends a request as the provider. */
async function sendAsProvider(
  page: Page,
  db: Parameters<typeof withTenant>[0],
  { app, account }: Tenant,
  path: string,
  data?: object,
) {
  const headers = { Authorization: `Bearer ${await buildKey(db, { app })}`, 'X-Account-Id': account.id };
  return page.request.post(`/api/account/changes${path}`, { headers, ...(data && { data }) });
}

test('an owner moves down only at the end of the period if the price list says so', async ({
  page,
  db,
  createTenant,
  signIn,
}) => {
  const tenant = await createTenant(
    { ...spec, downgrades: 'period_end', contactUrl: 'mailto:hello@larder.example' },
    onVersion('Pro'),
  );
  await signIn(tenant);
  await page.getByRole('button', { name: 'Downgrade to Basic' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Basic?' });
  await checkPage(page, {
    axe: true,
    assertContent: async () => {
      await expect(dialog).toContainText(
        'at the end of your billing period, which is not known. Contact us.',
      );
      await expect(dialog.getByRole('button')).toHaveText(['Close']);
      await expect(dialog.getByRole('link', { name: 'Contact us' })).toBeVisible();
    },
  });
  await page.keyboard.press('Escape');
  // The browser has gone back.
  await expect(page).not.toHaveURL(/switch=/);
  await setPeriodEnd(db, tenant);
  await page.reload();
  await page.getByRole('button', { name: 'Downgrade to Basic' }).click();
  await expect(dialog).toContainText('Takes effect on 1 March 2028.');
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Switch on 1 March 2028' }).click();
  await expect(getBanner(page).getByText('Changes to Basic on 1 March 2028.')).toBeFocused();
});

test('an owner can’t choose what the provider changes', async ({ page, createTenant, signIn }) => {
  const listed = { title: 'Max', fee: 9000, features: [1, 2, 3], selfService: false };
  const app = { ...spec, versions: [...versions, listed], downgrades: 'none' as const };
  await signIn(await createTenant({ ...app, contactUrl: 'mailto:hello@larder.example' }, onVersion('Pro')));
  const card = (name: string) => page.getByRole('listitem', { name });
  await expect(card('Basic')).toContainText('Contact us to switch to a lower plan.');
  await expect(card('Max')).toContainText('Contact us to switch to this plan.');
  for (const name of ['Basic', 'Max']) {
    await expect(card(name).getByRole('button', { name: / to / })).toHaveAttribute('aria-disabled', 'true');
    await expect(card(name).getByRole('link', { name: 'Contact us' })).toBeVisible();
  }
  await checkPage(page, { axe: true });
});

/** Pages do not poll, so that what they show follows from what is done in them. */
const stopPolling = (page: Page) =>
  page.addInitScript(() => {
    const { setInterval, setTimeout } = window;
    window.setInterval = ((run: () => void, ms = 0) =>
      ms < 10_000 ? setInterval(run, ms) : 0) as typeof window.setInterval;
    window.setTimeout = ((run: () => void, ms = 0) =>
      ms < 10_000 ? setTimeout(run, ms) : 0) as typeof window.setTimeout;
  });

test('an owner moves down at the end of the period', async ({ page, db, createTenant, signIn }) => {
  const tenant = await onPro(createTenant);
  await setPeriodEnd(db, tenant);
  await stopPolling(page);
  await signIn({ ...tenant, name: 'Ada Example' });
  await page.getByRole('button', { name: 'Downgrade to Basic' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Basic?' });
  await expect(dialog.getByRole('radio', { name: 'At the end of the period, 1 March 2028' })).toBeChecked();
  await expect(dialog).toContainText(
    'Takes effect on 1 March 2028. Larder bills you. Until then, you keep Pro: $20 / month.',
  );
  await checkPage(page);
  await dialog.getByRole('radio', { name: 'Now' }).check();
  await expect(dialog.getByRole('button', { name: 'Switch to Basic' })).toBeVisible();
  await dialog.getByRole('radio', { name: /^At the end/ }).check();
  await dialog.getByRole('button', { name: 'Switch on 1 March 2028' }).click();
  // One message, which has the focus. The cards follow it.
  await expect(getBanner(page).getByText('Changes to Basic on 1 March 2028.')).toBeFocused();
  await expect(page.getByText('Basic on 1 March 2028')).toHaveCount(1);
  const card = (name: string) => page.getByRole('listitem', { name });
  await expect(card('Basic')).toContainText('From 1 March 2028 · $5 / month');
  await getBanner(page).getByRole('button', { name: 'Keep Pro' }).click();
  await expect(page.getByText('You keep Pro.')).toBeFocused();
  await expect(card('Basic')).not.toContainText('From');
  await page.getByRole('button', { name: 'Downgrade to Basic' }).click();
  await dialog.getByRole('button', { name: 'Switch on 1 March 2028' }).click();
  await expect(getBanner(page)).toContainText('Changes to Basic on 1 March 2028.');
  await expect(dialog).toHaveCount(0);
  // The browser has gone back.
  await expect(page).not.toHaveURL(/switch=/);

  await page.goto('/');
  await checkPage(page, {
    axe: true,
    assertContent: async () => {
      await expect(getBanner(page)).toContainText('Changes to Basic on 1 March 2028.');
      await expect(page.getByRole('listitem', { name: 'Basic' })).toContainText(
        'From 1 March 2028 · $5 / month',
      );
      await expect(page.getByRole('listitem', { name: 'Pro' })).toContainText('Until 1 March 2028');
    },
  });
  // Also after the page was loaded with the change.
  await page.goto('/');
  await getBanner(page).getByRole('button', { name: 'Keep Pro' }).click();
  await expect(card('Basic')).not.toContainText('From');
  await page.getByRole('button', { name: 'Downgrade to Basic' }).click();
  await dialog.getByRole('button', { name: 'Switch on 1 March 2028' }).click();
  await expect(getBanner(page)).toContainText('Changes to Basic on 1 March 2028.');
  await expect(dialog).toHaveCount(0);
  // The browser has gone back.
  await expect(page).not.toHaveURL(/switch=/);
  await page.goto('/history');
  const first = page.getByRole('list', { name: 'Changes, newest first' }).locator(':scope > li').first();
  await checkPage(page, {
    assertContent: async () => {
      await expect(first.getByRole('heading', { name: 'Basic' })).toBeVisible();
      await expect(first).toContainText('Scheduled by Ada Example');
    },
  });
  await getBanner(page).getByRole('button', { name: 'Keep Pro' }).press('Enter');
  await expect(page.getByText('You keep Pro.')).toBeFocused();
  await expect(getBanner(page)).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByRole('listitem', { name: 'Pro' })).toContainText('Your plan');
  await expect(page.getByText('1 March 2028')).toHaveCount(0);
});

test('a visitor reads what the page of requests shows', async ({ page, createTenant }) => {
  const { app } = await createTenant();
  await page.goto(pageUrl(app.host, '/requests'));
  await expect(
    page.getByRole('heading', { name: 'Sign in to see the requests of your account' }),
  ).toBeVisible();
  await expect(page.getByText('history')).toHaveCount(0);
});

test('a date of the app is chosen with the keyboard, and replaces another', async ({
  page,
  createTenant,
  signIn,
}) => {
  await signIn(await createTenant({ ...spec, timeZone: 'Pacific/Apia' }, onVersion('Pro')));
  const open = page.getByRole('button', { name: 'Downgrade to Basic' });
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Basic?' });
  const date = new Date(Date.now() + 40 * 86_400_000);
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  await open.press('Enter');
  await expect(dialog.getByRole('radio', { name: 'Now' })).toBeChecked();
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await dialog.getByRole('radio', { name: 'Now' }).press('ArrowDown');
  await expect(dialog).toContainText('Choose a date in the next two years.');
  await expect(dialog.getByRole('button', { name: 'Switch to Basic' })).toBeDisabled();
  const day = date.toISOString().slice(0, 10);
  await dialog.getByLabel('Date', { exact: true }).fill(day);
  const confirm = dialog.getByRole('button', { name: `Switch on ${text}` });
  await expect(confirm).toBeEnabled();
  await confirm.press('Enter');
  await expect(getBanner(page)).toContainText(`Changes to Basic on ${text}.`);
  await expect(page).not.toHaveURL(/switch=/);
  const { payload } = await page.evaluate(() => fetch('/api/account/changes').then((read) => read.json()));
  expect(payload[0].effective_at).toBe(Date.parse(`${day}T00:00+13:00`) / 1000);
  await open.press('Enter');
  await expect(dialog).toContainText(`Replaces the change to Basic on ${text}.`);
});

test('the provider’s change has no button to cancel it', async ({
  page,
  browser,
  db,
  createTenant,
  signIn,
}) => {
  const tenant = await onPro(createTenant);
  const response = await sendAsProvider(page, db, tenant, '', {
    version_id: findVersion(tenant, 'Basic').id,
    effective: Date.parse('2027-03-01T12:00:00Z') / 1000,
  });
  expect(response.status()).toBe(201);
  await signIn(tenant);
  await expect(getBanner(page)).toContainText(/^Pro until 1 March 2027, 12:00 UTC, then Basic\./);
  await expect(getBanner(page).getByRole('button')).toHaveCount(0);
  const { origin } = new URL(page.url());
  const reader = await openWithoutJavaScript(browser, db, tenant);
  await reader.goto(`${origin}/`);
  await expect(getBanner(reader)).toContainText('Pro until 1 March 2027, 12:00 UTC, then Basic.');
  await reader.context().close();
});

test('a member asks for a plan, and an owner decides', async ({ page, createTenant, signIn }) => {
  const tenant = await createTenant(spec);
  const member = { ...tenant, role: 'member' as const, name: 'Mia Member', userId: 'mia' };
  const owner = { ...tenant, name: 'Olga Owner', userId: 'olga' };
  const ask = async () => {
    await signIn(member);
    await page.getByRole('button', { name: 'See what changes with Pro' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Ask for Pro?' });
    await expect(dialog).toContainText('You gain 2 features');
    await dialog.getByLabel('Note for the owners (optional)').fill('For the terrace');
    return dialog.getByRole('button', { name: 'Ask for Pro' });
  };
  const button = await ask();
  await checkPage(page);
  await button.click();
  await expect(page.getByText('You asked for Pro. An owner decides.')).toBeFocused();
  await expect(getBanner(page).getByRole('button', { name: 'Withdraw the request' })).toBeVisible();

  await signIn(owner);
  await expect(page.getByRole('listitem', { name: 'Pro' })).toContainText('Asked for');
  await page.getByRole('link', { name: /^Requests\W+1$/ }).click();
  await checkPage(page, {
    axe: true,
    assertContent: async () => {
      await expect(page.getByRole('heading', { name: 'Mia Member asks for Pro' })).toBeVisible();
      await expect(page.getByText('For the terrace')).toBeVisible();
    },
  });
  await page.getByRole('button', { name: /^Decline/ }).click();
  const declining = page.getByRole('alertdialog', { name: 'Decline Pro?' });
  await declining.getByLabel('Message (optional)').fill('Not before summer');
  await checkPage(page);
  await declining.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(page.getByText('Declined by Olga Owner')).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Declined by Olga Owner');
  await expect(page.getByRole('heading', { name: 'Mia Member asked for Pro' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Requests', exact: true })).toBeVisible();

  await signIn(member, '/requests');
  await expect(page.getByText('Not before summer')).toBeVisible();
  await (await ask()).click();
  await expect(getBanner(page)).toContainText('You asked for Pro.');
  // The browser has gone back.
  await expect(page).not.toHaveURL(/switch=/);
  await signIn(owner, '/requests');
  await page.getByRole('link', { name: /^Review and approve/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Pro?' });
  await expect(dialog).toContainText('Mia Member asks for Pro. For the terrace');
  await dialog.getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro: $20 a month instead of $5 (+$15).')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Requests/ })).toHaveCount(0);
});

test('staff see what waits in all accounts, and whose it is', async ({ page, db, createTenant, signIn }) => {
  const tenant = await createTenant(spec);
  const other = await buildAccount(db, tenant.app, {
    title: 'Bistro Nord',
    history: tenant.app.versions.slice(0, 1),
  });
  await signIn({ app: tenant.app, role: 'support', name: 'Sam' }, '/requests');
  await expect(page.getByRole('heading', { name: 'No requests' })).toBeVisible();
  await checkPage(page);
  for (const account of [tenant.account, other]) {
    await signIn({ ...tenant, account, role: 'member', name: `Mia of ${account.title}`, userId: account.id });
    const status = await page.evaluate(
      async (version_id) => {
        const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': version_id };
        const body = JSON.stringify({ version_id, reason: 'For the terrace' });
        return (await fetch('/api/account/changes', { method: 'POST', headers, body })).status;
      },
      tenant.app.versions.find(({ title }) => title === 'Pro')?.id ?? '',
    );
    expect(status).toBe(201);
  }
  await signIn({ app: tenant.app, role: 'product', name: 'Pat' });
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  const rows = page.getByRole('list', { name: 'Requests, newest first' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Mia of Bistro Nord asks for Pro');
  await expect(rows.first()).toContainText('For the terrace');
  await expect(rows.first()).toContainText('Waits for: An owner');
  await checkPage(page, { axe: true });
  await page.getByRole('combobox', { name: 'Waits for' }).selectOption('Your product');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { name: 'No requests' })).toBeVisible();
  await page.goto('/requests?waits=owner');
  await rows.first().getByRole('link', { name: 'Bistro Nord' }).click();
  await expect(page.getByRole('heading', { name: 'Bistro Nord' })).toBeVisible();
  await expect(page.getByText('Mia of Bistro Nord asks for Pro')).toBeVisible();
});

test('an owner sees a request with its author and reason on each page, and decides there', async ({
  page,
  createTenant,
  signIn,
}) => {
  const tenant = await createTenant(spec);
  const member = { ...tenant, role: 'member' as const, name: 'Mia Member', userId: 'mia' };
  const owner = { ...tenant, name: 'Olga Owner', userId: 'olga' };
  const ask = async () => {
    await signIn(member);
    await page.getByRole('button', { name: 'See what changes with Pro' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Ask for Pro?' });
    await dialog.getByLabel('Note for the owners (optional)').fill('For the terrace');
    await dialog.getByRole('button', { name: 'Ask for Pro' }).click();
    await expect(getBanner(page)).toContainText('You asked for Pro.');
    await expect(getBanner(page).getByRole('button', { name: /^Decline/ })).toHaveCount(0);
  };
  await ask();
  await signIn(owner, '/compare');
  const banner = getBanner(page);
  await checkPage(page, {
    axe: true,
    assertContent: async () => {
      await expect(banner).toContainText('Mia Member asks for Pro');
      await expect(banner).toContainText('$20 / month');
      await expect(banner).toContainText('For the terrace');
      await expect(page.getByRole('link', { name: /^Requests\W+1$/ })).toBeVisible();
    },
  });
  await banner.getByRole('button', { name: /^Decline\W+Pro$/ }).click();
  const declining = page.getByRole('alertdialog', { name: 'Decline Pro?' });
  await declining.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(page.getByText('Mia Member asks for Pro')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Requests/ })).toHaveCount(0);

  await ask();
  await signIn(owner, '/requests');
  await expect(page.getByRole('heading', { name: 'Mia Member asks for Pro' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await page.getByRole('link', { name: 'Plans', exact: true }).click();
  await banner.getByRole('link', { name: /^Approve\W+Pro$/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Pro?' });
  await dialog.getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro: $20 a month instead of $5 (+$15).')).toBeVisible();
  await expect(page.getByText('Mia Member asks for Pro')).toHaveCount(0);
});

test('a request that is made meanwhile appears on the page of requests', async ({
  page,
  browser,
  db,
  createTenant,
  signIn,
}) => {
  const tenant = await createTenant(spec);
  await page.clock.install();
  await signIn(tenant, '/requests');
  await expect(page.getByRole('heading', { name: 'No requests' })).toBeVisible();
  const member = await browser.newContext();
  const session = await buildSession(db, { ...tenant, role: 'member', name: 'Mia Member' });
  const response = await member.request.post(`${process.env.BASE_URL}/api/account/changes`, {
    headers: { Cookie: `${sessionCookieName}=${session}`, 'Sec-Fetch-Site': 'same-origin' },
    data: { version_id: findVersion(tenant, 'Pro').id },
  });
  expect(response.status()).toBe(201);
  await expect(async () => {
    await page.clock.runFor(10_500);
    await expect(page.getByRole('heading', { name: 'Mia Member asks for Pro' })).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
  await member.close();
});

test('a switch waits for the provider, who declines or confirms', async ({
  page,
  db,
  createTenant,
  signIn,
}) => {
  const tenant = await createTenant({ ...spec, checkoutUrl: 'https://larder.example/checkout' });
  await page.route('https://larder.example/**', (route) => route.fulfill({ body: 'Checkout' }));
  await signIn(tenant);
  const send = async () => {
    await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Switch to Pro?' });
    await expect(dialog).toContainText('Takes effect after payment.');
    await dialog.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(/larder\.example/);
    const params = new URL(page.url()).searchParams;
    return { id: params.get('change') ?? '', returnUrl: params.get('return_url') ?? '' };
  };
  const first = await send();
  await page.goto(first.returnUrl);
  await checkPage(page, {
    assertContent: async () => {
      await expect(getBanner(page)).toContainText('The switch to Pro waits for Larder.');
      await expect(getBanner(page).getByRole('button', { name: 'Cancel the switch' })).toBeVisible();
      await expect(page.getByRole('listitem', { name: 'Pro' })).toContainText('Waits for confirmation');
    },
  });
  const message = 'Remove 12 members first.';
  expect((await sendAsProvider(page, db, tenant, `/${first.id}/decline`, { message })).status()).toBe(200);
  await page.goto(first.returnUrl);
  const status = page.getByRole('status').filter({ hasText: 'Larder declined the switch to Pro.' });
  await checkPage(page, { assertContent: () => expect(status).toContainText(message) });
  await status.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page).not.toHaveURL(/change=/);

  const second = await send();
  expect((await sendAsProvider(page, db, tenant, `/${second.id}/approve`)).status()).toBe(200);
  await page.goto(second.returnUrl);
  await expect(page.getByRole('status').filter({ hasText: 'You’re on Pro.' })).toBeVisible();
  await expect(page.getByText(/Your plan: *Pro/)).toBeVisible();
});

test('a member asks for an add-on, an owner reviews it, and the provider confirms it', {
  tag: '@full',
}, async ({ page, db, createTenant, signIn }) => {
  const seats = { feature: 2, addOn: 'Seats', fee: 300, maxQuantity: 5 };
  const checkoutUrl = 'https://larder.example/checkout';
  const tenant = await createTenant({
    ...spec,
    versions: [{ ...versions[0], optional: [seats] }],
    checkoutUrl,
  });
  await page.route('https://larder.example/**', (route) => route.fulfill({ body: 'Checkout' }));
  const row = page.getByRole('listitem', { name: 'Seats', exact: true });
  const dialog = page.getByRole('alertdialog');
  await signIn(
    { ...tenant, role: 'member' as const, name: 'Mia Member', userId: 'mia' },
    '/optional-features',
  );
  await row.getByRole('button', { name: 'Ask an owner Seats' }).click();
  await expect(dialog).toHaveAccessibleName('Ask for Seats?');
  await dialog.getByRole('button', { name: 'One more' }).click();
  await dialog.getByLabel('Note for the owners (optional)').fill('Two more cooks');
  await checkPage(page, { visible: dialog });
  await dialog.getByRole('button', { name: 'Ask for Seats' }).click();
  await expect(page.getByText('You asked for 2 × Seats. An owner decides.')).toBeFocused();
  await expect(getBanner(page).getByRole('link', { name: 'View requests' })).toBeVisible();

  await signIn({ ...tenant, name: 'Olga Owner', userId: 'olga' });
  // The plan of the account is not what was asked for.
  await expect(page.getByRole('listitem', { name: 'Basic' })).not.toContainText('Asked for');
  await page.getByRole('link', { name: /^Requests\W+1$/ }).click();
  await checkPage(page, {
    assertContent: () =>
      expect(page.getByRole('heading', { name: 'Mia Member asks for 2 × Seats' })).toBeVisible(),
  });
  await page.getByRole('link', { name: /^Review and approve/ }).click();
  await expect(dialog).toHaveAccessibleName('Turn on Seats?');
  await expect(dialog).toHaveAccessibleDescription(
    /Mia Member asks for 2 × Seats. Two more cooks.*\$11 a month instead of \$5 \(\+\$6\)\. Takes effect after payment\./,
  );
  await checkPage(page, { visible: dialog });
  await dialog.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(/larder\.example/);
  const params = new URL(page.url()).searchParams;
  await page.goto(params.get('return_url') ?? '');
  await expect(getBanner(page)).toContainText('2 × Seats waits for Larder.');
  await expect(getBanner(page).getByRole('button', { name: 'Cancel the change' })).toBeVisible();
  const approval = await sendAsProvider(page, db, tenant, `/${params.get('change')}/approve`);
  expect(approval.status()).toBe(200);
  await page.goto(params.get('return_url') ?? '');
  await expect(page.getByRole('status').filter({ hasText: 'You now have 2 × Seats.' })).toBeVisible();

  // An owner too: more is confirmed by the provider, and less at once.
  await page.goto('/optional-features');
  const change = row.getByRole('button', { name: 'Change quantity Seats' });
  await change.click();
  await dialog.getByRole('button', { name: 'One more' }).click();
  await expect(dialog.getByRole('button', { name: 'Continue to payment' })).toBeEnabled();
  await dialog.getByRole('spinbutton', { name: 'Quantity' }).fill('1');
  await expect(dialog).toContainText('Takes effect immediately.');
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByText('You now have 1 × Seats')).toBeVisible();
});

test.describe('ar', () => {
  test.use({ locale: 'ar' });
  test('what waits is shown in Arabic', { tag: '@full' }, async ({ page, db, createTenant, signIn }) => {
    const tenant = await onPro(createTenant);
    await setPeriodEnd(db, tenant);
    await signIn(tenant, `/?switch=${findVersion(tenant, 'Basic').id}`);
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByRole('radio', { name: /في نهاية الفترة/ })).toBeChecked();
    await checkPage(page);
    await dialog.getByRole('button', { name: /^التبديل في/ }).click();
    await expect(getBanner(page)).toContainText(/تتغيّر الخطة إلى/);
    await checkPage(page);
  });
});
