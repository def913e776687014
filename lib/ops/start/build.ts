import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFileLock } from '@/lib/ops/file-lock.mjs';
import { stopping } from '@/lib/ops/interrupt';
import { OperatorError } from '@/lib/ops/operator-error';
import { countLeases, takeLease } from '@/lib/ops/postgres/leases';
import { say, step } from '@/lib/ops/progress.mjs';
import { projectRoot } from '@/lib/ops/project-root.mjs';
import { bundleInterface } from './bundle';
import { fingerprintSources } from './sources';

/**
 * Builds the pages and the interface into `distDir` unless the build that is there was made from the same sources, and keeps others
 * from replacing it while this process lives.
 */
export async function build(distDir: string): Promise<void> {
  const users = join(projectRoot, '.cache/serving', distDir);
  mkdirSync(users, { recursive: true });
  await withFileLock(
    join(projectRoot, '.cache', `build-${distDir}.lock`),
    async () => {
      await buildUnlessFresh(distDir, users);
      takeLease(users);
    },
    (holder) => say(`waiting for process ${holder}, which is building`),
  );
}

async function buildUnlessFresh(distDir: string, users: string): Promise<void> {
  const marker = join(projectRoot, distDir, '.made-from');
  const sources = fingerprintSources();
  if (existsSync(marker) && readFileSync(marker, 'utf8') === sources) return;
  if (countLeases(users) > 0) {
    throw new OperatorError(
      `The sources changed, and a running server still uses the last build in ${distDir}. Stop that one first.`,
    );
  }
  rmSync(marker, { force: true });
  await step('building the pages', () => runNextBuild(distDir));
  await step('building the interface', () => bundleInterface(distDir));
  writeFileSync(marker, sources);
}

function runNextBuild(distDir: string): Promise<void> {
  const next = join(projectRoot, 'node_modules/next/dist/bin/next');
  const { DATABASE_URL: _, ...environment } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [next, 'build'], {
      cwd: projectRoot,
      signal: stopping,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environment, NODE_ENV: 'production', NEXT_DIST_DIR: distDir },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new OperatorError(`The pages could not be built. Next says:\n\n${output.trim()}`));
    });
  });
}
