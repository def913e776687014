import { expect, type Locator } from '@playwright/test';
import { pageUrl, test } from '../fixtures';

// What people come to the plans page for takes at most two taps, without scrolling.

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
