import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from './project-root.mjs';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

it('names the optional packages of every platform, or npm ci would refuse it', () => {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const packages: Record<string, LockedPackage> = lock.packages;
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !places(path, name).some((place) => packages[place]?.version))
      .map((name) => `${name}, which ${path} lists`),
  );
  expect(missing).toEqual([]);
});

/** Where Node would look for `name` from the package at `path`, nearest first. */
function places(path: string, name: string): string[] {
  const within = path === '' ? [] : path.split('/node_modules/');
  return [...within.map((_, depth) => within.slice(0, depth + 1).join('/node_modules/')), '']
    .reverse()
    .map((folder) => (folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`));
}
