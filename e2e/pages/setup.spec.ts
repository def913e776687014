import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { build, testDistDir } from '@/tools/build';
import { migrate } from '@/tools/migrate/migrate';
import { findFreePort } from '@/tools/ports';
import { withScratchDatabase } from '@/tools/postgres/scratch-database';
import { projectRoot } from '@/tools/project-root.mjs';
import { createTestEnvironment } from '@/tools/run-package-bin';
import { test } from '../fixtures';
import { checkPage } from './check-page';

interface EmptyServer {
  origin: string;
  /** What the server has printed for its operator. */
  readMessages: () => string;
  readLog: () => string;
}

/** Runs `work` with a server of a database without an app. */
async function withEmptyServer(work: (server: EmptyServer) => Promise<void>): Promise<void> {
  await build(testDistDir);
  await withScratchDatabase(process.env.DATABASE_URL ?? '', async (DATABASE_URL) => {
    await migrate(DATABASE_URL);
    const port = await findFreePort();
    const server = spawn(process.execPath, [join(projectRoot, 'tools/run.mjs'), 'serve'], {
      cwd: projectRoot,
      env: createTestEnvironment({
        DATABASE_URL,
        HOST: '127.0.0.1',
        PORT: String(port),
        NEXT_DIST_DIR: testDistDir,
        LOG: 'json',
      }),
    });
    const output = { log: '', messages: '' };
    server.stdout.on('data', (chunk) => (output.log += chunk));
    server.stderr.on('data', (chunk) => (output.messages += chunk));
    try {
      await expect.poll(() => output.messages).toContain('Ctrl-C');
      await work({
        origin: `http://localhost:${port}`,
        readMessages: () => output.messages,
        readLog: () => output.log,
      });
    } finally {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'close');
    }
  });
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('a server without an app leads to its first app, a draft that is edited in the table, and published plans', async ({
  page,
  browser,
}) => {
  await withEmptyServer(async ({ origin, readMessages, readLog }) => {
    const link = /Set up\s+(\S+)/.exec(readMessages())?.[1] ?? '';
    expect(link).toMatch(new RegExp(`^${origin}/setup\\?link=avl_`));

    await page.goto(`${origin}/compare`);
    await expect(page).toHaveURL(`${origin}/setup`);
    await checkPage(page, { visible: page.getByText('The server prints the link'), axe: true });
    await page.goto(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`);
    await expect(page.getByText('This set-up link is not valid, or has expired.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create app' })).toHaveCount(0);

    const body = {
      title: 'X',
      currency: 'EUR',
      billing_period: 'month',
      name: 'X',
      source: '',
    };
    const post = async (site: string, data: object | string = body) => {
      const headers = { 'Sec-Fetch-Site': site, Authorization: 'Bearer avl_x' };
      const response = await page.request.post(`${origin}/api/portal/setup`, { headers, data });
      return { code: (await response.json()).code, limits: response.headers()['ratelimit-policy'] };
    };
    expect(await post('cross-site')).toMatchObject({ code: 'cross_site' });
    const counted = { code: 'unauthenticated', limits: expect.stringMatching(/"address".*"failures"/) };
    expect(await post('same-origin')).toEqual(counted);
    // The body is not read.
    expect(await post('same-origin', 'x'.repeat(9_000_000))).toEqual(counted);

    const visitor = await browser.newPage();
    await visitor.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
    await visitor.goto(link);
    await expect(visitor.getByText('Open this page over HTTPS')).toBeVisible();
    await expect(visitor.getByRole('button', { name: 'Create app' })).toBeDisabled();

    await page.goto(link);
    await field(page, 'your own price list').check();
    await field(page, 'Price list as YAML').fill('saasName: "Larder" # the name\ncurrency: eur\n');
    await field(page, 'Price list as YAML').blur();
    await expect(field(page, 'Name of the app')).toHaveValue('Larder');
    await expect(field(page, 'Currency')).toHaveValue('EUR');
    await checkPage(page, { visible: page.getByRole('button', { name: 'Create app' }), axe: true });
    await field(page, 'an example').check();
    await field(page, 'Name of the app').fill('Corner Café');
    await field(page, 'Your name').fill('Ada');
    await page.getByRole('button', { name: 'Create app' }).click();

    await page.waitForURL(/\/catalog\/ced_/);
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(page.getByRole('banner').getByText('Ada')).toBeVisible();
    await visitor.goto(origin);
    await expect(visitor.getByText('No plans have been published yet')).toBeVisible();

    await page.getByRole('gridcell', { name: '12' }).first().click();
    await page.keyboard.type('15');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'See what changes' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText('Edition 1 is live.')).toBeVisible();
    await expect.poll(async () => (await visitor.request.get(origin)).text()).toContain('Team');
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'Team' })).toBeVisible();
    await expect(visitor.getByText('€15').filter({ visible: true }).first()).toBeVisible();

    await visitor.goto(link);
    await expect(visitor).toHaveURL(`${origin}/`);
    expect(await post('same-origin')).toMatchObject({ code: 'not_found' });
    await visitor.close();
    expect(readLog()).toContain('/api/portal/setup');
    expect(readLog()).not.toMatch(/avl_|link=/);
  });
});
