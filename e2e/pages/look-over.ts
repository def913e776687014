import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import { findLayoutFaults } from './layout-faults';

/** It goes into each page anew, and this is the shorter form of it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const widths = [320, 768, 1280];
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What another theme can change: a page has the same elements in both. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

interface Look {
  /** What has to be there, asked again at each width. */
  see?: () => Promise<void>;
  /** Whether both themes are looked at; where only the data is another, light is enough. */
  themes?: readonly ('light' | 'dark')[];
}

/**
 * Holds a page, as it stands, against what every page keeps at each width, light and dark: no accessibility fault, nothing
 * cut off or scrolled sideways, targets of 44 px.
 */
export async function lookOver(page: Page, { see, themes = ['light', 'dark'] }: Look = {}): Promise<void> {
  // Nothing is measured while it is still on its way.
  await page.emulateMedia({ colorScheme: themes[0] ?? 'light', reducedMotion: 'reduce' });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await see?.();
    await drawn(page);
    for (const frame of page.frames()) {
      expect.soft(await frame.evaluate(findLayoutFaults), `${width} px`).toEqual([]);
    }
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await drawn(page);
      const rules = rulesFor({
        first: width === widths[0],
        anew: colorScheme === themes[0],
        themes: themes.length,
      });
      expect(await findAccessFaults(page, rules), `${width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

/** What changes in place is there with the next picture, in frames too, and certainly with the one after it. */
async function drawn(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    await frame.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
}

/**
 * In the second theme only colours are another. Where but one theme is looked at, because only the data is another, the
 * colours are those of the first width too: to weigh them in a large table takes longer than all the rest.
 */
function rulesFor({ first, anew, themes }: { first: boolean; anew: boolean; themes: number }): RunOptions {
  if (!anew) return { runOnly: rulesOfColour };
  if (themes > 1 || first) return { runOnly: standards };
  return {
    runOnly: standards,
    rules: Object.fromEntries(rulesOfColour.map((id) => [id, { enabled: false }])),
  };
}

/** What axe finds in the page and in its frames. It runs in the page itself: a tenth of the time of its own driver. */
export async function findAccessFaults(
  page: Page,
  rules: RunOptions = { runOnly: standards },
): Promise<string[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
  }
  const { violations } = await page.evaluate<AxeResults, RunOptions>(
    (options) => window.axe.run(document, { ...options, resultTypes: ['violations'] }),
    rules,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
