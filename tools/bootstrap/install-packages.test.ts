import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { installPackages } from './install-packages.mjs';

const folder = mkdtempSync(join(tmpdir(), 'install-'));
/** A project with the packages `server`, and `tester` for development. Neither is in a registry. */
const template = join(folder, 'template');
const root = join(folder, 'project');

beforeAll(() => {
  for (const name of ['server', 'tester']) {
    const content = join(folder, name, 'package');
    mkdirSync(content, { recursive: true });
    mkdirSync(template, { recursive: true });
    writeFileSync(join(content, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
    for (const file of ['index.js', 'index.js.map']) writeFileSync(join(content, file), '');
    execFileSync('tar', ['-czf', join(template, `${name}.tgz`), '-C', join(folder, name), 'package']);
  }
  lock(template, 'tester');
  return () => rmSync(folder, { recursive: true });
});
beforeEach(() => {
  cpSync(template, root, { recursive: true });
  vi.stubEnv('npm_config_cache', join(root, 'cache'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

test('production leaves out devDependencies, and all adds them without replacing what is there', async () => {
  await installPackages('production', root);
  expect([has('server/index.js'), has('tester')]).toEqual([true, false]);
  writeFileSync(path('server/kept'), '');
  const before = readFileSync(join(root, 'package-lock.json'), 'utf8');
  await installPackages('all', root);
  expect([has('server/index.js'), has('tester/index.js')]).toEqual([true, true]);
  expect(has('server/kept')).toBe(true);
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).toBe(before);
  expect([has('server/index.js.map'), has('tester/index.js.map')]).toEqual([false, false]);
});

test('production removes no devDependencies, also when the lock file has changed', async () => {
  await installPackages('all', root);
  await installPackages('production', root);
  expect(has('tester')).toBe(true);
  lock(root, 'other');
  await installPackages('production', root);
  expect(has('other')).toBe(true);
});

test('two installations at the same time run one after the other', async () => {
  useAsNpm(`fs.mkdirSync('busy');
    fs.mkdirSync('node_modules', { recursive: true });
    setTimeout(() => fs.rmdirSync('busy'), 500);`);
  await Promise.all([installPackages('production', root), installPackages('all', root)]);
  expect(existsSync(join(root, 'busy'))).toBe(false);
});

test('production packages stay installed if the others cannot be installed', async () => {
  await installPackages('production', root);
  writeFileSync(path('server/kept'), '');
  for (const name of ['tester.tgz', 'cache']) rmSync(join(root, name), { recursive: true });
  await expect(installPackages('all', root)).rejects.toThrow('Output of npm install');
  await installPackages('production', root);
  expect(has('server/kept')).toBe(true);
});

test('an installation that was killed starts again', async () => {
  await installPackages('production', root);
  const manifest = join(folder, 'tester/package/package.json');
  useAsNpm(`fs.cpSync(${JSON.stringify(manifest)}, 'node_modules/tester/package.json');
    process.kill(process.pid, 'SIGKILL');`);
  await expect(installPackages('all', root)).rejects.toThrow('Interrupted.');
  vi.stubEnv('npm_execpath', undefined);
  await installPackages('all', root);
  expect([has('tester/package.json'), has('tester/index.js')]).toEqual([true, true]);
});

test('packages that npm has installed are not installed again', async () => {
  npm(root, ['ci', '--include=dev']);
  writeFileSync(path('server/kept'), '');
  await installPackages('production', root);
  await installPackages('all', root);
  expect(has('server/kept')).toBe(true);
});

/** Writes package.json and package-lock.json. The package for development gets the name `tester`. */
function lock(project: string, tester: string): void {
  const dependencies = { server: 'file:server.tgz' };
  const devDependencies = { [tester]: 'file:tester.tgz' };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ dependencies, devDependencies }));
  npm(project, ['install', '--package-lock-only']);
}

function npm(project: string, args: string[]): void {
  execFileSync('npm', [...args, '--ignore-scripts', '--offline', '--no-audit'], {
    cwd: project,
    stdio: 'ignore',
  });
}

/** Replaces npm by a script that runs in the project. */
function useAsNpm(script: string): void {
  const file = join(root, 'npm-cli.js');
  writeFileSync(file, `const fs = require('node:fs'); ${script}`);
  vi.stubEnv('npm_execpath', file);
}

function path(file: string): string {
  return join(root, 'node_modules', file);
}

function has(file: string): boolean {
  return existsSync(path(file));
}
