import { expect } from '@playwright/test';
import { apiErrors } from '@/lib/contract/errors';
import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import { operations } from '@/lib/contract/operations';
import { isFullRun } from '@/tools/testing/test-scope';
import { test } from '../fixtures';
import { checkPage } from './check-page';

test('the API reference documents all operations and errors', {
  tag: '@full',
}, async ({ page, baseURL }) => {
  // Only a full run checks the layout of all sections.
  test.setTimeout(isFullRun ? 180_000 : 60_000);
  const crossOriginRequests: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(baseURL ?? '').origin)
      crossOriginRequests.push(request.url());
  });
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  // The type URL of an error.
  await page.goto('/problems/version_not_found', { waitUntil: 'load' });
  await expect(page).toHaveURL(/\/docs#version_not_found$/);
  await expect(page.locator('#version_not_found')).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();

  const sections = await page
    .getByRole('region')
    .evaluateAll((elements) => elements.map(({ textContent }) => textContent ?? ''));
  const links = await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link')
    .evaluateAll((elements) => elements.map((link) => [link.textContent, link.getAttribute('href')]));
  for (const [id, { summary, method, path }] of Object.entries(operations)) {
    const described = sections.filter((text) => text.startsWith(summary));
    expect(
      described.some((text) => text.includes(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`)),
      summary,
    ).toBe(true);
    expect(links).toContainEqual([summary, `#${id}`]);
  }
  const ids = [...Object.keys(apiErrors), ...Object.keys(createOpenApiDocument().components.schemas)];
  const headings = await page
    .getByRole('heading', { level: 3 })
    .evaluateAll((elements) => elements.map(({ id }) => id));
  expect(headings).toEqual(expect.arrayContaining(ids));
  const deadLinks = await page
    .locator('main a[href^="#"]')
    .evaluateAll((links) =>
      links
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => !document.getElementById(href.slice(1))),
    );
  expect(deadLinks).toEqual([]);

  const details = page.locator('details', { hasText: 'For an owner on the Free version' });
  await details.locator('summary').click();
  await expect(details.getByText('"optional_features_available": true')).toBeVisible();
  expect([crossOriginRequests, consoleErrors]).toEqual([[], []]);
  expect(await page.locator('main [style], main style, main script').count()).toBe(0);

  if (!isFullRun) return;
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  // The page has 19,000 elements of a few kinds. An eighth, with examples, is measured in a fraction of the time.
  await page.locator('main section:not(section section) > :not(h2)').evaluateAll((elements) => {
    for (const [index, element] of elements.entries()) if (index % 8 !== 0) element.remove();
  });
  await page.locator('details').evaluateAll((elements) => {
    for (const [index, element] of elements.entries()) (element as HTMLDetailsElement).open = index % 4 === 0;
  });
  await checkPage(page);
});

test('the type URL of an unknown error is 404', async ({ request }) => {
  expect((await request.get('/problems/toString')).status()).toBe(404);
});
