import type { BrowserContext } from '@playwright/test';
import { openClient } from '@/lib/data/client';
import { say, step } from '@/lib/ops/progress.mjs';
import type { TestServer } from '@/lib/ops/testing/test-server';
import { buildApp } from '@/prisma/builders/build-app';
import { openBrowser } from './browser';
import { serveEmptyPage } from './empty-page';
import { atMost, type Measure } from './measures';
import { measureOnlyDifferences } from './only-differences';
import { measureWithLighthouse } from './run-lighthouse';
import { measureDialogScripts, measureScripts } from './script-size';

const paths = ['/', '/compare', '/history', '/optional-features', '/sign-in', '/docs'];

export interface PageMeasures {
  measures: Measure[];
  browser: string;
  /** kB of script, gzip, of a page with nothing on it. */
  emptyPage: number;
}

/** Measures the pages of a server that has the demo, signed in as the first of its people. */
export async function measurePages(server: TestServer): Promise<PageMeasures> {
  const { context, port, close } = await openBrowser();
  try {
    await signIn(context, server.origin);
    const measures: Measure[] = [];
    for (const path of paths) {
      measures.push(
        ...(await step(`Lighthouse on ${path}`, () => measureWithLighthouse(port, server.origin, path))),
      );
    }
    const scripts = await step('weighing the scripts', () => weighScripts(context, server.origin));
    const differences = await step('“Only differences”', () => pressOnlyDifferences(context, server));
    return {
      measures: [...measures, ...scripts.measures, ...differences],
      browser: context.browser()?.version() ?? '',
      emptyPage: scripts.emptyPage,
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

async function weighScripts(context: BrowserContext, origin: string) {
  const empty = await serveEmptyPage();
  try {
    const emptyPage = await measureScripts(context, empty.url);
    const page = await measureScripts(context, origin);
    const dialog = await measureDialogScripts(context, origin);
    say(`scripts: ${page.toFixed(1)} kB, of an empty page ${emptyPage.toFixed(1)} kB`);
    const name = 'Script, gzip';
    const measures: Measure[] = [
      { name, of: '/, above an empty page', figure: page - emptyPage, unit: 'kB', bar: atMost(45) },
      { name, of: 'the dialog, lazily', figure: dialog, unit: 'kB', bar: atMost(30) },
    ];
    return { emptyPage, measures };
  } finally {
    empty.stop();
  }
}

async function pressOnlyDifferences(context: BrowserContext, server: TestServer): Promise<Measure[]> {
  const db = openClient(server.databaseUrl, { as: 'owner' });
  try {
    const measures: Measure[] = [];
    for (const { features, versions, bar } of [
      { features: 300, versions: 5, bar: atMost(100) },
      { features: 700, versions: 12, bar: null },
    ]) {
      const { host } = await buildApp(db, { features, versions: mixed(versions, features) });
      const url = Object.assign(new URL('/compare', server.origin), { hostname: host });
      const figure = await measureOnlyDifferences(context, url.href);
      const of = `${features} × ${versions}, processor slowed 4 times`;
      measures.push({ name: '“Only differences”', of, figure: Math.round(figure), unit: 'ms', bar });
    }
    return measures;
  } finally {
    await db.$disconnect();
  }
}

/** Every second feature is in every version, the others from some version on: half of the rows go and come back. */
function mixed(versions: number, features: number) {
  const numbers = Array.from({ length: features }, (_, at) => at + 1);
  return Array.from({ length: versions }, (_, version) => ({
    fee: version * 1000,
    features: numbers.filter((number) => number % 2 === 0 || (number % (2 * versions)) / 2 <= version),
  }));
}
