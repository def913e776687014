import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from './project-root.mjs';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

it('package-lock.json has the optional packages of every platform, as npm ci requires', () => {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const packages: Record<string, LockedPackage> = lock.packages;
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !listCandidatePaths(path, name).some((candidate) => packages[candidate]?.version))
      .map((name) => `${name}, a dependency of ${path}`),
  );
  expect(missing).toEqual([]);
});

/** The paths at which Node resolves `name` from the package at `path`, nearest first. */
function listCandidatePaths(path: string, name: string): string[] {
  const parents = path === '' ? [] : path.split('/node_modules/');
  return [...parents.map((_, depth) => parents.slice(0, depth + 1).join('/node_modules/')), '']
    .reverse()
    .map((folder) => (folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`));
}
