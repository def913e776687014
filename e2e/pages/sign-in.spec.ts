import { expect } from '@playwright/test';
import { test } from '../fixtures';

test('the demo lets anyone in as one of its people, with one click, and out again', async ({ page }) => {
  await page.goto('/sign-in');
  const people = page.getByRole('main').getByRole('button');
  await expect(people).not.toHaveCount(0);
  await people.first().click();
  await expect(page.getByText(/Your plan:/)).toBeVisible();
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name.startsWith('__Host-'));
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
});

test('a link that was used, or made up, says so kindly', async ({ page }) => {
  await page.goto('/enter?link=avl_nonsense');
  await expect(page.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
});
