import { expect, type Page } from '@playwright/test';
import { pageUrl, test } from '../fixtures';
import { observeLayoutShifts } from './check-page';
import {
  catalog,
  checkFailedLoad,
  checkFailedRefetch,
  goOffline,
  onVersion,
  testPageStates,
} from './page-states';

const versionSpecs = [
  { title: 'Basic', fee: 0, features: [1], optional: [{ feature: 4, fee: 500, addOn: 'Audit pack' }] },
  { title: 'Pro', fee: 2000, features: [1, 2, 3], values: { 3: '10 GB' } },
  { title: 'Max', fee: 5000, features: [1, 2, 3, 4], values: { 3: '1 TB' } },
];
const features = ['Alerts', 'Single sign-on', 'Storage', 'Audit log', 'Custom domain'];
const groupOf = (n: number) => (n < 3 ? 'Core' : 'Data');

test('a phone starts with the differences, and descriptions are closed', async ({ page, createTenant }) => {
  const { app } = await createTenant({ versions: versionSpecs, features, groupOf });
  await page.setViewportSize({ width: 390, height: 844 });
  const readLayoutShifts = await observeLayoutShifts(page);
  await page.goto(pageUrl(app.host, '/compare'));
  const rows = page.getByRole('rowheader').filter({ hasNot: page.getByRole('heading') });
  const status = page.getByRole('status').filter({ hasText: 'features' });
  await expect(status).toHaveText('3 of 5 features');
  await expect(rows).toHaveCount(3);
  expect((await readLayoutShifts())[0]).toBeLessThan(0.02);
  const description = page.getByText('What Storage does.');
  await expect(description).toBeHidden();
  await page.locator('summary', { hasText: 'Storage' }).click();
  await expect(description).toBeVisible();
  const only = page.getByRole('checkbox', { name: 'Only differences' });
  await only.uncheck();
  await expect(rows).toHaveCount(5);
  await expect(page).toHaveURL(/differences=false$/);
  await page.reload();
  await expect(status).toHaveText('5 features');
  await only.check();
  await expect(page).toHaveURL(/\/compare$/);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(status).toHaveText('5 features');
  await expect(description).toBeVisible();
});

test('the accessibility tree has one table with headers and texts', async ({ page, createTenant }) => {
  const { app } = await createTenant({ versions: versionSpecs, features, groupOf });
  await page.goto(pageUrl(app.host, '/compare'));
  await expect(page.getByRole('columnheader')).toHaveCount(4);
  // The whole table as exposed to screen readers.
  await expect(page.getByRole('main').getByRole('table')).toMatchAriaSnapshot(`
    - table "What each plan includes":
      - caption: What each plan includes
      - rowgroup:
        - row "Feature Basic Free Pro $20 / month Max $50 / month":
          - columnheader "Feature"
          - columnheader "Basic Free"
          - columnheader "Pro $20 / month"
          - columnheader "Max $50 / month"
        - row "Choose Basic Choose Pro Choose Max":
          - cell
          - cell "Choose Basic":
            - link "Choose Basic"
          - cell "Choose Pro":
            - link "Choose Pro"
          - cell "Choose Max":
            - link "Choose Max"
      - rowgroup:
        - row "Core":
          - rowheader "Core":
            - heading "Core" [level=2]:
              - button "Core" [expanded]
        - row "Alerts What Alerts does. Included Included Included":
          - rowheader "Alerts What Alerts does."
          - cell "Included"
          - cell "Included"
          - cell "Included"
        - row "Single sign-on What Single sign-on does. Not included Included Included":
          - rowheader "Single sign-on What Single sign-on does."
          - cell "Not included"
          - cell "Included"
          - cell "Included"
      - rowgroup:
        - row "Data":
          - rowheader "Data":
            - heading "Data" [level=2]:
              - button "Data" [expanded]
        - row "Storage What Storage does. Not included 10 GB 1 TB":
          - rowheader "Storage What Storage does."
          - cell "Not included"
          - cell "10 GB"
          - cell "1 TB"
        - row "Audit log What Audit log does. Add-on $5 / month Not included Included":
          - rowheader "Audit log What Audit log does."
          - cell "Add-on $5 / month"
          - cell "Not included"
          - cell "Included"
        - row "Custom domain What Custom domain does. Not included Not included Not included":
          - rowheader "Custom domain What Custom domain does."
          - cell "Not included"
          - cell "Not included"
          - cell "Not included"
  `);
  await expect(page.getByText('5 features', { exact: true })).toBeVisible();
  // CSS grid rows must keep their table roles, and filtered rows stay in the DOM but must not be exposed.
  const cdp = await page.context().newCDPSession(page);
  const { root } = await cdp.send('DOM.getDocument');
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'table' });
  const countNodes = async (role: string) =>
    (await cdp.send('Accessibility.queryAXTree', { nodeId, role })).nodes.filter(({ ignored }) => !ignored)
      .length;
  expect([await countNodes('row'), await countNodes('rowheader'), await countNodes('cell')]).toEqual([
    9, 7, 19,
  ]);
  await page.getByRole('checkbox', { name: 'Only differences' }).check();
  await expect(page.getByText('3 of 5 features', { exact: true })).toBeVisible();
  expect([await countNodes('row'), await countNodes('rowheader'), await countNodes('cell')]).toEqual([
    7, 5, 13,
  ]);
});

