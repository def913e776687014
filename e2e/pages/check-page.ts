import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import { isFullRun } from '@/tools/testing/test-scope';

/** The minified build, because it is injected into every page. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const widths = [320, 768, 1280];
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The only rules whose result can depend on the theme: the elements are the same in both. */
const colorRules = ['color-contrast', 'link-in-text-block'];

interface CheckOptions {
  /** What the page shows at each width. */
  visible?: Locator;
  /** Asserts the content of the page. It is called at each width. */
  assertContent?: () => Promise<void>;
  /** Themes to check with axe. Light is enough if only the data differs from another test. */
  themes?: readonly ('light' | 'dark')[];
  /** Whether axe also runs without `--full`. Set for one state of each page. */
  axe?: boolean;
}

/**
 * Checks the current page: no clipped text, no horizontal scrolling, and targets of at least 44 px. In a full run at every
 * width, with the accessibility (axe) in each theme; otherwise at the smallest width.
 */
export async function checkPage(
  page: Page,
  { visible, assertContent, themes = ['light', 'dark'], axe = false }: CheckOptions = {},
): Promise<void> {
  const viewport = page.viewportSize();
  const checkedWidths = isFullRun ? widths : widths.slice(0, 1);
  await waitForHydration(page);
  const axeThemes = isFullRun ? themes : themes.slice(0, axe ? 1 : 0);
  // Elements must not move while they are measured.
  await page.emulateMedia({ colorScheme: themes[0] ?? 'light', reducedMotion: 'reduce' });
  for (const width of checkedWidths) {
    await page.setViewportSize({ width, height: 900 });
    if (visible) await expect(visible).toBeVisible();
    await assertContent?.();
    await waitForPaint(page);
    for (const frame of page.frames()) {
      await expect.poll(() => frame.evaluate(findLayoutViolations), { message: `${width} px` }).toEqual([]);
    }
    for (const colorScheme of axeThemes) {
      await page.emulateMedia({ colorScheme });
      await waitForPaint(page);
      const rules = selectAxeRules({
        isFirstWidth: width === checkedWidths[0],
        isFirstTheme: colorScheme === themes[0],
        themeCount: themes.length,
      });
      expect(await findAccessibilityViolations(page, rules), `${width} px, ${colorScheme}`).toEqual([]);
    }
  }
  if (viewport) await page.setViewportSize(viewport);
}

/**
 * Waits until the page and its frames are hydrated, which changes the layout: the server does not know the width.
 * `useHydrationReplay` then assigns `recordedClick`. Pages without script have no recorder.
 */
async function waitForHydration(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    await frame.waitForFunction(() => !('recordClick' in window) || 'recordedClick' in window);
  }
}

/** Waits for two animation frames in the page and its frames, so that pending style changes are applied. */
async function waitForPaint(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    await frame.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
}

/**
 * All rules run in the first theme, only the color rules in the second. With a single theme the color rules run at
 * the first width only, because they take longer than all other rules together in a large table.
 */
function selectAxeRules({
  isFirstWidth,
  isFirstTheme,
  themeCount,
}: {
  isFirstWidth: boolean;
  isFirstTheme: boolean;
  themeCount: number;
}): RunOptions {
  if (!isFirstTheme) return { runOnly: colorRules };
  if (themeCount > 1 || isFirstWidth) return { runOnly: axeTags };
  return {
    runOnly: axeTags,
    rules: Object.fromEntries(colorRules.map((id) => [id, { enabled: false }])),
  };
}

/** Runs axe in the page and its frames. Injecting it directly takes a tenth of the time of @axe-core/playwright. */
export async function findAccessibilityViolations(
  page: Page,
  rules: RunOptions = { runOnly: axeTags },
): Promise<string[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
    await frame.evaluate(selectContrastSamples, 10);
  }
  // A sticky header covers what is below it.
  const scrollTo = (top: number) => window.scrollTo({ top, behavior: 'instant' });
  const scrollY = await page.evaluate(() => window.scrollY);
  await page.evaluate(scrollTo, 0);
  const { violations } = await page.evaluate<AxeResults, RunOptions>(
    (options) => window.axe.run(document, { ...options, resultTypes: ['violations'] }),
    rules,
  );
  await page.evaluate(scrollTo, scrollY);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/**
 * Runs in the page. Limits the rule for contrast, which takes longer than all others, to `samplesPerStyle` of the texts that
 * have the same font, color and backgrounds.
 */
function selectContrastSamples(samplesPerStyle: number): void {
  const attribute = 'data-contrast-sample';
  const backgrounds = new Map<Element | null, string>([[null, '']]);
  const describeBackground = (element: Element | null): string => {
    const known = backgrounds.get(element);
    if (known !== undefined || !element) return known ?? '';
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
    const outer = describeBackground(element.parentElement);
    const description = own === 'rgba(0, 0, 0, 0) none 1' ? outer : `${outer} ${own}`;
    backgrounds.set(element, description);
    return description;
  };
  const hasText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
    );
  const counts = new Map<string, number>();
  for (const element of document.body.querySelectorAll('*')) {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    // axe checks none of these.
    const isIgnored = element.matches(
      '.sr-only *, .sr-only, :disabled, :disabled *, [aria-disabled=true], [inert] *',
    );
    const style = [isIgnored, color, fontSize, fontWeight, textShadow, describeBackground(element)].join();
    const isText = hasText(element) && element.checkVisibility({ visibilityProperty: true });
    const count = (counts.get(style) ?? 0) + (isText ? 1 : 0);
    counts.set(style, count);
    element.toggleAttribute(attribute, isText && count <= samplesPerStyle);
  }
  window.axe.configure({ rules: [{ id: 'color-contrast', selector: `[${attribute}]` }] });
}

