import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CliError } from './cli';
import { projectRoot } from './project-root.mjs';

// What a build is made from. e2e/api/package.spec.ts compares it with what the build has read.
const sourceFolders = ['app', 'components', 'lib', 'public'];
const sourceFiles = [
  'instrumentation.ts',
  'next.config.mjs',
  'package-lock.json',
  'package.json',
  'postcss.config.mjs',
  'prisma/schema.prisma',
  'proxy.ts',
  'tsconfig.json',
];

/** Files of the folders that a build does not read. The Prisma client is made from the schema. */
const otherFiles = /\/\.[^/]+$|\.(test\.tsx?|md)$|^lib\/db\/generated\//;

/** Whether a build depends on a file, given by its path in the project. */
export function isBuildSource(file: string): boolean {
  const isInFolder = sourceFolders.some((folder) => file.startsWith(`${folder}/`));
  return sourceFiles.includes(file) || (isInFolder && !otherFiles.test(file));
}

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
  for (const file of listSourceFiles(root)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  // Next inlines these variables into the pages.
  const publicVariables = Object.keys(process.env).filter((name) => name.startsWith('NEXT_PUBLIC_'));
  for (const name of publicVariables.sort()) hash.update(`${name}=${process.env[name]}\0`);
  return hash.digest('hex');
}

function listSourceFiles(root: string): string[] {
  const exists = (path: string) => existsSync(join(root, path));
  const listFolder = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const files = [...sourceFiles.filter(exists), ...sourceFolders.filter(exists).flatMap(listFolder)];
  return files.filter(isBuildSource).sort();
}
