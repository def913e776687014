import { expect, type Locator } from '@playwright/test';
import { withTenant } from '@/lib/db/connection/tenant';
import type { AppSpec } from '@/prisma/factories/build-app';
import { buildKey } from '@/prisma/factories/build-credential';
import { publishChange } from '@/prisma/factories/publish-change';
import { pageUrl, test } from '../fixtures';

// What people come to the plans page for takes at most two taps without scrolling, and each other task of an account
// at most three.

const versions = [
  { title: 'Basic', fee: 0, features: [1] },
  {
    title: 'Pro',
    fee: 2000,
    userFee: 800,
    annualFee: 20_000,
    annualUserFee: 8000,
    features: [1, 2, 3, 4, 5],
  },
  { title: 'Max', fee: 9000, features: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
];
const features = [...'123456789'].map((n) => `Feature ${n}`);
const roles = ['visitor', 'owner', 'member', 'product'] as const;
const widths = [390, 1280];

/** Taps what is on the screen, and returns the number of taps so far. */
function createTapper() {
  let taps = 0;
  return async (target: Locator) => {
    await expect(target).toBeInViewport({ ratio: 1 });
    await target.click();
    taps += 1;
    return taps;
  };
}

for (const width of widths) {
  for (const role of roles) {
    test(`${role}: a feature and a total, ${width} px`, { tag: '@full' }, async ({
      page,
      createTenant,
      signIn,
    }) => {
      const { app, account } = await createTenant({ versions, features });
      if (role !== 'visitor') await signIn({ app, role, ...(role !== 'product' && { account }) }, null);
      const url = role === 'visitor' ? pageUrl(app.host) : '/';
      await page.setViewportSize({ width, height: 844 });
      await page.goto(url);
      const tapSearch = createTapper();
      expect(await tapSearch(page.getByRole('searchbox'))).toBeLessThanOrEqual(2);
      await page.keyboard.type('feature 5');
      // There are more until the last letter.
      await expect(page.getByText('Cheapest: Pro')).toHaveCount(1);
      await expect(page.getByText('Cheapest: Pro')).toBeInViewport();

      await page.goto(url);
      const tapPrice = createTapper();
      await tapPrice(page.getByRole('spinbutton', { name: 'Users' }));
      await page.keyboard.type('8');
      expect(await tapPrice(page.getByText('Annual', { exact: true }))).toBeLessThanOrEqual(2);
      const total = page.getByText('$70 / month').or(page.getByText('$840 / year'));
      await expect(total.filter({ visible: true }).first()).toBeInViewport();
    });
  }

  test(`owner: undo of a switch, ${width} px`, { tag: '@full' }, async ({ page, openTenant }) => {
    await page.setViewportSize({ width, height: 844 });
    await openTenant({ versions, features });
    const dialog = page.getByRole('alertdialog');
    await page.getByRole('button', { name: /to Pro$/ }).click();
    await dialog.getByRole('button', { name: 'Switch to Pro' }).click();
    const tap = createTapper();
    await tap(page.getByRole('button', { name: 'Undo', exact: true }));
    expect(await tap(dialog.getByRole('button', { name: 'Undo the switch' }))).toBeLessThanOrEqual(2);
    await expect(page.getByText('You’re on Basic')).toBeInViewport();
  });
}

for (const width of widths) {
  test(`support: find by e-mail, undo and grant, ${width} px`, { tag: '@full' }, async ({
    page,
    createTenant,
    signIn,
    db,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const { app, account } = await createTenant(
      { versions: [...versions, { title: 'Custom', fee: 5000, public: false }], features },
      (app) => ({ title: 'Acme', history: app.versions.slice(1, 2) }),
    );
    await withTenant(db, { appId: app.id }, (queries) =>
      queries.account.updateMany({ data: { email: 'ada@acme.example' } }),
    );
    const dialog = page.getByRole('alertdialog');
    const reason = dialog.getByLabel(/^Reason/);
    await signIn({ app, role: 'support', name: 'Sam', userId: 'sam' }, '/accounts');
    const tapFound = createTapper();
    await tapFound(page.getByRole('searchbox'));
    await page.keyboard.type('ada@acme.example\n');
    const found = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
    await expect(found).toHaveCount(1);
    expect(await tapFound(found.getByRole('link'))).toBe(2);
    await expect(page).toHaveURL(new RegExp(`/accounts/${account.id}`));

    // A wrong switch, and its undo: the reason is typed.
    await page.getByRole('button', { name: 'Change plan' }).click();
    await page.getByRole('button', { name: /to Basic$/ }).click();
    await reason.fill('Wrong customer');
    await dialog.getByRole('button', { name: 'Switch to Basic' }).click();
    const tapUndo = createTapper();
    const plan = page.getByRole('region', { name: 'Plan and price' });
    await tapUndo(plan.getByRole('button', { name: 'Undo', exact: true }));
    await reason.fill('Wrong customer');
    expect(await tapUndo(dialog.getByRole('button', { name: 'Undo the switch' }))).toBe(2);
    await expect(page.getByText(/Acme.* is on Pro/)).toBeInViewport();

    const grants = page.getByRole('region', { name: 'Private plans' });
    await grants.scrollIntoViewIfNeeded();
    const tapGrant = createTapper();
    await tapGrant(grants.getByRole('button', { name: 'Grant' }));
    await reason.fill('Agreed by phone');
    expect(await tapGrant(dialog.getByRole('button', { name: 'Grant' }))).toBe(2);
    await expect(grants.getByRole('listitem')).toContainText('Custom');
  });
}

const day = 24 * 60 * 60 * 1000;
const withAddOn: AppSpec = {
  title: 'Larder',
  features: ['Core', 'Single sign-on', 'Audit log'],
  versions: ['Basic', 'Pro'].map((title, index) => ({
    title,
    fee: 500 + 1500 * index,
    features: index === 0 ? [1] : [1, 2],
    optional: [{ feature: 3, addOn: 'Audit pack', fee: 300 }],
  })),
};

for (const width of widths) {
  test(`each task of an account takes at most three taps, ${width} px`, { tag: '@full' }, async ({
    page,
    createTenant,
    signIn,
    db,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const tenant = await createTenant(withAddOn);
    await withTenant(db, { appId: tenant.app.id }, (queries) =>
      queries.account.updateMany({ data: { periodEndsAt: new Date(Date.now() + 30 * day) } }),
    );
    const owner = { ...tenant, name: 'Olga Owner', userId: 'olga' };
    const member = { ...tenant, role: 'member' as const, name: 'Mia Member', userId: 'mia' };
    const dialog = page.getByRole('alertdialog');
    const main = page.getByRole('main');
    const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
    const inDialog = (name: string | RegExp) => dialog.getByRole('button', { name });
    /** Taps in this order, from the plans page, until the result is there. */
    const perform = async (task: string, taps: Locator[], result: Locator) => {
      for (const target of taps) await target.click();
      await expect(result, task).toBeVisible();
      // The browser has gone back.
      await expect(page).not.toHaveURL(/switch=/);
      expect(taps.length, task).toBeLessThanOrEqual(3);
    };

    await signIn(owner);
    const upgrade = main.getByRole('button', { name: 'Upgrade to Pro' });
    await perform('upgrade', [upgrade, inDialog('Switch to Pro')], page.getByText('You’re on Pro'));
    await page.goto('/');
    const downgrade = main.getByRole('button', { name: 'Downgrade to Basic' });
    const planned = page.getByText(/^Changes to Basic on/);
    await perform('downgrade at the end of the period', [downgrade, inDialog(/^Switch on/)], planned);
    await page.goto('/');
    await perform(
      'cancel it',
      [page.getByRole('button', { name: 'Keep Pro' })],
      page.getByText('You keep Pro.'),
    );
    await page.goto('/');
    const pack = page.getByRole('listitem', { name: 'Audit pack' });
    await perform(
      'add-on on',
      [link('Add-ons'), pack.getByRole('button', { name: /^Turn on/ }), inDialog('Turn on')],
      page.getByText(/^Audit pack is on/),
    );
    await page.goto('/');
    await perform(
      'add-on off',
      [link('Add-ons'), pack.getByRole('button', { name: /^Turn off/ }), inDialog('Turn off')],
      page.getByText(/^Audit pack is off/),
    );
    await page.goto('/');
    await link('History').click();
    await page.getByText('Since when do we have …?').click();
    await page.getByRole('searchbox', { name: 'Since when do we have …?' }).click();
    await page.keyboard.type('sso');
    await expect(page.getByRole('search').getByRole('listitem')).toHaveText(/with Pro, by Olga Owner\.$/);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);

    await signIn(member);
    const ask = main.getByRole('button', { name: 'See what changes with Basic' });
    await perform('a member asks', [ask, inDialog('Ask for Basic')], page.getByText('You asked for Basic.'));
    await signIn(owner);
    const approve = page.getByRole('link', { name: /^Approve\W+Basic$/ });
    await perform(
      'an owner approves',
      [approve, inDialog('Switch to Basic')],
      page.getByText('You’re on Basic'),
    );
    await publishChange(db, tenant.app, (queries) =>
      queries.version.updateMany({
        where: { appId: tenant.app.id, id: tenant.app.versions[0]!.id },
        data: { fee: 700 },
      }),
    );
    await page.goto('/');
    const notice = page.getByRole('article', { name: /^Larder changed Basic on/ });
    await perform('the provider raised a price', [], notice.getByText(/It costs \$7/));
  });
}

const priceList = (price: number) => `syntaxVersion: "3.1"
saasName: Larder
currency: USD
features:
  core: { valueType: BOOLEAN, defaultValue: true, type: DOMAIN }
plans:
  BASIC: { price: 0 }
  PRO: { price: ${price}, unit: user/month }
`;

for (const width of widths) {
  test(`product team: raise a price, add a plan, schedule and go back, ${width} px`, {
    tag: '@full',
  }, async ({ page, request, createTenant, signIn, db }) => {
    await page.setViewportSize({ width, height: 844 });
    const { app } = await createTenant({ versions: [], features: 0 });
    const headers = { Authorization: `Bearer ${await buildKey(db, { app, role: 'product' })}` };
    const path = '/api/catalog/editions';
    const created = await request.post(path, { headers, data: { source: priceList(10) } });
    const { data } = (await created.json()) as { data: { id: string } };
    expect((await request.post(`${path}/${data.id}/publish`, { headers, data: {} })).ok()).toBe(true);
    await signIn({ app, role: 'product', name: 'Pia' }, '/catalog');
    const dialog = page.getByRole('alertdialog');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const review = page.getByRole('link', { name: 'See what changes' });
    const getCell = (row: string, column: number) =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: row, exact: true }) })
        .getByRole('gridcell')
        .nth(column);
    /** Taps until something is published, in one flow from the list of editions. */
    let taps = 0;
    const tap = async (target: Locator) => {
      await target.click();
      taps += 1;
    };
    const publish = async (time: string | null) => {
      await tap(button('Save'));
      await tap(review);
      await tap(button('Publish'));
      if (time !== null) {
        await tap(dialog.getByRole('radio', { name: 'At a time' }));
        await dialog.getByLabel('Date and time').fill(time);
      }
      await tap(dialog.getByRole('button', { name: time === null ? 'Publish now' : 'Schedule publication' }));
      await expect(page.getByRole('status').filter({ hasText: /is live|will be published/ })).toBeFocused();
    };

    await tap(button('From the live list'));
    await tap(getCell('Price', 1));
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await publish(null);
    expect(taps, 'raise a price').toBeLessThanOrEqual(6);

    await page.goto('/catalog');
    taps = 0;
    await tap(button('From the live list'));
    await tap(button('Add plan'));
    await page.keyboard.type('Max');
    await page.keyboard.press('Enter');
    await expect(getCell('Price', 2)).toBeFocused();
    await page.keyboard.type('30');
    await page.keyboard.press('Enter');
    await publish(`${new Date().getFullYear() + 1}-03-03T09:00`);
    expect(taps, 'add a plan on a date').toBeLessThanOrEqual(7);

    await page.goto('/catalog');
    taps = 0;
    await tap(page.getByRole('link', { name: 'Edition 1', exact: true }));
    await tap(button('Publish again'));
    await tap(button('Publish'));
    await tap(dialog.getByRole('button', { name: 'Publish now' }));
    await expect(page.getByRole('status').filter({ hasText: 'is live' })).toBeFocused();
    expect(taps, 'roll back').toBeLessThanOrEqual(4);
  });
}
