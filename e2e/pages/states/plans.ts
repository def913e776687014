import { expect } from '@playwright/test';
import { at } from '../at';
import { failReads, failRefetch, goOffline, holdAnswers } from './outages';
import { list, on, type Scenes } from './stage';

export const plans: Scenes = {
  loading: async ({ page, tenant, enter, db, look }) => {
    const made = await tenant(list);
    await failReads(db, made, 'features');
    await holdAnswers(page);
    await enter(made);
    await look(async () => {
      await expect(page.locator('main [aria-busy=true]').getByRole('status')).toHaveText('Loading');
      await expect(page.getByRole('heading', { name: 'Basic' })).toHaveCount(0);
    });
  },
  empty: async ({ page, tenant, look }) => {
    const { app } = await tenant({ versions: [{ active: false }] });
    await page.goto(at(app.host));
    await look(() => expect(page.getByRole('heading', { name: 'No plans yet' })).toBeVisible());
  },
  'error and retry': async ({ page, tenant, enter, db, look }) => {
    const made = await tenant(list);
    const mend = await failReads(db, made, 'features');
    await enter(made);
    await look(async () => {
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText('The plans couldn’t be loaded');
      await expect(alert).toContainText('Something went wrong on our side.');
    });
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Basic' })).toBeVisible();
  },
  'refetch failed': async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list));
    const note = await failRefetch(page);
    await look(async () => {
      await expect(note).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Enterprise' })).toBeVisible();
    });
    await page.unrouteAll();
    await note.getByRole('button', { name: 'Retry' }).click();
    await expect(note).toHaveCount(0);
  },
  offline: async ({ page, context, tenant, enter, look }) => {
    await enter(await tenant(list));
    await goOffline({ page, context });
    await look(async () => {
      await expect(page.getByText('You’re offline. You can keep reading')).toBeVisible();
      const button = page.getByRole('button', { name: 'Upgrade to Pro' });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAccessibleDescription('You’re offline. Switching has to wait.');
    });
  },
  visitor: async ({ page, tenant, look }) => {
    const { app } = await tenant(list);
    await page.goto(at(app.host));
    await look(async () => {
      await expect(page.getByRole('link', { name: 'Sign in to switch to Pro' })).toBeVisible();
      await expect(page.getByRole('button', { name: /Upgrade|Downgrade/ })).toHaveCount(0);
      await expect(page.getByRole('heading', { name: /Legacy|Unreleased/ })).toHaveCount(0);
    });
  },
  member: async ({ page, tenant, enter, look }) => {
    await enter({ ...(await tenant(list)), role: 'member' });
    await look(async () => {
      const button = page.getByRole('button', { name: 'Upgrade to Pro' });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAccessibleDescription('Only an owner of the account can switch its plan.');
    });
  },
  owner: async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list));
    await look(async () => {
      await expect(page.getByText(/Your plan: *Basic since/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toBeEnabled();
      await expect(page.getByRole('button', { name: /to Basic/ })).toHaveCount(0);
    });
  },
  product: async ({ page, tenant, enter, look }) => {
    await enter({ ...(await tenant(list)), role: 'product' });
    await look(async () => {
      const unreleased = page.getByRole('listitem', { name: 'Unreleased' });
      await expect(unreleased.getByText('Not public')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Preview' })).toBeVisible();
    });
  },
  'retired plan': async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list, on('Legacy')));
    await look(async () => {
      await expect(page.getByText('No longer offered', { exact: true })).toBeVisible();
      await expect(page.getByText('No longer offered to others. You keep it')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Upgrade to Basic' })).toBeEnabled();
    });
  },
  'blocked switch': async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list));
    await look(async () => {
      const button = page.getByRole('button', { name: 'Upgrade to Enterprise' });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAccessibleDescription(/priced on request. Talk to us/);
    });
  },
  'stale dialog': 'It is the dialog’s.',
  'unknown outcome': 'It is the dialog’s.',
};
