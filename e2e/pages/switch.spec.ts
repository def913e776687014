import { expect, type Page } from '@playwright/test';
import { withTenant } from '@/lib/data/tenant';
import { type Tenant, test } from '../fixtures';

const tiers = [
  { title: 'Basic', fee: 500, features: [1, 2] },
  { title: 'Pro', fee: 2000, features: [2, 3, 4] },
];

const dialogOf = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: `Switch to ${title}?` });

async function historyOf({ page }: { page: Page }): Promise<string[]> {
  const answer = await page.request.get('/api/account/versions');
  return (await answer.json()).payload.map(({ title }: { title: string }) => title);
}

async function reprice(db: Parameters<typeof withTenant>[0], { app }: Tenant, index: number, fee: number) {
  const id = app.versions[index]?.id ?? '';
  await withTenant(db, { appId: app.id }, (queries) =>
    queries.version.update({ where: { appId_id: { appId: app.id, id } }, data: { fee } }),
  );
}

test('says what is lost before what is gained, what it costs, and does it once', async ({
  page,
  tenant,
  enter,
}) => {
  await enter(await tenant({ versions: tiers, features: 4 }));
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  const dialog = dialogOf(page, 'Pro');
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/switch=ver_/);
  await expect(dialog.getByRole('button', { name: 'Keep Basic' })).toBeFocused();
  await expect(dialog).toContainText('You lose 1 feature');
  await expect(dialog).toContainText('You gain 2 features');
  const words = ((await dialog.textContent()) ?? '').replaceAll(/\s+/g, ' ');
  expect(words.indexOf('You lose')).toBeLessThan(words.indexOf('You gain'));
  expect(words).toContain('$15');
  await dialog.getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Downgrade to Basic' })).toBeVisible();
  expect(await historyOf({ page })).toEqual(['Pro', 'Basic']);
});

