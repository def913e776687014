import { expect } from '@playwright/test';
import { pageUrl, test } from '../fixtures';
import {
  catalog,
  failReads,
  failRefetch,
  goOffline,
  onVersion,
  stallResponses,
  testPageStates,
} from './page-states';

const versions = [
  {
    title: 'Basic',
    fee: 500,
    features: [1],
    optional: [
      { feature: 2, fee: 300, offer: 'Audit pack' },
      { feature: 3, userFee: 150, offer: 'Seats plus' },
      { feature: 4, offer: 'On-site day' },
    ],
  },
  { title: 'Pro', fee: 2000, features: [1, 2, 3, 4] },
];

test('the optional features of the current plan are listed with their prices', async ({
  page,
  createTenant,
  signIn,
}) => {
  await signIn(await createTenant({ versions, features: 4 }));
  await page.getByRole('link', { name: 'Add-ons for your plan' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('Add-ons for Basic');
  await expect(main).toContainText('Audit pack');
  await expect(main).toContainText('$3 / month');
  await expect(main).toContainText('$1.50 per user / month');
  await expect(main).toContainText('Price on request');
});

test('an add-on lists its content with amounts, its units and its annual price', async ({
  page,
  createTenant,
  signIn,
}) => {
  const tenant = await createTenant({
    versions: [
      {
        title: 'Basic',
        features: [1],
        amounts: { 1: 5 },
        optional: [
          { feature: 2, fee: 1800, feeUnit: 'site', annualFee: 18_000, offer: 'Growth pack' },
          { feature: 1, adds: 10, fee: 1800, feeUnit: 'site', annualFee: 18_000, offer: 'Growth pack' },
          { feature: 2, fee: 700, offer: 'Security pack' },
        ],
      },
    ],
    features: ['Storage', 'Single sign-on'],
    units: { 1: { unit: 'GB' } },
  });
  await signIn(tenant, '/optional-features');
  const growthPack = page.getByRole('listitem', { name: 'Growth pack' });
  await expect(growthPack).toContainText('Single sign-on');
  await expect(growthPack).toContainText('Storage+10 GB');
  await expect(growthPack).toContainText('$18 per site / month');
  await expect(growthPack).toContainText('or $180 per site per year');
  // Two add-ons with the same feature are two add-ons.
  await expect(page.getByRole('listitem', { name: 'Security pack' })).toContainText('$7 / month');
  await page.goto('/compare');
  const row = page.getByRole('row', { name: /^Single sign-on/ });
  await expect(row.getByRole('cell')).toHaveText('Add-on2 add-onsfrom $7 / month');
});

test('a plan without optional features shows an empty state', async ({ page, createTenant, signIn }) => {
  await signIn(
    await createTenant({ versions, features: 4 }, (built) => ({ history: built.versions.slice(1) })),
    '/optional-features',
  );
  await expect(page.getByRole('heading', { name: 'No add-ons for Pro' })).toBeVisible();
});

const path = '/optional-features';

testPageStates(path, {
  loading: async ({ page, createTenant, signIn, db, check }) => {
    const tenant = await createTenant(catalog);
    await failReads(db, tenant, 'features');
    await stallResponses(page);
    await signIn(tenant, path);
    await check(() =>
      expect(page.getByRole('status', { name: 'Loading' })).toHaveAttribute('aria-busy', 'true'),
    );
  },
  empty: async ({ page, createTenant, signIn, check }) => {
    await signIn(await createTenant(catalog, onVersion('Pro')), path);
    await check(() => expect(page.getByRole('heading', { name: 'No add-ons for Pro' })).toBeVisible());
  },
  'error and retry': async ({ page, createTenant, signIn, db, check }) => {
    const tenant = await createTenant(catalog);
    const restore = await failReads(db, tenant, 'features');
    await signIn(tenant, path);
    await check(() =>
      expect(page.getByRole('main').getByRole('alert')).toContainText('The add-ons couldn’t be loaded'),
    );
    await restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Audit pack' })).toBeVisible();
  },
  'refetch failed': async ({ page, createTenant, signIn, check }) => {
    await signIn(await createTenant(catalog), path);
    await expect(page.getByRole('heading', { name: 'Audit pack' })).toBeVisible();
    const staleNotice = await failRefetch(page);
    await check(async () => {
      await expect(staleNotice).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Audit pack' })).toBeVisible();
    });
    await page.unrouteAll();
    await staleNotice.getByRole('button', { name: 'Retry' }).click();
    await expect(staleNotice).toHaveCount(0);
  },
  offline: async ({ page, context, createTenant, signIn, check }) => {
    await signIn(await createTenant(catalog), path);
    await goOffline({ page, context });
    await check(async () => {
      await expect(page.getByText('You’re offline. You can keep reading')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Audit pack' })).toBeVisible();
    });
  },
  visitor: async ({ page, createTenant, check }) => {
    const { app } = await createTenant(catalog);
    await page.goto(pageUrl(app.host, path));
    await check(async () => {
      await expect(page.getByRole('heading', { name: 'Audit pack' })).toBeVisible();
      await expect(page.getByText('with Basic')).toBeVisible();
    });
  },
  member: async ({ page, createTenant, signIn, check }) => {
    await signIn({ ...(await createTenant(catalog)), role: 'member' }, path);
    await check(() => expect(page.getByText('Add-ons for Basic')).toBeVisible());
  },
  owner: async ({ page, createTenant, signIn, check }) => {
    await signIn(await createTenant(catalog), path);
    await check(async () => {
      await expect(page.getByText('Add-ons for Basic')).toBeVisible();
      await expect(page.getByText('$3 per user / month')).toBeVisible();
    });
  },
  product: async ({ page, createTenant, signIn, check }) => {
    const { app } = await createTenant(catalog);
    await signIn({ app, role: 'product' }, path);
    await check(() => expect(page.getByText('Add-ons for each plan')).toBeVisible());
  },
  'retired plan': async ({ page, createTenant, signIn, check }) => {
    await signIn(await createTenant(catalog, onVersion('Legacy')), path);
    await check(async () => {
      await expect(page.getByText('Add-ons for Legacy')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Second pack' })).toBeVisible();
    });
  },
  'blocked switch': 'The page has no switch.',
  'stale dialog': 'The page has no switch.',
  'unknown outcome': 'The page has no switch.',
});
