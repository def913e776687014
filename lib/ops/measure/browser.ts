import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { freePort } from '@/lib/ops/free-port';
import { findChromium, installChromium } from '@/lib/ops/testing/chromium';

export interface MeasuredBrowser {
  /** Signed in to nothing yet. What is done here Lighthouse finds done: both use the browser's own profile. */
  context: BrowserContext;
  /** Of its debugging protocol. */
  port: number;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<MeasuredBrowser> {
  if (!findChromium()) installChromium();
  const profile = mkdtempSync(join(tmpdir(), 'app-versions-browser-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${port}`],
  });
  return {
    context,
    port,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
