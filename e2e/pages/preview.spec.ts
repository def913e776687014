import { expect, type Page } from '@playwright/test';
import { buildAccount } from '@/prisma/factories/build-account';
import { buildKey } from '@/prisma/factories/build-credential';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { pageUrl, type Tenant, test } from '../fixtures';
import { checkPage } from './check-page';
import { catalog, failReads, goOffline, onVersion, stallResponses, testPageStates } from './page-states';

const versions = [
  { title: 'Open', fee: 500, userFee: 100, features: [1, 2] },
  { title: 'Unreleased', fee: 900, public: false, features: [1, 2, 3] },
  { title: 'Nameless', fee: null, description: '', features: [1] },
];

test('the product role previews the view of a customer', async ({
  page,
  context,
  createTenant,
  signIn,
  db,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { app, account } = await createTenant({ versions, features: 4 });
  const other = await buildAccount(db, app, { title: 'Seehaus' });
  await signIn({ app, role: 'product' });
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(page.getByText('Nothing is saved, and plans can’t be switched.')).toBeVisible();
  const frame = page.frameLocator('iframe').last();
  const before = page.frameLocator('iframe').first();
  await expect(frame.getByRole('heading', { name: 'Open' })).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'Unreleased' })).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'Unreleased' }).check();
  await expect(frame.getByRole('heading', { name: 'Unreleased' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find an account' }).fill('LTD');
  await expect(page.getByRole('option', { name: other.title })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'View as' }).selectOption({ label: account.title });
  await expect(frame.getByText(/Your plan:/)).toBeVisible();

  // The plans of today are beside it. Both frames have the same choices and are as high as their content.
  await expect(before.getByText(/Your plan:/)).toBeVisible();
  await expect(before.getByRole('heading', { name: 'Unreleased' })).toHaveCount(0);
  await page.getByRole('radio', { name: '320 px' }).check();
  const frames = page.locator('iframe');
  const readFrames = () =>
    frames.evaluateAll((elements) =>
      (elements as HTMLIFrameElement[]).map(({ contentWindow: view, contentDocument }) => ({
        width: view?.innerWidth,
        // A document that loads has no element at first.
        scrolls: (contentDocument?.documentElement?.scrollHeight ?? 0) > (view?.innerHeight ?? 0) + 1,
        seats: contentDocument?.querySelector<HTMLInputElement>('input[type=number]')?.value,
        lang: contentDocument?.documentElement?.lang,
      })),
    );
  await page.setViewportSize({ width: 1280, height: 600 });
  await frame.getByRole('spinbutton', { name: 'Users' }).fill('7');
  const shown = { scrolls: false, seats: '7', lang: 'en-GB' };
  await expect.poll(readFrames).toEqual([
    { width: 320, ...shown },
    { width: 320, ...shown },
  ]);
  await expect(before.getByRole('heading', { name: 'Unreleased' })).toHaveCount(0);

  // A plan that is switched on scrolls into view.
  // The state follows the URL.
  await page.getByRole('checkbox', { name: 'Unreleased' }).click();
  await expect(frame.getByRole('heading', { name: 'Unreleased' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Unreleased' }).click();
  await expect(frame.getByRole('heading', { name: 'Unreleased' })).toBeInViewport();
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await page.getByRole('combobox', { name: 'Theme' }).selectOption({ label: 'Dark' });
  await expect(frame.getByText(/Ihr Tarif:/)).toBeVisible();
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('radio', { name: 'Add-ons' }).check();
  await expect(frame.getByRole('heading', { name: /Zusatzfunktionen/ }).first()).toBeVisible();
  await page.getByRole('radio', { name: 'Plans' }).check();

  await expect(page.getByRole('main')).toContainText('In no plan');
  await expect(page.getByRole('main')).toContainText('Feature 4');
  await expect(page.getByRole('main')).toContainText('No price');
  await expect(page.getByRole('main')).toContainText('No description');
  await expect(page.getByRole('main')).not.toContainText('In every plan');

  // The link contains the whole state. Another product manager opens it.
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  await signIn({ app, role: 'product', name: 'Other Manager' }, url);
  await expect(page.getByRole('checkbox', { name: 'Unreleased' })).toBeChecked();
  await expect(frame.getByRole('heading', { name: 'Unreleased' })).toBeVisible();
  await expect
    .poll(async () => (await readFrames()).map(({ width, seats, lang }) => [width, seats, lang]))
    .toEqual([
      [320, '7', 'de'],
      [320, '7', 'de'],
    ]);
  await page.getByRole('checkbox', { name: 'Beside today’s plans' }).uncheck();
  await expect(page.locator('iframe')).toHaveCount(1);
});

test('a draft is previewed as a visitor and as an account, beside the live plans', async ({
  page,
  request,
  createTenant,
  signIn,
  db,
}) => {
  const { app, account } = await createTenant({ versions, features: 4 }, onVersion('Open'));
  const headers = { Authorization: `Bearer ${await buildKey(db, { app, role: 'product' })}` };
  const create = async (data: object) => {
    const response = await request.post('/api/catalog/editions', { headers, data });
    return ((await response.json()) as { data: { id: string } }).data.id;
  };
  const source = buildPriceListText({ features: ['search'], plans: { SPRING: { price: 7 } } });
  const id = await create({ source, note: 'For spring' });
  const invalid = await create({ source: 'plans: []' });
  await signIn({ app, role: 'product' }, `/catalog/${id}/review`);
  await page.getByRole('link', { name: 'Preview for an account' }).click();
  const [before, frame] = [page.frameLocator('iframe').first(), page.frameLocator('iframe').last()];
  await expect(page.getByRole('combobox', { name: 'Price list' })).toHaveValue(id);
  await expect(frame.getByRole('heading', { name: 'Spring' })).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'Open' })).toHaveCount(0);
  await expect(before.getByRole('heading', { name: 'Open' })).toBeVisible();
  await page.getByRole('combobox', { name: 'View as' }).selectOption({ label: account.title });
  await expect(frame.getByText('Your plan: Open')).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'Spring' })).toBeVisible();
  await page.getByRole('radio', { name: 'Comparison' }).check();
  await expect(frame.getByRole('columnheader', { name: /Spring/ })).toBeVisible();
  await checkPage(page, { axe: true });
  await page.getByRole('checkbox', { name: 'Beside today’s plans' }).uncheck();
  await expect(page.locator('iframe')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Price list' }).selectOption('Live');
  await expect(frame.getByRole('columnheader', { name: /Spring/ })).toHaveCount(0);
  await page.goto(`/preview?edition=${invalid}`);
  await expect(page.getByText('This draft has problems. The live plans are shown.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Price list' })).toHaveValue('');
});

