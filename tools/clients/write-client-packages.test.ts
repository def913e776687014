import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '@/tools/project-root.mjs';
import { openTemporaryFolder } from '@/tools/temporary-folder';
import { writeClientPackages } from './write-client-packages';

const folder = openTemporaryFolder('clients');
const packages = join(folder.path, 'packages');
const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
const isPythonPresent = spawnSync('python3', ['--version']).status === 0;

beforeAll(() => writeClientPackages(packages));
afterAll(() => folder.close());

const backEnd = `
import { AppVersions, AppVersionsError } from 'app-versions-client';
import type { AccountFeature } from 'app-versions-client/api-types';

const client = new AppVersions('http://127.0.0.1:1', 'avk_1');
async function read(): Promise<AccountFeature[]> {
  for await (const { title } of client.listAll('listAccounts', { query: { search: 'a' } })) title.trim();
  // @ts-expect-error: an operation that does not exist
  client.call('getNothing').catch(() => {});
  // @ts-expect-error: the path is missing
  client.call('getAccount').catch(() => {});
  // @ts-expect-error: a body without a version or an undo
  client.call('switchVersion', { body: {} }).catch(() => {});
  return (await client.call('listAccountFeatures', { account: 'customer-7' })).body.payload;
}
read().catch((error: unknown) => {
  if (error instanceof AppVersionsError) console.log(error.status, error.message);
});
`;

const page = `
import { createFeatures, useFeature } from 'app-versions-client/use-feature';
import { Plans } from 'app-versions-client/plans';

const features = createFeatures({ url: 'https://plans.example.com', getKey: async () => 'avk_1' });
export function Page() {
  const { feature } = useFeature(features, 'export');
  return <Plans origin="https://plans.example.com" app={feature?.id ?? 'boards'} />;
}
`;

it('the npm package installs, compiles with --strict, and runs', () => {
  const consumer = join(folder.path, 'consumer');
  mkdirSync(consumer);
  const run = (program: string, args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: consumer, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  const packed = execFileSync('npm', ['pack', '--silent'], { cwd: join(packages, 'npm'), encoding: 'utf8' });
  expect(packed.trim()).toBe(`app-versions-client-${version}.tgz`);
  writeFileSync(join(consumer, 'package.json'), '{"type": "module", "private": true}');
  const archive = join(packages, 'npm', packed.trim());
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', archive];
  expect(run('npm', install)).toMatchObject({ status: 0 });

  const tsc = join(projectRoot, 'node_modules/typescript-7/bin/tsc');
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--jsx', 'react-jsx'];
  writeFileSync(join(consumer, 'back-end.ts'), backEnd);
  const compile = (file: string, ...more: string[]) =>
    run(process.execPath, [tsc, ...options, ...more, file]);
  // Without React, and without the types of Node.js.
  expect(compile('back-end.ts', '--types', '')).toEqual({ status: 0, output: '' });
  expect(run(process.execPath, ['back-end.js']).output).toContain('0 App Versions did not answer.');

  for (const name of ['react', '@types']) {
    symlinkSync(join(projectRoot, 'node_modules', name), join(consumer, 'node_modules', name));
  }
  writeFileSync(join(consumer, 'page.tsx'), page);
  expect(compile('page.tsx', '--noEmit', '--types', '')).toEqual({ status: 0, output: '' });
});

it.skipIf(!isPythonPresent)('the Python package can be imported, and has the version', () => {
  const script = `
from app_versions import AppVersions, AppVersionsError, Result, verify_webhook
from app_versions.api_types import Account
try:
    AppVersions("http://127.0.0.1:1", "avk_1").call("getAccount", path={"external_id": "customer-7"})
except AppVersionsError as error:
    print(error.status, error)
`;
  const cwd = join(packages, 'python');
  const output = execFileSync('python3', ['-B', '-W', 'error', '-c', script], { cwd, encoding: 'utf8' });
  expect(output).toBe('0 App Versions did not answer.\n');
  expect(readFileSync(join(cwd, 'pyproject.toml'), 'utf8')).toContain(`version = "${version}"`);
});

it('a folder that is not empty is kept', () => {
  expect(() => writeClientPackages(packages)).toThrow('is not empty');
});
