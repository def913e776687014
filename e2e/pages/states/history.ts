import { expect, type Page } from '@playwright/test';
import { at } from '../at';
import { failReads, failRefetch, goOffline, holdAnswers } from './outages';
import { list, on, type Scenes, type Stage } from './stage';

const changesOf = (page: Page) =>
  page.getByRole('list', { name: 'Changes, newest first' }).locator(':scope > li');

/** An account that went up twice. */
async function withChanges({ tenant }: Stage) {
  return tenant(list, ({ versions }) => ({ path: versions.slice(0, 3) }));
}

export const history: Scenes = {
  loading: async ({ page, tenant, enter, db, look }) => {
    const made = await tenant(list);
    await failReads(db, made, 'version_snapshots');
    await holdAnswers(page);
    await enter(made, '/history');
    await look(() =>
      expect(page.getByRole('status', { name: 'Loading' })).toHaveAttribute('aria-busy', 'true'),
    );
  },
  empty: async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list, () => ({ path: [] })), '/history');
    await look(() => expect(page.getByRole('heading', { name: 'No plan changes yet' })).toBeVisible());
  },
  'error and retry': async ({ page, tenant, enter, db, look }) => {
    const made = await tenant(list);
    const mend = await failReads(db, made, 'version_snapshots');
    await enter(made);
    await expect(page.getByRole('heading', { name: 'Enterprise' }), 'plans stand without it').toBeVisible();
    await page.goto('/history');
    await look(() =>
      expect(page.getByRole('main').getByRole('alert')).toContainText('The history couldn’t be loaded'),
    );
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(changesOf(page)).toHaveCount(1);
  },
  'refetch failed': async (stage) => {
    const { page, enter, look } = stage;
    await enter(await withChanges(stage), '/history');
    await expect(changesOf(page)).toHaveCount(3);
    const note = await failRefetch(page);
    await look(async () => {
      await expect(note).toBeVisible();
      await expect(changesOf(page)).toHaveCount(3);
    });
    await page.unrouteAll();
    await note.getByRole('button', { name: 'Retry' }).click();
    await expect(note).toHaveCount(0);
  },
  offline: async (stage) => {
    const { page, context, enter, look } = stage;
    await enter(await withChanges(stage), '/history');
    await goOffline({ page, context });
    await look(async () => {
      await expect(page.getByText('You’re offline. You can keep reading')).toBeVisible();
      await expect(changesOf(page)).toHaveCount(3);
    });
  },
  visitor: async ({ page, tenant, look }) => {
    const { app } = await tenant(list);
    await page.goto(at(app.host, '/history'));
    await look(async () => {
      await expect(page.getByRole('heading', { name: 'A history belongs to an account' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
    });
  },
  member: async (stage) => {
    const { page, enter, look } = stage;
    await enter({ ...(await withChanges(stage)), role: 'member' }, '/history');
    await look(() => expect(changesOf(page)).toHaveCount(3));
  },
  owner: async (stage) => {
    const { page, enter, look } = stage;
    await enter(await withChanges(stage), '/history');
    await look(async () => {
      await expect(changesOf(page).first()).toContainText('Current');
      await expect(changesOf(page).first()).toContainText('Gained 2 features');
      await expect(changesOf(page).last()).toContainText('Where it began');
    });
  },
  product: async ({ page, tenant, enter, look }) => {
    const { app } = await tenant(list);
    await enter({ app, role: 'product' }, '/history');
    await look(() => expect(page.getByText('You’re signed in without an account')).toBeVisible());
  },
  'retired plan': async ({ page, tenant, enter, look }) => {
    await enter(await tenant(list, on('Legacy')), '/history');
    await look(async () => {
      await expect(changesOf(page).getByRole('heading', { name: 'Legacy' })).toBeVisible();
      await expect(changesOf(page)).toContainText('Current');
    });
  },
  'blocked switch': 'Nothing is switched here.',
  'stale dialog': 'Nothing is switched here.',
  'unknown outcome': 'Nothing is switched here.',
};
