import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findNode } from './find-program';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'find-node-'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

/** Replaces npm by a script that gets its arguments. */
function stubNpm(script: string): void {
  const file = join(root, 'npm-cli.js');
  writeFileSync(file, `const { mkdirSync, writeFileSync } = require('node:fs');\n${script}`);
  vi.stubEnv('npm_execpath', file);
}

test('this Node is found without npm', async () => {
  stubNpm('process.exit(1)');
  expect(await findNode(process.versions.node.split('.')[0] ?? '', root)).toBe(process.execPath);
});

test('another Node is installed once, into the cache', async () => {
  stubNpm(`
    const prefix = process.argv.find((each) => each.startsWith('--prefix=')).slice('--prefix='.length);
    const [name, version] = process.argv.find((each) => each.includes('@')).split('@');
    if (version !== '99') process.exit(1);
    mkdirSync(\`\${prefix}/node_modules/\${name}/bin\`, { recursive: true });
    writeFileSync(\`\${prefix}/node_modules/\${name}/bin/node\`, '');`);
  const path = await findNode('99', root);
  expect(path).toMatch(new RegExp(`^${root}/.cache/node-99/node_modules/`));
  expect(existsSync(path ?? '')).toBe(true);
  stubNpm('process.exit(1)');
  expect(await findNode('99', root)).toBe(path);
});

test('without the npm registry, there is no other Node, and a sentence says why', async () => {
  const output = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  stubNpm(`
    console.error('npm error code ECONNREFUSED\\\\nnpm error network is unreachable');
    process.exit(1);`);
  expect(await findNode('99', root)).toBeNull();
  const expected = "  Node 99 can't be installed from the npm registry (npm error network is unreachable).\n";
  expect(output.mock.calls.join('')).toBe(expected);
});
