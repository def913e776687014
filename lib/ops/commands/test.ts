import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from '@/lib/ops/command';
import { withFileLock } from '@/lib/ops/file-lock.mjs';
import { stopping } from '@/lib/ops/interrupt';
import { OperatorError } from '@/lib/ops/operator-error';
import { say } from '@/lib/ops/progress.mjs';
import { projectRoot } from '@/lib/ops/project-root.mjs';
import { type LevelName, levelNames, openLevels } from '@/lib/ops/testing/levels';
import { type LevelResult, printTable } from '@/lib/ops/testing/print-table';
import { removeAbandoned } from '@/lib/ops/testing/throwaway-database';

const levelsWithServer: LevelName[] = ['api', 'pages', 'secrets'];

await command(async () => {
  const chosen = chooseLevels(process.argv.slice(2));
  const onWait = (holder: number) => say(`waiting for process ${holder}, which is testing here`);
  // Two runs would write the same build.
  const failed = await withFileLock(join(projectRoot, '.cache/test.lock'), () => run(chosen), onWait);
  if (failed > 0) process.exit(1);
});

function chooseLevels(names: string[]): LevelName[] {
  const unknown = names.filter((name) => !levelNames.some((known) => known === name));
  if (unknown.length > 0) {
    throw new OperatorError(`There is no level "${unknown[0]}". There are: ${levelNames.join(', ')}.`);
  }
  const needsBuild = levelsWithServer.some((name) => names.includes(name));
  return levelNames.filter(
    (name) => names.length === 0 || names.includes(name) || (name === 'build' && needsBuild),
  );
}

/** Runs the levels, prints what they came to, and returns how many tests failed. */
async function run(chosen: LevelName[]): Promise<number> {
  await removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), 'app-versions-reports-'));
  const { levels, close } = openLevels(folder);
  const results: LevelResult[] = [];
  const inOrder = async (names: LevelName[]) => {
    for (const name of names) {
      const began = performance.now();
      const outcome = await levels[name]();
      stopping.throwIfAborted();
      results.push({ name, milliseconds: performance.now() - began, ...outcome });
      if (outcome.failed > 0) console.log(`\n${outcome.output}\n`);
    }
  };
  try {
    const needServer = chosen.filter((name) => levelsWithServer.includes(name));
    const needNone = chosen.filter((name) => !levelsWithServer.includes(name) && name !== 'database');
    const ofDatabase = chosen.filter((name) => name === 'database');
    // Tests of the database wait more than they work, and the others have no need of it.
    await bothToEnd(inOrder(needNone), inOrder(ofDatabase));
    await inOrder(needServer);
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
  return printTable(chosen.flatMap((level) => results.filter(({ name }) => name === level)));
}

/** Fails with either, but not before both have come to an end. */
async function bothToEnd(...works: Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}
