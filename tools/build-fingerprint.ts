import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { CliError } from './cli';
import { projectRoot } from './project-root.mjs';

/** Paths that the build does not depend on. All other paths count, so that a new folder can't be missed. */
const excludedPaths = new Set([
  'node_modules',
  'docs',
  'e2e',
  'examples',
  'tools',
  'lib/db/generated',
  'prisma/migrations',
  'prisma/sql',
  'test-results',
  'playwright-report',
  'next-env.d.ts',
]);

/** Throws a `CliError` unless `distDir` has a build of the current sources. */
export function assertBuilt(distDir: string): void {
  if (isCurrent(distDir)) return;
  throw new CliError(`${distDir} has no build of these sources. Run npm run build.`);
}

export function isCurrent(distDir: string, fingerprint = fingerprintSources()): boolean {
  const marker = join(projectRoot, distDir, markerName);
  return existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint;
}

/** The file with the fingerprint of the sources, in the folder of the build. */
export const markerName = '.made-from';

/** A fingerprint of all sources of the build. */
export function fingerprintSources(root: string = projectRoot): string {
  const hash = createHash('sha256');
  for (const file of listSourceFiles(root, root)) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  // Next inlines these variables into the pages.
  const publicVariables = Object.keys(process.env).filter((name) => name.startsWith('NEXT_PUBLIC_'));
  for (const name of publicVariables.sort()) hash.update(`${name}=${process.env[name]}\0`);
  return hash.digest('hex');
}

function listSourceFiles(root: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      const isExcluded =
        entry.name.startsWith('.') || excludedPaths.has(relative(root, path)) || isDataFolder(path);
      if (isExcluded) return [];
      if (entry.isDirectory()) return listSourceFiles(root, path);
      return entry.isFile() && !/\.(test\.tsx?|md|tsbuildinfo|log)$/.test(entry.name) ? [path] : [];
    });
}

function isDataFolder(path: string): boolean {
  return path === resolve(projectRoot, process.env.DATA_DIR || '.data');
}