/**
 * Runs in the page. Reports horizontal scrolling, text that is clipped or overflows its box, and targets smaller than
 * 44 px, one message each.
 */
function findLayoutViolations(): string[] {
  const violations = new Set<string>();
  // A large table has ten thousand texts in few boxes, and nothing moves before the targets are measured.
  const memoize = <T>(compute: (element: Element) => T) => {
    const results = new Map<Element, T>();
    return (element: Element): T => {
      if (!results.has(element)) results.set(element, compute(element));
      return results.get(element)!;
    };
  };
  const describeElement = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
  /** Excludes text for screen readers only, which has no size. */
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('.sr-only, .skip-link, [inert]');

  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    violations.add(`the page scrolls horizontally: ${root.scrollWidth} px in ${root.clientWidth}`);
  }

  const getBox = memoize((element) => element.getBoundingClientRect());
  const findClippingAncestor: (element: Element) => Element | null = memoize((element) => {
    if (element === document.body) return null;
    const { overflowX, overflowY } = getComputedStyle(element);
    const values = [overflowX, overflowY];
    const clips = values.some((value) => value === 'hidden' || value === 'clip') && !values.includes('auto');
    if (clips) return element;
    return element.parentElement && findClippingAncestor(element.parentElement);
  });
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent?.trim() || !parent || !isVisible(parent)) continue;
    range.selectNodeContents(texts.currentNode);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
    // A group heading may be wider than its column: the cells next to it are empty.
    const box = parent.closest(
      'td, th:not([scope=rowgroup]), tr, [role=gridcell], [role=row], li, dd, section, [role=alertdialog], main, header, footer, body',
    );
    if (box && lines.some((line) => overflowsX(line, getBox(box)))) {
      violations.add(`overflows its ${box.tagName.toLowerCase()}: ${describeElement(parent)}`);
    }
    const clipping = findClippingAncestor(parent);
    if (clipping && lines.some((line) => overflows(line, getBox(clipping)))) {
      violations.add(`clipped: ${describeElement(parent)}`);
    }
  }

  const targets = 'a[href], button, input:not([type=hidden]), select, summary, textarea';
  // An open dialog blocks the rest of the page.
  const container = document.querySelector('[role=alertdialog]') ?? document;
  for (const target of container.querySelectorAll<HTMLElement>(targets)) {
    if (isVisible(target) && !isLargeTarget(target))
      violations.add(`under 44 px: ${describeElement(target)}`);
  }
  return [...violations];

  /** Tolerates 3 px: large price figures are shifted slightly past the edge for optical alignment. */
  function overflowsX(line: DOMRect, box: DOMRect): boolean {
    return line.left < box.left - 3 || line.right > box.right + 3;
  }

  function overflows(line: DOMRect, box: DOMRect): boolean {
    return overflowsX(line, box) || line.top < box.top - 3 || line.bottom > box.bottom + 3;
  }

  /** Whether the target, its label or the area around it that receives its clicks is at least 44 px wide and high. */
  function isLargeTarget(target: HTMLElement): boolean {
    const labels = 'labels' in target ? ((target.labels ?? []) as Iterable<Element>) : [];
    for (const element of [target, ...labels]) {
      const { width, height } = element.getBoundingClientRect();
      if (width >= 44 && height >= 44) return true;
    }
    if (isSurroundedByViewport(target.getBoundingClientRect()) && isReachable(target)) return true;
    // The footer of a dialog can cover its center.
    return (['center', 'start'] as const).some((block) => {
      target.scrollIntoView({ block, behavior: 'instant' });
      return isReachable(target);
    });
  }

  /** Whether the area around the center of a target that receives its clicks is at least 44 px wide and high. */
  function isReachable(target: HTMLElement): boolean {
    // The first line of a link that wraps.
    const [box = target.getBoundingClientRect()] = target.getClientRects();
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    const receivesClick = (left: number, top: number) =>
      target.contains(document.elementFromPoint(left, top));
    /** Pixels around the center that receive clicks, up to 44 in each direction. Each probe is slow in a long page. */
    const measure = (isReached: (offset: number) => boolean) => {
      if ([-21.5, 21.5, -11, 11].every(isReached)) return 44;
      return [-1, 1].reduce((sum, direction) => {
        let distance = 0;
        for (const step of [4, 1])
          while (distance + step <= 44 && isReached(direction * (distance + step))) distance += step;
        return sum + distance;
      }, 1);
    };
    const width = measure((offset) => receivesClick(x + offset, y));
    const height = measure((offset) => receivesClick(x, y + offset));
    return width >= 43 && height >= 43;
  }

  /** Whether the points up to 44 px around the center of the box are in the viewport and not under the page's header. */
  function isSurroundedByViewport({ left, right, top, bottom }: DOMRect): boolean {
    const x = (left + right) / 2;
    const y = (top + bottom) / 2;
    return x >= 44 && x <= innerWidth - 44 && y >= 200 && y <= innerHeight - 44;
  }
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Starts to add up the layout shifts of the page and its frames. Returns a function that reads the sums. */
export async function observeLayoutShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const state = window as unknown as { shift: number };
    state.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) state.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    Promise.all(
      page.frames().map((frame) => frame.evaluate(() => (window as unknown as { shift: number }).shift)),
    );
}
