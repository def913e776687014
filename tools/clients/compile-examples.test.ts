import { execFile, spawn, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { findFreePort } from '@/tools/ports';
import { projectRoot } from '@/tools/project-root.mjs';
import { openTemporaryFolder } from '@/tools/temporary-folder';

const run = promisify(execFile);
const isPresent = (program: string) => spawnSync(program, ['--version']).status === 0;
const folders: ReturnType<typeof openTemporaryFolder>[] = [];

/** Copies files of `examples` to a folder of their own, as a host application does. */
function copyExamples(files: string[]): string {
  const folder = openTemporaryFolder('examples');
  folders.push(folder);
  for (const file of files) cpSync(join(projectRoot, 'examples', file), join(folder.path, file));
  return folder.path;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.close();
});

it.each([
  ['client.ts', ['generated/api-types.ts']],
  ['use-feature.ts', []],
  ['plans.tsx', []],
])('a copy of %s compiles with --strict', async (file, others) => {
  const folder = copyExamples([file, ...others]);
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  const tsc = join(projectRoot, 'node_modules/typescript-7/bin/tsc');
  const options = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noEmit'];
  const modules = ['--module', 'nodenext', '--jsx', 'react-jsx', '--types', 'node', '--target', 'es2022'];
  await expect(run(process.execPath, [tsc, ...options, ...modules, file], { cwd: folder })).resolves.toEqual({
    stdout: '',
    stderr: '',
  });
});

const pythonCalls = `
from client import AppVersions

client = AppVersions("https://plans.example.com", "avk_1")
title: str = client.call("getAccount", path={"external_id": "1"}).body["data"]["title"]
for account in client.list_all("listAccounts", query={"limit": 10}):
    title = account["title"]
client.call("getNothing")
client.call("getAccount")
client.call("setUsage", path={"external_id": "1"}, body={"amounts": {"projects": "14"}})
number: int = client.call("getAccount", path={"external_id": "1"}).body["data"]["title"]
`;

it.skipIf(!isPresent('python3'))('copies of the files for Python compile', async () => {
  const folder = copyExamples(['client.py', 'generated/api_types.py']);
  await run('python3', ['-W', 'error', '-m', 'compileall', '-q', folder]);
});

it.skipIf(!isPresent('mypy'))('client.py is valid with mypy --strict, and wrong calls are not', async () => {
  const folder = copyExamples(['client.py', 'generated/api_types.py']);
  writeFileSync(join(folder, 'calls.py'), pythonCalls);
  const check = (file: string) =>
    run('mypy', ['--strict', '--python-version', '3.9', '--cache-dir', join(folder, '.cache'), file], {
      cwd: folder,
    });
  expect((await check('client.py')).stdout).toContain('no issues found');
  const failure: { stdout: string } = await check('calls.py').then(
    () => Promise.reject(new Error('Wrong calls were accepted.')),
    (error) => error,
  );
  const lines = [...failure.stdout.matchAll(/^calls\.py:(\d+): error/gm)].map(([, line]) => Number(line));
  expect([...new Set(lines)]).toEqual([8, 9, 10, 11]);
});

/** The commands of the README of an example that install and start it. */
function readCommands(name: string): string[] {
  const readme = readFileSync(join(projectRoot, 'examples', name, 'README.md'), 'utf8');
  return readme.split('\n').filter((line) => line.includes(`--prefix examples/${name}`));
}

const noRegistry = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)\b/;

it.for([
  ['host-app', '/', 200],
  ['stripe', '/stripe', 400],
] as const)(
  'the two commands of the README start examples/%s',
  { timeout: 300_000 },
  async ([name, path, status], { skip }) => {
    const folder = openTemporaryFolder('examples');
    folders.push(folder);
    const filter = (source: string) => !source.includes('node_modules');
    cpSync(join(projectRoot, 'examples'), join(folder.path, 'examples'), { recursive: true, filter });
    const [install, start, ...others] = readCommands(name);
    expect(others).toEqual([]);
    const port = String(await findFreePort());
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const env = {
      ...process.env,
      ...{ APP_KEY: 'avk_1', WEBHOOK_SECRET: secret, STRIPE_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: secret },
      ...{ PORT: port, ORIGIN: `http://localhost:${port}` },
    };
    const failure = await run('sh', ['-c', install ?? ''], { cwd: folder.path, env }).then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    );
    if (noRegistry.test(failure)) skip('Not run: the npm registry does not answer.');
    expect(failure).toBe('');
    const child = spawn('sh', ['-c', start ?? ''], { cwd: folder.path, env, detached: true });
    // The shell, npm and the example.
    folder.cleanUp.push(() => child.exitCode === null && process.kill(-child.pid!, 'SIGKILL'));
    let output = '';
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (data) => {
          output += data;
          if (output.includes(`http://localhost:${port}`)) resolve();
        });
      }
      child.once('exit', () => reject(new Error(`The example has ended: ${output}`)));
    });
    const response = await fetch(`http://localhost:${port}${path}`, {
      method: path === '/' ? 'GET' : 'POST',
    });
    expect(response.status).toBe(status);
  },
);
