import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrations } from '@/lib/db/connection/schema-files';
import { CliError } from '@/tools/cli';
import { runStep } from '@/tools/progress.mjs';
import { projectRoot } from '@/tools/project-root.mjs';
import { createTestEnvironment } from '@/tools/run-package-bin';

/** An earlier version of the project, built in a folder of its own. */
export interface Release {
  commit: string;
  /** Migrations of this version that it does not have. */
  missing: string[];
  folder: string;
  /** Runs a command of the release, as `npm run` does. Returns its output. Throws a `CliError` if it fails. */
  run(args: string[], environment?: Record<string, string>): string;
  remove(): void;
}

/**
 * Finds the previous release: the newest commit before the last change of migrations or functions. If that is the
 * commit of the first migration, it is this commit. Throws a `CliError` without the history of git.
 */
export function findPreviousRelease(root = projectRoot): string {
  const current = listOwnMigrations(root);
  const isShallow = runGit(root, ['rev-parse', '--is-shallow-repository']).trim() === 'true';
  const changes = runGit(root, ['log', '--format=%H', '--', 'prisma/migrations', 'prisma/sql']);
  let oldest: string | null = null;
  for (const change of changes.trim().split('\n').filter(Boolean)) {
    if (canUpdate(root, change, current)) oldest = change;
    const parent = runGit(root, ['rev-parse', '--verify', '--quiet', `${change}^`], true).trim();
    if (parent && canUpdate(root, parent, current)) return parent;
  }
  if (oldest !== null && !isShallow) return oldest;
  throw new CliError(
    isShallow
      ? 'The clone is shallow and lacks the previous release. Run git fetch --unshallow, or name a commit with --from.'
      : 'No commit has the migrations of this version or their beginning. Name one with --from.',
  );
}

/**
 * Whether servers of a commit can be updated to this version without a stop: its migrations are the first ones of this
 * version.
 */
function canUpdate(root: string, commit: string, current: string[]): boolean {
  const found = listMigrations(root, commit);
  return found.length > 0 && found.every((name, index) => name === current[index]);
}

const listOwnMigrations = (root: string) => readMigrations(root).map(({ name }) => name);

function listMigrations(root: string, commit: string): string[] {
  const paths = runGit(root, ['ls-tree', '-d', '--name-only', `${commit}:prisma/migrations`], true);
  return paths.trim().split('\n').filter(Boolean).sort();
}

/** Checks a commit out into a temporary folder and builds it there. */
export async function buildRelease(name: string): Promise<Release> {
  const commit = runGit(projectRoot, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], true).trim();
  if (commit === '') throw new CliError(`git has no commit ${name}.`);
  const folder = mkdtempSync(join(tmpdir(), 'app-versions-test-release-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const run: Release['run'] = (args, environment = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/run.mjs', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: createTestEnvironment(environment),
    });
    if (status !== 0) throw new CliError(`npm run ${args[0]} of ${commit} failed:\n${stderr}${stdout}`);
    return stdout.trim();
  };
  try {
    await runStep(`building ${commit.slice(0, 7)}`, async () => {
      const archive = spawnSync('sh', ['-c', `git archive ${commit} | tar -x -C "$0"`, folder], {
        cwd: projectRoot,
      });
      if (archive.status !== 0) throw new CliError(`git archive of ${commit} failed: ${archive.stderr}`);
      copyPackages(folder);
      run(['build']);
    });
  } catch (error) {
    remove();
    throw error;
  }
  const names = listMigrations(projectRoot, commit);
  const missing = listOwnMigrations(projectRoot).filter((path) => !names.includes(path));
  return { commit, folder, run, remove, missing };
}

/** Copies the installed packages, with hard links, if the release has the same. Otherwise its commands install them. */
function copyPackages(folder: string): void {
  const [own, other] = [projectRoot, folder].map((root) =>
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  if (own !== other) return;
  const source = join(projectRoot, 'node_modules');
  const target = join(folder, 'node_modules');
  if (spawnSync('cp', ['-al', source, target]).status === 0) return;
  // Another file system, or a `cp` without -l.
  rmSync(target, { recursive: true, force: true });
  cpSync(source, target, { recursive: true, verbatimSymlinks: true });
}

/** The output of git. Throws a `CliError` if it fails, unless `optional`. */
function runGit(root: string, args: string[], optional = false): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status === 0) return stdout;
  if (optional && status !== null) return '';
  throw new CliError(
    `A rolling update needs the git history of the project, for the previous release: ${error?.message ?? stderr.trim()}`,
  );
}
