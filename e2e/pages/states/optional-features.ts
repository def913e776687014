import { expect } from '@playwright/test';
import { at } from '../at';
import { failReads, failRefetch, goOffline, holdAnswers } from './outages';
import { list, on, type Scenes } from './stage';

const path = '/optional-features';

export const optionalFeatures: Scenes = {
  loading: async ({ page, tenant, enter, db, look }) => {
    const made = await tenant(list);
    await failReads(db, made, 'features');
    await holdAnswers(page);
    await enter(made, path);
    await look(() =>
      expect(page.getByRole('status', { name: 'Loading' })).toHaveAttribute('aria-busy', 'true'),
    );
  },
  empty: async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list, on('Pro')), path);
    await look(() => expect(page.getByRole('heading', { name: 'Nothing to add to Pro' })).toBeVisible());
  },
  'error and retry': async ({ page, tenant, enter, db, look }) => {
    const made = await tenant(list);
    const mend = await failReads(db, made, 'features');
    await enter(made, path);
    await look(() =>
      expect(page.getByRole('main').getByRole('alert')).toContainText(
        'The optional features couldn’t be loaded',
      ),
    );
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Audit pack' })).toBeVisible();
  },
  'refetch failed': async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list), path);
    await expect(page.getByRole('heading', { name: 'Audit pack' })).toBeVisible();
    const note = await failRefetch(page);
    await look(async () => {
      await expect(note).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Audit pack' })).toBeVisible();
    });
    await page.unrouteAll();
    await note.getByRole('button', { name: 'Retry' }).click();
    await expect(note).toHaveCount(0);
  },
  offline: async ({ page, context, tenant, enter, look }) => {
    await enter(await tenant(list), path);
    await goOffline({ page, context });
    await look(async () => {
      await expect(page.getByText('You’re offline. You can keep reading')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Audit pack' })).toBeVisible();
    });
  },
  visitor: async ({ page, tenant, look }) => {
    const { app } = await tenant(list);
    await page.goto(at(app.host, path));
    await look(async () => {
      await expect(page.getByRole('heading', { name: 'Audit pack' })).toBeVisible();
      await expect(page.getByText('with Basic')).toBeVisible();
    });
  },
  member: async ({ page, tenant, enter, look }) => {
    await enter({ ...(await tenant(list)), role: 'member' }, path);
    await look(() => expect(page.getByText('What you can add to Basic')).toBeVisible());
  },
  owner: async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list), path);
    await look(async () => {
      await expect(page.getByText('What you can add to Basic')).toBeVisible();
      await expect(page.getByText('$3 per user / month')).toBeVisible();
    });
  },
  product: async ({ page, tenant, enter, look }) => {
    const { app } = await tenant(list);
    await enter({ app, role: 'product' }, path);
    await look(() => expect(page.getByText('What can be added to a plan')).toBeVisible());
  },
  'retired plan': async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list, on('Legacy')), path);
    await look(async () => {
      await expect(page.getByText('What you can add to Legacy')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Second pack' })).toBeVisible();
    });
  },
  'blocked switch': 'Nothing is switched here.',
  'stale dialog': 'Nothing is switched here.',
  'unknown outcome': 'Nothing is switched here.',
};
