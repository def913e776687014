import { expect, type Page } from '@playwright/test';
import type { Tenant } from '../../fixtures';
import { at } from '../at';
import { failReads, goOffline } from './outages';
import { list, on, type Scene, type Scenes } from './stage';

const framed = (page: Page) => page.frameLocator('iframe');

/** To anybody else there is no such page. */
const hidden =
  (role: 'member' | 'owner'): Scene =>
  async ({ page, tenant, enter, look }) => {
    await enter({ ...(await tenant(list)), role }, '/preview');
    await look(() => expect(page.getByRole('heading', { name: 'There’s nothing here' })).toBeVisible());
  };

const asAccount = ({ app, account }: Tenant) => ({ app, path: `/preview?as=${account.id}` });

export const preview: Scenes = {
  loading: async ({ page, tenant, enter, look }) => {
    const { app, account } = await tenant(list);
    await enter({ app, role: 'product' }, '/preview');
    await expect(framed(page).getByRole('heading', { name: 'Basic' })).toBeVisible();
    await page.route('**/preview?**', () => {});
    await page.getByRole('combobox', { name: 'Look as' }).selectOption({ label: account.title });
    await look(async () => {
      await expect(page.getByRole('region', { name: 'The preview' })).toHaveAttribute('aria-busy', 'true');
      await expect(framed(page).getByText(/Your plan:/)).toBeVisible();
    });
  },
  empty: async ({ page, tenant, enter, look }) => {
    const { app } = await tenant({ versions: [{ active: false }] });
    await enter({ app, role: 'product' }, '/preview');
    await look(async () => {
      await expect(page.getByText('Every plan is public already.')).toBeVisible();
      await expect(framed(page).getByRole('heading', { name: 'No plans yet' })).toBeVisible();
    });
  },
  'error and retry': async ({ page, tenant, enter, db, look }) => {
    const made = await tenant(list);
    const mend = await failReads(db, made, 'features');
    await enter({ app: made.app, role: 'product' }, '/preview');
    await look(() =>
      expect(page.getByRole('main').getByRole('alert')).toContainText('This page didn’t load'),
    );
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(framed(page).getByRole('heading', { name: 'Basic' })).toBeVisible();
  },
  'refetch failed': 'It asks when it is opened or told to, never by itself.',
  offline: async ({ page, context, tenant, enter, look }) => {
    const { app } = await tenant(list);
    await enter({ app, role: 'product' }, '/preview');
    await expect(framed(page).getByRole('heading', { name: 'Basic' })).toBeVisible();
    await goOffline({ page, context });
    await look(async () => {
      await expect(page.getByText('You’re offline. You can keep reading').first()).toBeVisible();
      await expect(framed(page).getByRole('heading', { name: 'Basic' })).toBeVisible();
    });
  },
  visitor: async ({ page, tenant, look }) => {
    const { app } = await tenant(list);
    await page.goto(at(app.host, '/preview'));
    await look(() => expect(page.getByRole('heading', { name: 'There’s nothing here' })).toBeVisible());
  },
  member: hidden('member'),
  owner: hidden('owner'),
  product: async ({ page, tenant, enter, look }) => {
    const { app } = await tenant(list);
    await enter({ app, role: 'product' }, '/preview');
    await page.getByRole('checkbox', { name: 'Unreleased' }).check();
    await look(async () => {
      await expect(page.getByText('Nothing here is saved')).toBeVisible();
      await expect(framed(page).getByRole('heading', { name: 'Unreleased' })).toBeVisible();
    });
  },
  'retired plan': async ({ page, tenant, enter, look }) => {
    const { app, path } = asAccount(await tenant(list, on('Legacy')));
    await enter({ app, role: 'product' }, path);
    await look(() => expect(framed(page).getByText('No longer offered', { exact: true })).toBeVisible());
  },
  'blocked switch': async ({ page, tenant, enter, look }) => {
    const { app, path } = asAccount(await tenant(list));
    await enter({ app, role: 'product' }, path);
    await look(() =>
      expect(framed(page).getByRole('button', { name: 'Upgrade to Enterprise' })).toHaveAttribute(
        'aria-disabled',
        'true',
      ),
    );
  },
  'stale dialog': 'Nothing can be switched here.',
  'unknown outcome': 'Nothing can be switched here.',
};
