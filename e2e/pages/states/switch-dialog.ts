import { expect, type Page } from '@playwright/test';
import { withTenant } from '@/lib/data/tenant';
import type { Tenant } from '../../fixtures';
import { at } from '../at';
import { goOffline, holdAnswers } from './outages';
import { list, on, type Scenes, versionOf } from './stage';

const question = (made: Tenant, title = 'Pro') => `/?switch=${versionOf(made, title).id}`;
const dialogOf = (page: Page, title = 'Pro') =>
  page.getByRole('alertdialog', { name: `Switch to ${title}?` });

export const switchDialog: Scenes = {
  loading: async ({ page, tenant, enter, look }) => {
    const made = await tenant(list);
    await holdAnswers(page, '/preview');
    await enter(made, question(made));
    await look(async () => {
      await expect(dialogOf(page).locator('[aria-busy=true]').getByRole('status')).toHaveText(/Looking at/);
      await expect(dialogOf(page).getByRole('button', { name: 'Switch to Pro' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
    });
  },
  empty: async ({ page, tenant, enter, look }) => {
    const made = await tenant({ versions: [{ title: 'Basic' }, { title: 'Pro', fee: 100 }] });
    await enter(made, question(made));
    await look(() => expect(dialogOf(page)).toContainText('The features stay the same.'));
  },
  'error and retry': async ({ page, tenant, enter, look }) => {
    const made = await tenant(list);
    await page.route('**/preview', (route) => route.abort('connectionreset'));
    await enter(made, question(made));
    await look(() =>
      expect(dialogOf(page).getByRole('alert')).toContainText('What would change couldn’t be loaded'),
    );
    await page.unrouteAll();
    await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
    await expect(dialogOf(page)).toContainText('You gain 1 feature');
  },
  'refetch failed': 'It asks anew each time it is opened, and shows no older answer.',
  offline: async ({ page, context, tenant, enter, look }) => {
    const made = await tenant(list);
    await enter(made, question(made));
    const yes = dialogOf(page).getByRole('button', { name: 'Switch to Pro' });
    await expect(yes).toBeEnabled();
    await goOffline({ page, context });
    await look(async () => {
      await expect(dialogOf(page)).toContainText('Nothing will be sent until you press the button again.');
      await expect(yes).toHaveAttribute('aria-disabled', 'true');
    });
  },
  visitor: async ({ page, tenant, look }) => {
    const made = await tenant(list);
    await page.goto(at(made.app.host, question(made)));
    await look(async () => {
      await expect(page.getByRole('heading', { name: 'Pro' })).toBeVisible();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
    });
  },
  member: async ({ page, tenant, enter, look }) => {
    const made = await tenant(list);
    await enter({ ...made, role: 'member' }, question(made));
    await look(async () => {
      await expect(dialogOf(page)).toContainText('This switch isn’t open to you');
      await expect(dialogOf(page)).toContainText('Only an owner of the account can switch its plan.');
      await expect(dialogOf(page).getByRole('button')).toHaveText(['Close']);
    });
  },
  owner: async ({ page, tenant, enter, look }) => {
    const made = await tenant(list);
    await enter(made, question(made));
    await look(async () => {
      await expect(dialogOf(page)).toContainText('You gain 1 feature');
      await expect(dialogOf(page).getByRole('button', { name: 'Keep Basic' })).toBeFocused();
      await expect(dialogOf(page).getByRole('button', { name: 'Switch to Pro' })).toBeEnabled();
    });
  },
  product: async ({ page, tenant, enter, look }) => {
    const made = await tenant(list);
    await enter({ ...made, role: 'product' }, question(made, 'Unreleased'));
    await look(() => expect(dialogOf(page, 'Unreleased')).toContainText('This switch isn’t open to you'));
  },
  'retired plan': async ({ page, tenant, enter, look }) => {
    const made = await tenant(list, on('Legacy'));
    await enter(made, question(made));
    await look(async () => {
      await expect(dialogOf(page)).toContainText('From Legacy.');
      await expect(dialogOf(page).getByRole('button', { name: 'Keep Legacy' })).toBeVisible();
    });
  },
  'blocked switch': async ({ page, tenant, enter, look }) => {
    const made = await tenant(list);
    await enter(made, question(made, 'Enterprise'));
    await look(async () => {
      await expect(dialogOf(page, 'Enterprise')).toContainText('This switch isn’t open to you');
      await expect(dialogOf(page, 'Enterprise')).toContainText('Talk to us');
    });
  },
  'stale dialog': async ({ page, tenant, enter, db, look }) => {
    const made = await tenant(list);
    await enter(made, question(made));
    await expect(dialogOf(page)).toContainText('$20');
    const { id } = versionOf(made, 'Pro');
    await withTenant(db, { appId: made.app.id }, (queries) =>
      queries.version.update({ where: { appId_id: { appId: made.app.id, id } }, data: { fee: 3000 } }),
    );
    await dialogOf(page).getByRole('button', { name: 'Switch to Pro' }).click();
    await look(async () => {
      await expect(dialogOf(page).getByRole('status')).toContainText('A price changed meanwhile.');
      await expect(dialogOf(page)).toContainText('$30');
      await expect(dialogOf(page).getByRole('button', { name: 'Yes, switch to Pro' })).toBeEnabled();
    });
  },
  'unknown outcome': async ({ page, tenant, enter, look }) => {
    const made = await tenant(list);
    await enter(made, question(made));
    await page.route('**/api/app/versions', async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort('connectionreset');
    });
    await page.route('**/api/account/versions**', (route) => route.abort('connectionreset'));
    await dialogOf(page).getByRole('button', { name: 'Switch to Pro' }).click();
    const again = dialogOf(page).getByRole('button', { name: 'Look again' });
    await look(async () => {
      await expect(dialogOf(page).getByRole('status')).toContainText('We don’t know yet whether that worked');
      await expect(again).toBeEnabled();
    });
    await page.unrouteAll();
    await again.click();
    await expect(page.getByRole('status').filter({ hasText: 'You’re on Pro' })).toBeFocused();
  },
};
