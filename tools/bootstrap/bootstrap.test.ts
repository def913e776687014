import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '@/tools/project-root.mjs';

/** A clone without packages, in which the user can't write. */
const root = mkdtempSync(join(tmpdir(), 'clone-'));
const isRoot = process.getuid?.() === 0;

beforeAll(() => {
  for (const path of ['package.json', 'package-lock.json', 'tools', 'lib/server/process/ignore-epipe.mjs'])
    cpSync(join(projectRoot, path), join(root, path), { recursive: true });
  chmodSync(root, 0o555);
});
afterAll(() => {
  chmodSync(root, 0o755);
  rmSync(root, { recursive: true });
});

test.each([
  [
    'start',
    /^The user .* has no permission to use .*; run the command as the owner of .*clone-\w+, or make this user its owner/,
  ],
  ['migrate', /^No packages are installed; run npm run build\.$/],
])('%s says in one line what to do in a clone of another user', (name, message) => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/run.mjs'), name], {
    encoding: 'utf8',
    // Root can write everywhere.
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
  });
  expect(stderr.trim()).toMatch(message);
  expect(stderr.trim()).not.toContain('\n');
  expect(status).toBe(1);
});
