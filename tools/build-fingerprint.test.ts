import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fingerprintSources, isBuildSource } from './build-fingerprint';
import { projectRoot } from './project-root.mjs';

let root: string;
let before: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'));
  write('app/page.tsx', 'one');
  write('lib/db/rows.ts', 'one');
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
  'lib/a-new-folder/file.ts',
  'app/.well-known/file.ts',
])('fingerprintSources depends on %s', (file) => {
  write(file, 'two');
  expect(fingerprintSources(root)).not.toBe(before);
});

it('fingerprintSources depends on the paths of files', () => {
  rmSync(join(root, 'app/page.tsx'));
  write('app/other/page.tsx', 'one');
  expect(fingerprintSources(root)).not.toBe(before);
});

it.each([
  'README.md',
  'plans.yml',
  'notes.txt',
  '.env',
  'a-new-folder/file.ts',
  'docs/decisions/0001-x.md',
  'e2e/pages/plans.spec.ts',
  'examples/host-app/app.ts',
  'lib/db/rows.test.ts',
  'lib/db/rows.db.test.ts',
  'lib/db/.rows.ts.swp',
  'lib/db/generated/client.ts',
  'tools/run.mjs',
  'node_modules/react/index.js',
  'prisma/migrations/1_init/migration.sql',
  'prisma/sql/unix_ms.sql',
  '.next/BUILD_ID',
  '.data/password',
  'tsconfig.tsbuildinfo',
])('fingerprintSources ignores %s', (file) => {
  write(file, 'two');
  expect(fingerprintSources(root)).toBe(before);
});

it('fingerprintSources depends on the variables that Next inlines into pages', () => {
  vi.stubEnv('NEXT_PUBLIC_THING', '1');
  expect(fingerprintSources(root)).not.toBe(before);
});

it('the style sheet is made from sources of the build alone', () => {
  const styles = readFileSync(join(projectRoot, 'app/globals.css'), 'utf8');
  expect(styles).toContain('@import "tailwindcss" source(none);');
  const folders = [...styles.matchAll(/@source "(.+)";/g)].map(([, path]) => join('app', path!));
  expect(folders.length).toBeGreaterThan(0);
  for (const folder of folders) expect([folder, isBuildSource(`${folder}/x.tsx`)]).toEqual([folder, true]);
});

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}
