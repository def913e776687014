import { type APIRequestContext, expect } from '@playwright/test';
import type { VersionList } from '@/lib/contract/versions';
import { buildSession } from '@/prisma/factories/build-credential';
import { pageUrl, test } from '../fixtures';

const title = 'Team </script><script>window.injected = true</script> & "more"';
const versions = [
  { title: 'Free', fee: 0 },
  { title, description: 'For <b>teams</b>', fee: 1250, annualFee: 12_000 },
  { title: 'Group', fee: 2000, userFee: 800 },
  { title: 'Enterprise', fee: null },
  { title: 'Unreleased', fee: 9900, public: false },
];
const app = { title: 'Larder', currency: 'EUR', language: 'de', versions };

async function readStructuredData(request: APIRequestContext, host: string, headers = {}) {
  const html = await (await request.get('/', { headers: { Host: host, ...headers } })).text();
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );
}

test('a page of visitors describes the public plans for search engines', async ({
  request,
  createTenant,
}) => {
  const { app: built } = await createTenant(app);
  const response = await request.get('/app/versions', { headers: { Host: built.host } });
  const { data }: VersionList = await response.json();
  const [described, ...others] = await readStructuredData(request, built.host);
  expect(others).toEqual([]);
  expect(described).toMatchObject({ '@type': 'SoftwareApplication', name: 'Larder', inLanguage: 'de' });
  const offers: { name: string; description?: string; priceSpecification?: object[] }[] = described.offers;
  expect(offers.map(({ name }) => name)).toEqual(data.versions.map((version) => version.title));
  expect(offers.map(({ description = '' }) => description)).toEqual(
    data.versions.map((version) => version.description),
  );
  const price = (amount: string) => ({ price: amount, priceCurrency: 'EUR' });
  expect(offers.map(({ priceSpecification = null }) => priceSpecification)).toMatchObject([
    [price('0.00')],
    [
      { ...price('12.50'), billingDuration: 'P1M' },
      { ...price('120.00'), billingDuration: 'P1Y' },
    ],
    [{ priceComponent: [price('20.00'), { ...price('8.00'), referenceQuantity: { unitText: 'user' } }] }],
    null,
  ]);
  expect(JSON.stringify(described)).not.toContain('Unreleased');
});

test('the description is not for signed-in users', async ({ request, createTenant, db }) => {
  const { app: built, account } = await createTenant(app);
  expect(await readStructuredData(request, built.host)).toHaveLength(1);
  for (const role of ['owner', 'member', 'product'] as const) {
    const secret = await buildSession(db, { app: built, account, role });
    const cookie = { Cookie: `__Host-app-versions=${secret}` };
    expect([role, await readStructuredData(request, built.host, cookie)]).toEqual([role, []]);
  }
});

test('a browser executes no text of it, and reports no violation', async ({ page, createTenant }) => {
  const { app: built } = await createTenant(app);
  await page.goto(pageUrl(built.host));
  await expect(page.getByRole('heading', { name: 'Enterprise' })).toBeVisible();
  const json = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(json ?? '').offers[1].name).toBe(title);
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
});
