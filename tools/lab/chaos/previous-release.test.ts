import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  commit('package.json');
});

afterAll(() => rmSync(folder, { recursive: true }));

test('the previous release is the newest commit before the last change of migrations or functions, from the first migration on', () => {
  const first = commitMigration('20250101000000_init');
  expect(findPreviousRelease(repository)).toBe(first);
  const second = commit('README.md');
  commitMigration('29980101000000_next');
  expect(findPreviousRelease(repository)).toBe(second);
  const third = commit('LICENSE');
  expect(findPreviousRelease(repository)).toBe(second);
  commit('prisma/sql/unix_ms.sql');
  expect(findPreviousRelease(repository)).toBe(third);
});

test('a folder without the history of git is rejected', () => {
  const clone = join(folder, 'shallow');
  runGit('clone', '--quiet', '--depth=1', `file://${repository}`, clone);
  expect(() => findPreviousRelease(clone)).toThrow('git fetch --unshallow');
  rmSync(join(clone, '.git'), { recursive: true });
  expect(() => findPreviousRelease(clone)).toThrow('needs the git history');
});
