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

test('signing in to the demo keeps the chosen plan and number of users', async ({ page }) => {
  await page.goto('/?seats=3');
  await page.getByRole('link', { name: 'Choose Brigade' }).click();
  await page.getByRole('button', { name: 'Sign in as Pia Moretti' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Switch to Brigade?' })).toContainText('for 3 users');
});
