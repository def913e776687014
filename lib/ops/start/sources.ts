import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { projectRoot } from '@/lib/ops/project-root.mjs';

/** Folders and files that no built page depends on. Whatever else is there counts, so that nothing is forgotten. */
const apart = new Set([
  'node_modules',
  'docs',
  'e2e',
  'lib/ops',
  'lib/data/generated',
  'prisma/migrations',
  'test-results',
  'playwright-report',
  'next-env.d.ts',
]);

/** A fingerprint of everything that the built pages are made from. */
export function fingerprintSources(root: string = projectRoot): string {
  const hash = createHash('sha256');
  for (const file of sourceFiles(root, root)) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  // Next writes these into the pages.
  for (const name of Object.keys(process.env)
    .filter((name) => name.startsWith('NEXT_PUBLIC_'))
    .sort()) {
    hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest('hex');
}

function sourceFiles(root: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.') || apart.has(relative(root, path)) || isData(path)) return [];
      if (entry.isDirectory()) return sourceFiles(root, path);
      return entry.isFile() && !/\.(test\.tsx?|md|tsbuildinfo|log)$/.test(entry.name) ? [path] : [];
    });
}

function isData(path: string): boolean {
  return path === resolve(projectRoot, process.env.DATA_DIR || '.data');
}
