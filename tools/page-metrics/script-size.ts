import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';
import { CliError } from '@/tools/cli';
import { findFreePort } from '@/tools/ports';
import { projectRoot } from '@/tools/project-root.mjs';
import { readChildOutput, spawnPackageBin } from '@/tools/run-package-bin';

/** Collects the scripts that a page loads. The returned function gives the gzipped kB since its last call. */
export function collectScriptSizes(page: Page): () => Promise<number> {
  let sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  return async () => {
    const loaded = await Promise.all(sizes);
    sizes = [];
    return loaded.reduce((total, size) => total + size, 0) / 1000;
  };
}

/** kB of script, gzipped, that a page loads until the network is idle. */
export async function measurePageScripts(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const getScriptKb = collectScriptSizes(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  const size = await getScriptKb();
  await page.close();
  return size;
}

/** Additional kB of script, gzipped, that the first click on a switch button loads. */
export async function measureDialogScripts(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const getScriptKb = collectScriptSizes(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await getScriptKb();
  await page
    .getByRole('button', { name: /^Upgrade to/ })
    .first()
    .click();
  await page.getByRole('alertdialog').waitFor();
  await page.waitForLoadState('networkidle');
  const size = await getScriptKb();
  await page.close();
  return size;
}

const emptyPageFiles = {
  'package.json': '{ "private": true, "type": "module" }',
  // Next and React are resolved from the project, two folders up.
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(projectRoot)} } };`,
  'app/layout.jsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
  'app/page.jsx': 'export default () => null;',
};

interface EmptyPage {
  url: string;
  stop(): void;
}

/** Builds and serves a page without content, with the same versions of Next and React. */
export async function serveEmptyPage(): Promise<EmptyPage> {
  const cache = join(projectRoot, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'empty-page-'));
  mkdirSync(join(folder, 'app'));
  for (const [name, content] of Object.entries(emptyPageFiles)) writeFileSync(join(folder, name), content);
  const spawnNext = (...args: string[]) =>
    spawnPackageBin('next/dist/bin/next', args, {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NEXT_DIST_DIR: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const { code, output } = await readChildOutput(spawnNext('build'));
  if (code !== 0) throw new CliError(`The empty page could not be built. Output of Next:\n\n${output}`);

  const port = await findFreePort();
  const server = spawnNext('start', '--hostname', '127.0.0.1', '--port', String(port));
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (chunk) => String(chunk).includes('Ready') && resolve());
    server.once('close', () => reject(new CliError('The empty page could not be served.')));
  });
  return {
    url: `http://localhost:${port}/`,
    stop: () => {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