test('search and differences filter the rows and are in the URL', async ({ page, createTenant }) => {
  const { app } = await createTenant({ versions: versionSpecs, features, groupOf });
  await page.goto(pageUrl(app.host, '/compare'));
  const rows = page.getByRole('rowheader', { name: /Alerts|Single|Storage|Audit|Custom/ });
  await page.getByRole('checkbox', { name: 'Only differences' }).check();
  await expect(rows).toHaveCount(3);
  await expect(page.getByText('3 of 5 features')).toBeVisible();
  await page.getByRole('searchbox').fill('audit');
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('1 of 5 features')).toBeVisible();
  await expect(page).toHaveURL(/q=audit/);
  const url = page.url();
  await page.reload();
  await expect(rows).toHaveCount(1);
  expect(page.url()).toBe(url);
  await page.getByRole('searchbox').fill('zzz');
  await expect(page.getByText('No matching features')).toBeVisible();
});

test('a group collapses, and plans that do not fit are paged', async ({ page, createTenant }) => {
  const versions = Array.from({ length: 7 }, (_, index) => ({
    title: `Plan ${index + 1}`,
    features: [1, 4],
  }));
  const { app } = await createTenant({ versions, features, groupOf });
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto(pageUrl(app.host, '/compare'));
  const headers = page.getByRole('columnheader', { name: /Plan/ });
  await expect(headers).toHaveCount(5);
  for (const title of ['Plan 6', 'Plan 7']) await page.getByRole('checkbox', { name: title }).check();
  await expect(page.getByText('5 features. Showing 6 of 7 plans.')).toBeVisible();
  await page.getByRole('button', { name: 'Next plans' }).click();
  await expect(headers).toHaveText([/Plan 2/, /Plan 3/, /Plan 4/, /Plan 5/, /Plan 6/, /Plan 7/]);
  await expect(page.getByRole('button', { name: 'Next plans' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous plans' }).click();
  await expect(headers.first()).toContainText('Plan 1');
  await expect(page.getByRole('rowheader', { name: /Alerts/ })).toBeVisible();
  const group = page.getByRole('heading', { name: 'Core' }).getByRole('button');
  // Not a horizontal line, which means "Not included".
  await expect(group.locator('path')).not.toHaveAttribute('d', /^M\d+ 8h\d+$/);
  await group.click();
  await expect(page.getByRole('rowheader', { name: /Alerts/ })).toHaveCount(0);
  await expect(page.getByRole('rowheader', { name: /Storage/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Core/ })).toHaveText('Core2 features');
});

test('plans without differences have an empty state', { tag: '@full' }, async ({ page, createTenant }) => {
  const identical = await createTenant({
    versions: [{ features: [1, 2] }, { features: [1, 2] }],
    features: 2,
  });
  await page.goto(pageUrl(identical.app.host, '/compare'));
  await page.getByRole('checkbox', { name: 'Only differences' }).check();
  await expect(page.getByRole('heading', { name: 'No differences' })).toBeVisible();
});

test('the switch dialog returns to the same filters', async ({ page, openTenant }) => {
  await openTenant(
    { versions: versionSpecs, features, groupOf },
    { account: onVersion('Max'), path: '/compare' },
  );
  await expect(page.getByRole('columnheader').last()).toContainText('Max');
  await expect(page.getByRole('cell').filter({ hasText: 'Your plan' })).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Only differences' }).check();
  await page.getByRole('button', { name: 'Downgrade to Pro' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Pro?' });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/compare\?differences=true&switch=ver_/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Downgrade to Pro' })).toBeFocused();
  await expect(page).toHaveURL(/\/compare\?differences=true$/);
});

const getColumnHeader = (page: Page, title: string) =>
  page.getByRole('columnheader', { name: new RegExp(title) });

test('without JavaScript, plans are chosen by a form', async ({ browser, createTenant }) => {
  const top = { title: 'Top', fee: 9000, features: [1, 2, 3, 4, 5] };
  const { app } = await createTenant({ versions: [...versionSpecs, top], features, groupOf });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const show = page.getByRole('button', { name: 'Show', exact: true }).first();
  const plans = page.getByRole('columnheader').filter({ visible: true });
  await page.goto(pageUrl(app.host, '/compare?seats=8'));
  await expect(plans).toHaveText(['Feature', /Basic/, /Pro/, /Max/, /Top/]);
  await expect(page.getByRole('heading', { level: 2, name: 'Core' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Basic' }).uncheck();
  await show.click();
  await expect(plans).toHaveText(['Feature', /Pro/, /Max/, /Top/]);
  expect(new URL(page.url()).searchParams.get('seats')).toBe('8');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('combobox', { name: 'Second plan' }).selectOption('Basic');
  await show.click();
  await expect(plans).toHaveText(['Feature', /Pro/, /Basic/]);
  await context.close();
});

testPageStates('/compare', {
  loading: 'Part of the state of an error.',
  empty: async ({ page, createTenant, check }) => {
    const { app } = await createTenant({ versions: 2, features: 0 });
    await page.goto(pageUrl(app.host, '/compare'));
    await check(() => expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible());
  },
  'error and retry': (state) =>
    checkFailedLoad(state, {
      path: '/compare',
      table: 'features',
      message: 'The comparison couldn’t be loaded',
      content: state.page.getByRole('table'),
    }),
  'refetch failed': 'Part of the state of an owner.',
  offline: 'Part of the state of an owner.',
  visitor: async ({ page, createTenant, check }) => {
    const { app } = await createTenant(catalog);
    await page.goto(pageUrl(app.host, '/compare'));
    await check(async () => {
      await expect(page.getByRole('cell').getByRole('link', { name: 'Choose Pro' })).toBeVisible();
      await expect(page.getByRole('button', { name: /Upgrade|Downgrade/ })).toHaveCount(0);
    });
  },
  member: async ({ page, openTenant, check }) => {
    await openTenant(catalog, { role: 'member', path: '/compare' });
    await check(async () => {
      await expect(page.getByRole('cell').filter({ hasText: 'Your plan' })).toHaveCount(1);
      await expect(page.getByRole('button', { name: /Upgrade|Downgrade/ })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'See what changes with Pro' })).toBeVisible();
    });
  },
  owner: async ({ page, context, openTenant, check }) => {
    await openTenant(catalog, { path: '/compare' });
    await check(async () => {
      await expect(getColumnHeader(page, 'Basic')).toHaveAttribute('aria-current', 'true');
      await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toBeVisible();
    });
    await checkFailedRefetch({ page, check }, getColumnHeader(page, 'Basic'));
    await goOffline({ page, context });
    await check(async () => {
      await expect(page.getByText('You’re offline. You can keep reading')).toBeVisible();
      await page.getByRole('checkbox', { name: 'Only differences' }).setChecked(true);
      await expect(page.getByText(/\d of 5 features/)).toBeVisible();
    });
  },
  product: async ({ page, openTenant, check }) => {
    await openTenant(catalog, { role: 'product', path: '/compare?pair=v1,v5' });
    await check(() => expect(getColumnHeader(page, 'Unreleased')).toContainText('Not public'));
  },
  'retired plan': async ({ page, openTenant, check }) => {
    await openTenant(catalog, { account: onVersion('Legacy'), path: '/compare' });
    await check(async () => {
      await expect(getColumnHeader(page, 'Legacy')).toContainText('No longer offered');
      // In its place on the plans page, after the other plans.
      await expect(page.getByRole('columnheader').last()).toContainText('Legacy');
    });
  },
  'blocked switch': async ({ page, openTenant, check }) => {
    await openTenant(catalog, { path: '/compare?pair=v1,v3' });
    await check(async () => {
      await expect(getColumnHeader(page, 'Enterprise')).toContainText('Price on request');
      await expect(getColumnHeader(page, 'Enterprise').getByRole('button')).toHaveCount(0);
    });
  },
  'stale dialog': 'Applies to the switch dialog only.',
  'unknown outcome': 'Applies to the switch dialog only.',
});
