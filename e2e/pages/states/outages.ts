import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { Database } from '@/lib/data/client';
import type { Tenant } from '../../fixtures';

/**
 * Lets the database fail whoever reads this app's rows of a table, until the function that comes back is called. Other
 * apps notice nothing. Begin before the page is opened: what was read once may be kept.
 */
export async function failReads(
  db: Database,
  { app }: Pick<Tenant, 'app'>,
  table: 'features' | 'version_snapshots',
): Promise<() => Promise<unknown>> {
  const name = `fails_${app.id}`;
  await db.$executeRawUnsafe(
    `CREATE POLICY "${name}" ON "${table}" AS RESTRICTIVE FOR SELECT
      USING (CASE WHEN app_id = '${app.id}' THEN app_id::int = 0 ELSE true END)`,
  );
  return () => db.$executeRawUnsafe(`DROP POLICY "${name}" ON "${table}"`);
}

/** Keeps the browser's requests to the interface waiting for an answer. */
export async function holdAnswers(page: Page, path = '/api/**'): Promise<void> {
  await page.route(`**${path}`, () => {});
}

/**
 * Cuts the browser's connection to the interface while the page asks again, as it does when another tab has switched.
 * Answers with the note that then says how old it is what is shown.
 */
export async function failRefetch(page: Page): Promise<Locator> {
  const note = page.getByRole('status').filter({ hasText: /Last updated \d\d:\d\d\. Retry/ });
  await page.route('**/api/**', (route) => route.abort('connectionreset'));
  // A page that isn't awake yet hears no other tab.
  await expect(async () => {
    await page.evaluate(() =>
      new BroadcastChannel('app-versions').postMessage({ switchedBy: 'another tab' }),
    );
    await expect(note).toBeVisible({ timeout: 3000 });
  }).toPass();
  return note;
}

/** Takes the page off the network once its scripts are at work: one that still waits for them learns nothing any more. */
export async function goOffline({ page, context }: { page: Page; context: BrowserContext }): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  );
  await context.setOffline(true);
}