test('is whole with Tab, Enter and Esc, and the focus is never lost', async ({ page, tenant, enter }) => {
  await enter(await tenant({ versions: tiers, features: 4 }));
  await expect(page.getByText(/Your plan:/)).toBeVisible();
  // From here on, each picture in which nothing has the focus is counted.
  const upgrade = page.getByRole('button', { name: 'Upgrade to Pro' });
  await page.keyboard.press('Tab');
  await page.evaluate(() => {
    window.picturesWithoutFocus = 0;
    const look = () => {
      if (document.activeElement === document.body) window.picturesWithoutFocus += 1;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (
    let presses = 0;
    presses < 40 && !(await upgrade.evaluate((it) => it === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(upgrade).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Pro').getByRole('button', { name: 'Keep Basic' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, 'Pro')).toHaveCount(0);
  await expect(upgrade).toBeFocused();
  await page.keyboard.press('Enter');
  const yes = dialogOf(page, 'Pro').getByRole('button', { name: 'Switch to Pro' });
  await expect(yes).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(yes).toBeFocused();
  await page.keyboard.press('Enter');
  const done = page.getByRole('status').filter({ hasText: 'You’re on Pro' });
  await expect(done).toBeFocused();
  await expect(page.getByRole('button', { name: 'Downgrade to Basic' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(done.getByRole('button', { name: 'Switch back to Basic' })).toBeFocused();
  expect(await page.evaluate(() => window.picturesWithoutFocus)).toBe(0);
});

test('is not dismissed by a press beside it', async ({ page, tenant, enter }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(await tenant({ versions: tiers, features: 4 }));
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await expect(dialogOf(page, 'Pro')).toBeVisible();
  await page.mouse.click(5, 400);
  await expect(dialogOf(page, 'Pro')).toBeVisible();
});

test('asks again when the price changed meanwhile, and wants a new yes', async ({
  page,
  tenant,
  enter,
  db,
}) => {
  const made = await tenant({ versions: tiers, features: 4 });
  await enter(made);
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  const dialog = dialogOf(page, 'Pro');
  await expect(dialog).toContainText('$20');
  await reprice(db, made, 1, 3000);
  await dialog.getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(dialog).toContainText('A price changed meanwhile.');
  await expect(dialog).toContainText('$30');
  expect(await historyOf({ page })).toEqual(['Basic']);
  await dialog.getByRole('button', { name: 'Yes, switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
});

test('after an answer that got lost it looks at the history before anything else', async ({
  page,
  tenant,
  enter,
}) => {
  await enter(await tenant({ versions: tiers, features: 4 }));
  let sent = 0;
  await page.route('**/api/app/versions', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await dialogOf(page, 'Pro').getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  expect(sent).toBe(1);
  expect(await historyOf({ page })).toEqual(['Pro', 'Basic']);
});

test('a request that never arrived is told as not done, and can be tried again', async ({
  page,
  tenant,
  enter,
}) => {
  await enter(await tenant({ versions: tiers, features: 4 }));
  let refuse = true;
  await page.route('**/api/app/versions', (route) =>
    refuse && route.request().method() === 'POST' ? route.abort('connectionrefused') : route.fallback(),
  );
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  const dialog = dialogOf(page, 'Pro');
  await dialog.getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(dialog).toContainText('Your history shows no switch, so nothing has changed.');
  refuse = false;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  expect(await historyOf({ page })).toEqual(['Pro', 'Basic']);
});

test('offline it can be read, and says why it can not be done', async ({ page, context, tenant, enter }) => {
  await enter(await tenant({ versions: tiers, features: 4 }));
  await expect(page.getByRole('button', { name: 'Upgrade to Pro' })).toBeEnabled();
  await context.setOffline(true);
  await expect(page.getByText('You’re offline. You can keep reading')).toBeVisible();
  const button = page.getByRole('button', { name: 'Upgrade to Pro' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
});

test('another tab follows', async ({ page, context, tenant, enter }) => {
  await enter(await tenant({ versions: tiers, features: 4 }));
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByText(/Your plan: *Basic/)).toBeVisible();
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await dialogOf(page, 'Pro').getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('You’re on Pro')).toBeVisible();
  await expect(other.getByText(/Your plan: *Pro/)).toBeVisible();
  await expect(other.getByRole('button', { name: 'Downgrade to Basic' })).toBeVisible();
});

test('"Switch back" goes back, through the same question', async ({ page, tenant, enter }) => {
  await enter(await tenant({ versions: tiers, features: 4 }));
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await dialogOf(page, 'Pro').getByRole('button', { name: 'Switch to Pro' }).click();
  await page.getByRole('button', { name: /Switch back/ }).click();
  await dialogOf(page, 'Basic').getByRole('button', { name: 'Switch to Basic' }).click();
  await expect(page.getByText('You’re on Basic')).toBeVisible();
  expect(await historyOf({ page })).toEqual(['Basic', 'Pro', 'Basic']);
});

test('somebody else’s screen follows by itself within ten seconds, and a tab at once when it is seen again', async ({
  page,
  browser,
  tenant,
  enter,
}) => {
  const made = await tenant({ versions: tiers, features: 4 });
  await enter({ ...made, role: 'member', name: 'Mo Member' }, '/history');
  const changes = page.getByRole('list', { name: 'Changes, newest first' }).locator(':scope > li');
  await expect(changes).toHaveCount(1);
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });

  const elsewhere = await browser.newContext();
  const switchTo = async (title: string) => {
    const id = made.app.versions.find((version) => version.title === title)?.id;
    const answer = await elsewhere.request.post(new URL('/api/app/versions', process.env.BASE_URL).href, {
      headers: { Authorization: `Bearer ${await made.key()}` },
      data: { version_id: id },
    });
    expect(answer.status()).toBe(200);
  };
  await switchTo('Pro');
  // Ten seconds between two looks, and the time of the look itself.
  await expect(changes).toHaveCount(2, { timeout: 15_000 });
  await expect(page.getByText('Your plan was switched elsewhere.')).toBeVisible();

  await switchTo('Basic');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(changes).toHaveCount(3);
  expect(loads).toBe(0);
  await elsewhere.close();
});

declare global {
  interface Window {
    picturesWithoutFocus: number;
  }
}
