import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstRollingMigration } from '@/tools/migrate/migrate';
import { findPreviousRelease } from './previous-release';

let folder: string;
let repository: string;

const runGit = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: repository,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();

/** Commits a file, and returns the commit. */
function commit(file: string): string {
  mkdirSync(join(repository, file, '..'), { recursive: true });
  writeFileSync(join(repository, file), file);
  runGit('add', '.');
  runGit('commit', '--quiet', '--no-gpg-sign', `--message=${file}`);
  return runGit('rev-parse', 'HEAD');
}
const commitMigration = (name: string) => commit(`prisma/migrations/${name}/migration.sql`);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'app-versions-release-test-'));
  repository = join(folder, 'repository');
  mkdirSync(repository);
  runGit('init', '--quiet');
  commit('prisma/migrations/migration_lock.toml');
});

afterAll(() => rmSync(folder, { recursive: true }));

test('the previous release is the newest commit before the newest migration, from the first one that allows updates', () => {
  commitMigration('20250101000000_init');
  const first = commitMigration(firstRollingMigration);
  expect(findPreviousRelease(repository)).toBe(first);
  const last = commit('README.md');
  commitMigration('29980101000000_next');
  expect(findPreviousRelease(repository)).toBe(last);
  commit('LICENSE');
  expect(findPreviousRelease(repository)).toBe(last);
});

test('a folder without the history of git is rejected', () => {
  const clone = join(folder, 'shallow');
  runGit('clone', '--quiet', '--depth=1', `file://${repository}`, clone);
  expect(() => findPreviousRelease(clone)).toThrow('git fetch --unshallow');
  rmSync(join(clone, '.git'), { recursive: true });
  expect(() => findPreviousRelease(clone)).toThrow('needs the git history');
});
