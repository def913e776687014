import type { BrowserContext, Page } from '@playwright/test';
import { median } from './measures';

const presses = 6;

/**
 * How long "Only differences" takes from the press to the next picture, in ms, with the processor slowed four times: the
 * median of a few presses, on and off in turns, and without the first, which warms up.
 */
export async function measureOnlyDifferences(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(isAwake);
  const protocol = await context.newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const took: number[] = [];
  for (let press = 0; press <= presses; press += 1) {
    const each = await pressOnce(page);
    if (press > 0) took.push(each);
  }
  await page.close();
  return median(took);
}

/** React marks what it has taken over; a press before that would do nothing. */
function isAwake(): boolean {
  const field = document.querySelector('search input[type=checkbox]');
  return Object.keys(field ?? {}).some((key) => key.startsWith('__reactProps'));
}

/** From the event's own time to just after the picture that has the rows of it, as seen in the page. */
async function pressOnce(page: Page): Promise<number> {
  const before = await page.evaluate(() => document.querySelectorAll('tbody tr:not([aria-hidden])').length);
  // No function in it has a name of its own: the loader would wrap it in a helper that the page doesn't have.
  const waiting = page.evaluate(async (before) => {
    const { timeStamp } = await new Promise<Event>((pressed) => {
      document
        .querySelector('search input[type=checkbox]')
        ?.addEventListener('click', pressed, { once: true });
    });
    do {
      await new Promise((drawing) => requestAnimationFrame(drawing));
    } while (document.querySelectorAll('tbody tr:not([aria-hidden])').length === before);
    // A message comes after the picture that this frame draws.
    const { port1, port2 } = new MessageChannel();
    await new Promise((drawn) => {
      port1.onmessage = drawn;
      port2.postMessage(null);
    });
    return performance.now() - timeStamp;
  }, before);
  await page.getByRole('checkbox', { name: 'Only differences' }).click();
  return waiting;
}
