import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';

/** Collects the scripts that a page asks for; each call of what comes back answers with the kB since the last. */
export function watchScripts(page: Page): () => Promise<number> {
  let waiting: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    waiting.push(response.body().then((body) => gzipSync(body).length));
  });
  return async () => {
    const sizes = await Promise.all(waiting);
    waiting = [];
    return sizes.reduce((total, size) => total + size, 0) / 1000;
  };
}

/** How many kB of script, gzip, a page brings until it rests. */
export async function measureScripts(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const read = watchScripts(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  const size = await read();
  await page.close();
  return size;
}

/** What the first press of a switch brings besides, in kB. */
export async function measureDialogScripts(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const read = watchScripts(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await read();
  await page
    .getByRole('button', { name: /^Upgrade to/ })
    .first()
    .click();
  await page.getByRole('alertdialog').waitFor();
  await page.waitForLoadState('networkidle');
  const size = await read();
  await page.close();
  return size;
}
