import { expect } from '@playwright/test';
import { problems } from '@/lib/contract/errors';
import { describeApi } from '@/lib/contract/openapi/describe-api';
import { operations } from '@/lib/contract/operations';
import { test } from '../fixtures';
import { lookOver } from './look-over';

test('the reference tells of every operation, refusal and shape', async ({ page }) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
  const contents = page.getByRole('navigation', { name: 'On this page' });
  for (const { summary, method, path, id } of operations) {
    const section = page.getByRole('region', { name: summary, exact: true });
    await expect(section).toContainText(`${method} /api${path}`);
    await expect(contents.getByRole('link', { name: summary })).toHaveAttribute('href', `#${id}`);
  }
  const ids = [...Object.keys(problems), ...Object.keys(describeApi().components.schemas)];
  const headings = await page
    .getByRole('heading', { level: 3 })
    .evaluateAll((all) => all.map(({ id }) => id));
  expect(headings).toEqual(expect.arrayContaining(ids));
});

test('no link of it leads nowhere', async ({ page }) => {
  await page.goto('/docs');
  const dead = await page
    .locator('main a[href^="#"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    .then((hrefs) =>
      page.evaluate(
        (all) => all.filter((href) => !document.getElementById(href.slice(1))),
        [...new Set(hrefs)],
      ),
    );
  expect(dead).toEqual([]);
});

test('the type of a refusal leads to what the reference says of it', async ({ page, request }) => {
  await page.goto('/problems/version_not_found');
  await expect(page).toHaveURL(/\/docs#version_not_found$/);
  await expect(page.locator('#version_not_found')).toBeInViewport();
  expect((await request.get('/problems/toString')).status()).toBe(404);
});

test('needs no other origin, and nothing of its own that a strict policy stops', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(baseURL ?? '').origin) foreign.push(request.url());
  });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto('/docs', { waitUntil: 'load' });
  const details = page.locator('details', { hasText: 'An owner whose account is on Free' });
  await details.locator('summary').click();
  await expect(details.getByText('"optional_features_available": true')).toBeVisible();
  expect([foreign, complaints]).toEqual([[], []]);
  expect(await page.locator('main [style], main style, main script').count()).toBe(0);
});

test('has no accessibility fault and no sideways scroll, light and dark', async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto('/docs');
  // Folded examples are part of the page.
  await page.locator('details').evaluateAll((all) => {
    for (const each of all) (each as HTMLDetailsElement).open = true;
  });
  await lookOver(page);
});
