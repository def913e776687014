import { expect } from '@playwright/test';
import { test } from '../fixtures';

test('a visitor can sign in as a demo user with one click and sign out', async ({ page }) => {
  await page.goto('/sign-in');
  const demoUsers = page.getByRole('main').getByRole('button');
  await expect(demoUsers).not.toHaveCount(0);
  await demoUsers.first().click();
  await expect(page.getByText(/Your plan:/)).toBeVisible();
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name.startsWith('__Host-'));
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
});

test('signing in to the demo keeps plan and users', { tag: '@full' }, async ({ page }) => {
  await page.goto('/?seats=3');
  await page.getByRole('link', { name: 'Choose Brigade' }).click();
  await page.getByRole('button', { name: 'Sign in as Pia Moretti' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Start the trial of Brigade?' });
  await expect(dialog.getByRole('spinbutton', { name: 'Users' })).toHaveValue('3');
});

test('going back after signing out shows nothing of the account', async ({ page, openTenant }) => {
  await openTenant(undefined, { account: () => ({ title: 'Marker Account' }) });
  await page.goto('/compare');
  await expect(page.getByText('Marker Account')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  // From the HTTP cache.
  await page.goBack();
  await expect(page).toHaveURL('/compare');
  await expect(page.getByText('Marker Account')).toBeHidden();
});

test('a restored page is reloaded if its user has signed out', async ({ page, openTenant }) => {
  await openTenant(undefined, { account: () => ({ title: 'Marker Account' }) });
  // Headless browsers have no back/forward cache.
  const restore = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.evaluate(() => Object.assign(window, { isRestored: true }));
  await restore();
  await expect(page.getByText('Marker Account')).toBeVisible();
  expect(await page.evaluate(() => 'isRestored' in window)).toBe(true);
  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.waitForURL('/');
  await expect(other.getByText('Marker Account')).toBeHidden();
  await other.close();
  await restore();
  await expect(page.getByText('Marker Account')).toBeHidden();
  expect(await page.evaluate(() => 'isRestored' in window)).toBe(false);
});
