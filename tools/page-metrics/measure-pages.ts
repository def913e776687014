import { type BrowserContext, chromium } from '@playwright/test';
import { openClient } from '@/lib/db/connection/client';
import { buildApp } from '@/prisma/factories/build-app';
import { findFreePort } from '@/tools/ports';
import { log, runStep } from '@/tools/progress.mjs';
import { openTemporaryFolder } from '@/tools/temporary-folder';
import { findChromium, installChromium } from '@/tools/testing/chromium';
import type { TestServer } from '@/tools/testing/test-server';
import { measureFilterLatency } from './filter-latency';
import type { PageMetric } from './page-metric';
import { runLighthouse } from './run-lighthouse';
import { measureDialogScripts, measurePageScripts, serveEmptyPage } from './script-size';

const paths = ['/', '/compare', '/history', '/optional-features', '/sign-in', '/docs'];

interface PageMetricsResult {
  metrics: PageMetric[];
  browser: string;
  /** kB of script, gzipped, of a page without content. */
  emptyPageKb: number;
}

/** Measures the pages of a server with the demo data, signed in as the first demo user. */
export async function measurePages(server: TestServer): Promise<PageMetricsResult> {
  const { context, port, close } = await openBrowser();
  try {
    await signIn(context, server.origin);
    const metrics: PageMetric[] = [];
    for (const path of paths) {
      metrics.push(
        ...(await runStep(`Lighthouse on ${path}`, () => runLighthouse(port, server.origin, path))),
      );
    }
    const scripts = await runStep('script sizes', () => measureScriptSizes(context, server.origin));
    const filter = await runStep('“Only differences”', () => measureFilter(context, server));
    return {
      metrics: [...metrics, ...scripts.metrics, filter],
      browser: context.browser()?.version() ?? '',
      emptyPageKb: scripts.emptyPageKb,
    };
  } finally {
    await close();
  }
}

async function signIn(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/sign-in`);
  await page.getByRole('main').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.close();
}

async function measureScriptSizes(context: BrowserContext, origin: string) {
  const emptyPage = await serveEmptyPage();
  try {
    const emptyPageKb = await measurePageScripts(context, emptyPage.url);
    const pageKb = await measurePageScripts(context, origin);
    const dialogKb = await measureDialogScripts(context, origin);
    log(`scripts: ${pageKb.toFixed(1)} kB, empty page ${emptyPageKb.toFixed(1)} kB`);
    const createMetric = (scope: string, value: number, max: number): PageMetric => ({
      name: 'Script, gzipped',
      scope,
      value,
      unit: 'kB',
      goal: { type: 'max', value: max },
    });
    const metrics = [
      createMetric('/, more than an empty page', pageKb - emptyPageKb, 25),
      createMetric('switch dialog, loaded on demand', dialogKb, 30),
    ];
    return { emptyPageKb, metrics };
  } finally {
    emptyPage.stop();
  }
}

async function measureFilter(context: BrowserContext, server: TestServer): Promise<PageMetric> {
  const [features, versions] = [300, 5];
  const db = openClient(server.databaseUrl, { as: 'owner' });
  try {
    const { host } = await buildApp(db, { features, versions: spreadFeatures(versions, features) });
    const url = Object.assign(new URL('/compare', server.origin), { hostname: host });
    return {
      name: '“Only differences”',
      scope: `${features} × ${versions}, CPU throttled to a quarter`,
      value: Math.round(await measureFilterLatency(context, url.href)),
      unit: 'ms',
      goal: { type: 'max', value: 100 },
    };
  } finally {
    await db.$disconnect();
  }
}

/** Even features are in every version, odd ones only from some version on. The filter hides half of the rows. */
function spreadFeatures(versions: number, features: number) {
  const numbers = Array.from({ length: features }, (_, index) => index + 1);
  return Array.from({ length: versions }, (_, version) => ({
    fee: version * 1000,
    features: numbers.filter((number) => number % 2 === 0 || (number % (2 * versions)) / 2 <= version),
  }));
}

/** Opens a browser. Lighthouse uses its profile, including the session cookie, through the DevTools protocol on `port`. */
async function openBrowser() {
  if (!findChromium()) installChromium('chromium');
  const { path: profile, cleanUp, close } = openTemporaryFolder('browser');
  const port = await findFreePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${port}`],
  });
  cleanUp.push(() => context.close());
  return { context, port, close };
}
