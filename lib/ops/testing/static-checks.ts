import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@/lib/ops/project-root.mjs';
import { checkImports } from './check-imports';
import { type Outcome, oneCheck } from './outcome';
import { runCaptured } from './run-captured';

/** The build that tests use, beside the one that `npm start` may be serving. */
export const testBuild = '.next-test';

export async function checkFormat(): Promise<Outcome> {
  const { code, output } = await runCaptured('@biomejs/biome/bin/biome', [
    'ci',
    '--error-on-warnings',
    '--colors=off',
  ]);
  return oneCheck(code === 0, output);
}

export async function checkTypes(): Promise<Outcome> {
  // What an older build knew of routes that are gone by now would be a fault.
  rmSync(join(projectRoot, testBuild, 'types'), { recursive: true, force: true });
  const routes = await runCaptured('next/dist/bin/next', ['typegen'], { NEXT_DIST_DIR: testBuild });
  if (routes.code !== 0) return oneCheck(false, routes.output);
  const { code, output } = await runCaptured('typescript/bin/tsc', [
    '-p',
    'lib/ops/testing',
    '--pretty',
    'false',
  ]);
  return oneCheck(code === 0, output);
}

export async function checkImportRules(): Promise<Outcome> {
  const { faults, unread } = await checkImports(projectRoot);
  const lines = [...faults, ...unread.map((file) => `${file} was not read`)];
  return oneCheck(lines.length === 0, lines.join('\n'));
}
