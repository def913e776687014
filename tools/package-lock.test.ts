import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from './project-root.mjs';

interface LockedPackage {
  version?: string;
  integrity?: string;
  inBundle?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
const packages: Record<string, LockedPackage> = lock.packages;

it('package-lock.json has the hash of every package, except those in the archive of another', () => {
  const missing = Object.entries(packages).filter(
    ([path, each]) => path !== '' && !each.inBundle && !isForOtherPlatform(each) && !each.integrity,
  );
  expect(missing.map(([path]) => path)).toEqual([]);
});

/** A registry that only has the packages of Linux has no hashes of the others. */
function isForOtherPlatform({ optional = false, os = [], cpu = [], libc = [] }: LockedPackage): boolean {
  const isForServers =
    os.includes('linux') && (cpu.includes('x64') || cpu.includes('arm64')) && !libc.includes('musl');
  return optional && cpu.length > 0 && !isForServers;
}

it('package-lock.json has the optional packages of every platform, as npm ci requires', () => {
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

it.each(['host-app', 'stripe'])('examples/%s has the packages that its type check uses', (name) => {
  const read = (path: string) => JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));
  const root = read('package.json');
  const example = read(`examples/${name}/package.json`);
  expect({ ...root.dependencies, ...root.devDependencies }).toMatchObject(example.dependencies);
  expect(root.engines).toEqual(example.engines);
  expect(read(`examples/${name}/package-lock.json`).packages['']).toMatchObject({
    dependencies: example.dependencies,
  });
});
