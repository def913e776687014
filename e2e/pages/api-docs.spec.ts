import { expect } from '@playwright/test';
import { apiErrors } from '@/lib/contract/errors';
import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import { operations } from '@/lib/contract/operations';
import { test } from '../fixtures';
import { checkPage } from './check-page';

const document = createOpenApiDocument();
const schemaNames = Object.keys(document.components.schemas);

test('the API reference lists all operations, errors and schemas', async ({ page, baseURL }) => {
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

  for (const [id, { summary, method, path, description }] of Object.entries(operations)) {
    const row = page.locator(`section[aria-labelledby="${id}"]`);
    const text = (await row.textContent()) ?? '';
    expect(text.startsWith(`${summary}${method} ${path.replace(/:(\w+)/g, '{$1}')}`), summary).toBe(true);
    expect(text, summary).toContain(description.replaceAll('`', ''));
  }
  const links = await page
    .locator('main h3 a')
    .evaluateAll((elements) => elements.map((link) => [link.parentElement?.id, link.getAttribute('href')]));
  expect(links).toEqual(
    expect.arrayContaining(
      [...Object.keys(operations), ...schemaNames].map((id) => [id, `/docs/reference/${id}`]),
    ),
  );
  const headings = await page
    .getByRole('heading', { level: 3 })
    .evaluateAll((elements) => elements.map(({ id }) => id));
  expect(headings).toEqual(expect.arrayContaining(Object.keys(apiErrors)));
  expect(findDeadLinks(await page.content())).toEqual([]);
  const details = page.locator('#version_not_found').locator('xpath=../..').locator('details');
  await details.locator('summary').click();
  await expect(details.getByText('"code": "version_not_found"')).toBeVisible();
  expect([crossOriginRequests, consoleErrors]).toEqual([[], []]);
  expect(await page.locator('main [style], main style, main script').count()).toBe(0);
  const html = await (await page.request.get('/docs')).body();
  expect(html.length / 1000, 'kB of HTML').toBeLessThan(600);
  await checkPage(page);
});

test('an operation has a page with its parameters, bodies, examples and schemas', async ({ page }) => {
  await page.goto('/docs#listVersions');
  await page.getByRole('link', { name: 'List versions', exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/reference\/listVersions$/);
  await expect(page).toHaveTitle(/^List versions · API reference · /);
  await expect(page.getByRole('heading', { level: 1, name: 'List versions' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Parameters' })).toContainText('exclude_matrix');
  const details = page.locator('details', { hasText: 'For an owner on the Free version' });
  await details.locator('summary').click();
  await expect(details.getByText('"optional_features_available": true')).toBeVisible();
  await checkPage(page);
  await page.getByRole('region', { name: 'Responses' }).getByRole('link', { name: 'VersionList' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'VersionList' })).toBeInViewport();
  await page.getByRole('region', { name: 'Errors' }).getByRole('link', { name: 'unauthenticated' }).click();
  await expect(page).toHaveURL(/\/docs#unauthenticated$/);
});

test('each operation and each schema has a page without dead links', { tag: '@full' }, async ({
  request,
}) => {
  const listed = Object.values(document.paths).flatMap(({ servers: _, ...item }) => Object.values(item));
  const getTitle = (id: string) => listed.find(({ operationId }) => operationId === id)?.summary ?? id;
  for (const id of [...Object.keys(operations), ...schemaNames]) {
    const response = await request.get(`/docs/reference/${id}`);
    const html = await response.text();
    expect([response.status(), html.includes(`>${getTitle(id)}</h1>`)], id).toEqual([200, true]);
    expect(findDeadLinks(html), id).toEqual([]);
    expect(html.length / 1000, `kB of HTML of ${id}`).toBeLessThan(600);
  }
});

for (const name of ['nothing', 'toString', '__proto__', 'constructor']) {
  test(`${name} has no page in the API reference`, async ({ request }) => {
    expect((await request.get(`/docs/reference/${name}`)).status()).toBe(404);
  });
}

/** Links within a page to IDs that it does not have. */
function findDeadLinks(html: string): string[] {
  const ids = new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
  return Array.from(html.matchAll(/ href="#([^"]+)"/g), ([, id = '']) => id).filter((id) => !ids.has(id));
}

test('the type URL of an unknown error is 404', async ({ request }) => {
  expect((await request.get('/problems/toString')).status()).toBe(404);
});
