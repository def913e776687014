import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { CliError } from '@/tools/cli';

const browserNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const headlessShell = 'chromium-headless-shell';
const otherPaths = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * Returns the path of a full Chromium: CHROMIUM_PATH, or Playwright's own, or one of the system. Returns null when there is none.
 */
export function findChromium(): string | null {
  return (
    process.env.CHROMIUM_PATH ||
    findFirstExisting([chromium.executablePath(), ...listPathCandidates(browserNames), ...otherPaths])
  );
}

/**
 * Returns the path of the browser for page tests: CHROMIUM_PATH, or Debian's headless shell, which needs two thirds of
 * the time, or any Chromium.
 */
export function findTestBrowser(): string | null {
  return (
    process.env.CHROMIUM_PATH || findFirstExisting(listPathCandidates([headlessShell])) || findChromium()
  );
}

function listPathCandidates(names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function findFirstExisting(paths: string[]): string | null {
  return paths.find((path) => path && existsSync(path)) ?? null;
}

/**
 * Installs Debian's headless shell for the page tests, or Chromium for a command that needs all of it, when the process runs
 * as root. Throws a `CliError` when there is no Chromium then.
 */
export function installChromium(packageName: 'chromium' | 'chromium-headless-shell'): void {
  const isDebian = process.platform === 'linux' && existsSync('/usr/bin/apt-get');
  if (isDebian && process.getuid?.() === 0) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', packageName]]) {
      // Another installation can have the lock.
      spawnSync('apt-get', ['--quiet', '--option', 'DPkg::Lock::Timeout=600', ...args], { env: environment });
    }
  }
  if (packageName === headlessShell ? findTestBrowser() : findChromium()) return;
  // Older releases have no package of the shell.
  if (isDebian && packageName === headlessShell) {
    installChromium('chromium');
    return;
  }
  throw new CliError(
    'Chromium is required. Install it (apt-get install chromium, or npx playwright install chromium), ' +
      'or set CHROMIUM_PATH.',
  );
}
