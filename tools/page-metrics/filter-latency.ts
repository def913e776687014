import type { BrowserContext, Page } from '@playwright/test';
import { median } from '@/tools/metric';

const clicks = 6;

/**
 * Time in ms from a click on "Only differences" to the next frame, with the CPU throttled to a quarter. The median of
 * alternating clicks (on, off) after one that warms up.
 */
export async function measureFilterLatency(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(isHydrated);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const latencies: number[] = [];
  for (let click = 0; click <= clicks; click += 1) {
    const latencyMs = await clickOnce(page);
    if (click > 0) latencies.push(latencyMs);
  }
  await page.close();
  return median(latencies);
}

/** React adds properties to elements when it hydrates them. A click before that has no effect. */
function isHydrated(): boolean {
  const field = document.querySelector('search input[type=checkbox]');
  return Object.keys(field ?? {}).some((key) => key.startsWith('__reactProps'));
}

/** Measures in the page, from the event's timestamp until after the frame that shows the filtered rows. */
async function clickOnce(page: Page): Promise<number> {
  const before = await page.evaluate(() => document.querySelectorAll('tbody tr:not([aria-hidden])').length);
  // Functions in here must not have names: tsx would wrap them in a helper that does not exist in the page.
  const latency = page.evaluate(async (before) => {
    const { timeStamp } = await new Promise<Event>((resolve) => {
      document
        .querySelector('search input[type=checkbox]')
        ?.addEventListener('click', resolve, { once: true });
    });
    do {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    } while (document.querySelectorAll('tbody tr:not([aria-hidden])').length === before);
    // A message is handled after the current frame is painted.
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
    return performance.now() - timeStamp;
  }, before);
  await page.getByRole('checkbox', { name: 'Only differences' }).click();
  return latency;
}
