import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fingerprintSources } from './sources';

let root: string;
let before: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sources-'));
  write('app/page.tsx', 'one');
  write('lib/data/rows.ts', 'one');
  before = fingerprintSources(root);
});
afterEach(() => {
  rmSync(root, { recursive: true });
  vi.unstubAllEnvs();
});

it.each([
  'app/page.tsx',
  'app/globals.css',
  'proxy.ts',
  'public/mark.svg',
  'prisma/schema.prisma',
  'package-lock.json',
  'a-folder-of-next-year/thing.ts',
])('sees a change of %s', (file) => {
  write(file, 'two');
  expect(fingerprintSources(root)).not.toBe(before);
});

it('sees that a file moved', () => {
  rmSync(join(root, 'app/page.tsx'));
  write('app/other/page.tsx', 'one');
  expect(fingerprintSources(root)).not.toBe(before);
});

it.each([
  'README.md',
  'docs/decisions/0001-x.md',
  'e2e/pages/plans.spec.ts',
  'lib/data/rows.test.ts',
  'lib/data/rows.db.test.ts',
  'lib/data/generated/client.ts',
  'lib/ops/run.mjs',
  'node_modules/react/index.js',
  'prisma/migrations/1_init/migration.sql',
  '.next/BUILD_ID',
  '.data/password',
  'tsconfig.tsbuildinfo',
])('passes over %s', (file) => {
  write(file, 'two');
  expect(fingerprintSources(root)).toBe(before);
});

it('sees what Next writes into pages from the environment', () => {
  vi.stubEnv('NEXT_PUBLIC_THING', '1');
  expect(fingerprintSources(root)).not.toBe(before);
});

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}
