import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { OperatorError } from '@/lib/ops/operator-error';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const headlessShell = 'chromium-headless-shell';
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** A whole Chromium: CHROMIUM_PATH, else Playwright's own, else one of the system's; null where none is. */
export function findChromium(): string | null {
  return process.env.CHROMIUM_PATH || firstThere([chromium.executablePath(), ...onPath(names), ...elsewhere]);
}

/**
 * The browser for page tests: CHROMIUM_PATH, else Debian's headless shell, which has no windows to draw and so takes two
 * thirds of the time, else any Chromium.
 */
export function findTestBrowser(): string | null {
  return process.env.CHROMIUM_PATH || firstThere(onPath([headlessShell])) || findChromium();
}

function onPath(names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function firstThere(paths: string[]): string | null {
  return paths.find((path) => path && existsSync(path)) ?? null;
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