test('the preview of a switch writes nothing', { tag: '@full' }, async ({ page, createTenant, signIn }) => {
  const { app, account } = await createTenant({ versions, features: 4 });
  await signIn({ app, role: 'product' });
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.url());
  });
  // The only width at which the frame is not scaled here. Playwright can't click in a scaled frame.
  await page.goto(`/preview?as=${account.id}&width=320`);
  const frame = page.frameLocator('iframe').last();
  await expect(frame.getByText(/Your plan:/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Unreleased' }).check();
  await frame.getByRole('button', { name: 'Upgrade to Unreleased' }).click();
  const dialog = frame.getByRole('alertdialog', { name: 'Switch to Unreleased?' });
  await expect(dialog).toContainText('You gain 1 feature');
  await expect(dialog).toContainText('Nothing is saved in the preview.');
  const confirm = dialog.getByRole('button', { name: 'Switch to Unreleased' });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await confirm.click({ force: true });
  // The dialog is part of the link.
  await expect(page).toHaveURL(/switch=ver_/);
  await page.reload();
  await checkPage(page, { visible: dialog, themes: ['light'] });
  await dialog.getByRole('button', { name: 'Keep Open' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).not.toHaveURL(/switch=/);
  expect(writes).toEqual([]);
});

test('offline the preview keeps its state and explains why its controls are disabled', {
  tag: '@full',
}, async ({ page, context, createTenant, signIn }) => {
  const { app } = await createTenant({ versions, features: 4 });
  await signIn({ app, role: 'product' });
  await page.goto('/preview', { waitUntil: 'networkidle' });
  const url = page.url();
  await context.setOffline(true);
  const notice = page.getByText('You’re offline. The preview won’t update');
  await expect(notice).toBeVisible();
  const narrowWidth = page.getByRole('radio', { name: '320 px' });
  await expect(narrowWidth).toBeDisabled();
  await narrowWidth.click({ force: true });
  await page.getByRole('checkbox', { name: 'Unreleased' }).click({ force: true });
  await page.getByRole('combobox', { name: 'View as' }).press('ArrowDown');
  await expect(page.getByRole('combobox', { name: 'View as' })).toHaveValue('visitor');
  await expect(narrowWidth).not.toBeChecked();
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
  expect(page.url()).toBe(url);
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await narrowWidth.check();
  await expect(page).toHaveURL(/width=320/);
});

test('the preview pages are 404 for the owner and member roles', async ({ page, createTenant, signIn }) => {
  const { app, account } = await createTenant({ versions, features: 4 });
  for (const role of ['owner', 'member'] as const) {
    await signIn({ app, account, role });
    await expect(page.getByRole('link', { name: 'Preview' })).toHaveCount(0);
    for (const path of ['/preview', '/preview/frame']) {
      expect([path, (await page.request.get(path)).status()]).toEqual([path, 404]);
    }
  }
});

const getFrame = (page: Page) => page.frameLocator('iframe').last();

const viewAsAccount = ({ app, account }: Tenant) => ({ app, path: `/preview?as=${account.id}` });

testPageStates('/preview', {
  loading: 'Part of the state of the product role.',
  empty: async ({ page, createTenant, signIn, check }) => {
    const { app } = await createTenant({ versions: [{ active: false }] });
    await signIn({ app, role: 'product' }, '/preview');
    await check(() => expect(page.getByRole('link', { name: 'Write a price list' })).toBeVisible());
  },
  'error and retry': async ({ page, createTenant, signIn, db, check }) => {
    const tenant = await createTenant(catalog);
    const restore = await failReads(db, tenant, 'features');
    await signIn({ app: tenant.app, role: 'product' }, '/preview');
    await check(() =>
      expect(page.getByRole('main').getByRole('alert')).toContainText('This page didn’t load'),
    );
    await restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(getFrame(page).getByRole('heading', { name: 'Basic' })).toBeVisible();
  },
  'refetch failed': 'The page never refetches by itself.',
  offline: 'Part of the state of the product role.',
  visitor: async ({ page, createTenant, check }) => {
    const { app } = await createTenant(catalog);
    await page.goto(pageUrl(app.host, '/preview'));
    await check(() => expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible());
  },
  member: 'The page does not exist for this role.',
  owner: 'The page does not exist for this role.',
  product: async ({ page, context, createTenant, signIn, check }) => {
    const { app, account } = await createTenant(catalog);
    await signIn({ app, role: 'product' }, '/preview');
    // Not check(): while the page hydrates, the checkbox can be shown reset for some milliseconds.
    await page.getByRole('checkbox', { name: 'Unreleased' }).click();
    await check(async () => {
      await expect(page.getByText('Nothing is saved')).toBeVisible();
      await expect(getFrame(page).getByRole('heading', { name: 'Unreleased' })).toBeVisible();
    });
    const release = await stallResponses(page, '/preview?**');
    await page.getByRole('combobox', { name: 'View as' }).selectOption({ label: account.title });
    await check(async () => {
      await expect(
        page.getByRole('region', { name: 'Page preview, With the chosen plans, 1280 px' }),
      ).toHaveAttribute('aria-busy', 'true');
      await expect(getFrame(page).getByText(/Your plan:/)).toBeVisible();
    });
    await release();
    await goOffline({ page, context });
    await check(async () => {
      await expect(page.getByText('You’re offline. You can keep reading').first()).toBeVisible();
      await expect(getFrame(page).getByRole('heading', { name: 'Basic' })).toBeVisible();
    });
  },
  'retired plan': async ({ page, createTenant, signIn, check }) => {
    const { app, path } = viewAsAccount(await createTenant(catalog, onVersion('Legacy')));
    await signIn({ app, role: 'product' }, path);
    await check(() =>
      expect(getFrame(page).getByText('No longer offered', { exact: true }).last()).toBeVisible(),
    );
  },
  'blocked switch': async ({ page, createTenant, signIn, check }) => {
    const { app, path } = viewAsAccount(await createTenant(catalog));
    await signIn({ app, role: 'product' }, path);
    await check(() =>
      expect(getFrame(page).getByRole('button', { name: 'Upgrade to Enterprise' })).toHaveAttribute(
        'aria-disabled',
        'true',
      ),
    );
  },
  'stale dialog': 'The page has no switch.',
  'unknown outcome': 'The page has no switch.',
});
