import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { OperatorError } from '@/lib/ops/operator-error';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** The browser for page tests: CHROMIUM_PATH, else Playwright's own, else one of the system's; null where none is. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return (
    [chromium.executablePath(), ...onPath, ...elsewhere].find((path) => path && existsSync(path)) ?? null
  );
}

/** Installs Debian's Chromium where that can be done without asking anybody. */
export function installChromium(): void {
  const isDebian = process.platform === 'linux' && existsSync('/usr/bin/apt-get');
  if (isDebian && process.getuid?.() === 0) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
      spawnSync('apt-get', ['--quiet', ...args], { env: environment });
    }
  }
  if (findChromium()) return;
  throw new OperatorError(
    'The page tests need Chromium. Install it (apt-get install chromium, or npx playwright install chromium), ' +
      'or name one in CHROMIUM_PATH.',
  );
}
