import { expect, type Page } from '@playwright/test';
import { at } from '../at';
import { failReads, failRefetch, goOffline, holdAnswers } from './outages';
import { list, on, type Scenes } from './stage';

const head = (page: Page, title: string) => page.getByRole('columnheader', { name: new RegExp(title) });

export const compare: Scenes = {
  loading: async ({ page, tenant, enter, db, look }) => {
    const made = await tenant(list);
    await failReads(db, made, 'features');
    await holdAnswers(page);
    await enter(made, '/compare');
    await look(async () => {
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveAttribute('aria-busy', 'true');
      await expect(page.getByRole('table')).toHaveCount(0);
    });
  },
  empty: async ({ page, tenant, look }) => {
    const { app } = await tenant({ versions: 2, features: 0 });
    await page.goto(at(app.host, '/compare'));
    await look(() => expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible());
  },
  'error and retry': async ({ page, tenant, enter, db, look }) => {
    const made = await tenant(list);
    const mend = await failReads(db, made, 'features');
    await enter(made, '/compare');
    await look(() =>
      expect(page.getByRole('main').getByRole('alert')).toContainText('The comparison couldn’t be loaded'),
    );
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table')).toBeVisible();
  },
  'refetch failed': async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list), '/compare');
    await expect(page.getByRole('table')).toBeVisible();
    const note = await failRefetch(page);
    await look(async () => {
      await expect(note).toBeVisible();
      await expect(head(page, 'Basic')).toBeVisible();
    });
    await page.unrouteAll();
    await note.getByRole('button', { name: 'Retry' }).click();
    await expect(note).toHaveCount(0);
  },
  offline: async ({ page, context, tenant, enter, look }) => {
    await enter(await tenant(list), '/compare');
    await goOffline({ page, context });
    await look(async () => {
      await expect(page.getByText('You’re offline. You can keep reading')).toBeVisible();
      await page.getByRole('checkbox', { name: 'Only differences' }).setChecked(true);
      await expect(page.getByText(/\d of 5 features/)).toBeVisible();
    });
  },
  visitor: async ({ page, tenant, look }) => {
    const { app } = await tenant(list);
    await page.goto(at(app.host, '/compare'));
    await look(async () => {
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign in to switch' })).toBeVisible();
      await expect(page.getByRole('link', { name: /Upgrade|Downgrade/ })).toHaveCount(0);
    });
  },
  member: async ({ page, tenant, enter, look }) => {
    await enter({ ...(await tenant(list)), role: 'member' }, '/compare');
    await look(async () => {
      await expect(head(page, 'Basic')).toContainText('Your plan');
      await expect(page.getByRole('link', { name: /Upgrade|Downgrade/ })).toHaveCount(0);
    });
  },
  owner: async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list), '/compare');
    await look(async () => {
      await expect(head(page, 'Basic')).toHaveAttribute('aria-current', 'true');
      await expect(page.getByRole('link', { name: 'Upgrade to Pro' })).toBeVisible();
    });
  },
  product: async ({ page, tenant, enter, look }) => {
    await enter({ ...(await tenant(list)), role: 'product' }, '/compare?pair=v1,v5');
    await look(() => expect(head(page, 'Unreleased')).toContainText('Not public'));
  },
  'retired plan': async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list, on('Legacy')), '/compare');
    await look(async () => {
      await expect(head(page, 'Legacy')).toContainText('No longer offered');
      await expect(page.getByRole('columnheader').nth(1)).toContainText('Legacy');
    });
  },
  'blocked switch': async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list), '/compare?pair=v1,v3');
    await look(async () => {
      await expect(head(page, 'Enterprise')).toContainText('Price on request');
      await expect(head(page, 'Enterprise').getByRole('link')).toHaveCount(0);
    });
  },
  'stale dialog': 'It is the dialog’s.',
  'unknown outcome': 'It is the dialog’s.',
};
