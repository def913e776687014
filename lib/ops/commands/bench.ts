import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { briefly, wholly } from '@/lib/ops/bench/bench';
import { drawChart } from '@/lib/ops/bench/report/draw-chart';
import { printGoals, printMeasures, printRun } from '@/lib/ops/bench/report/print-measures';
import { describeRun } from '@/lib/ops/bench/report/result';
import { type MeasureName, measures, runBench } from '@/lib/ops/bench/run-bench';
import { openStage } from '@/lib/ops/bench/stage';
import { command } from '@/lib/ops/command';
import { unlessInterrupted } from '@/lib/ops/interrupt';
import { OperatorError } from '@/lib/ops/operator-error';
import { say } from '@/lib/ops/progress.mjs';
import { projectRoot } from '@/lib/ops/project-root.mjs';
import { readArguments } from '@/lib/ops/read-arguments';
import { build } from '@/lib/ops/start/build';

const names = Object.keys(measures) as MeasureName[];

const usage = `Usage: npm run bench -- [--whole] [--only NAME,NAME] [--save]
--whole   long rounds, up to ten million rows of history and ten million reads: an hour or so
--only    some of: ${names.join(', ')}
--save    keeps the figures in docs/bench, where the README shows them`;

await command(async () => {
  const { whole, only, save } = readOrder();
  const distDir = process.env.NEXT_DIST_DIR || '.next';
  await build(distDir);
  // Always on a database of its own: nobody's own is a place for ten million rows.
  const stage = await openStage(distDir);
  try {
    const taken = await unlessInterrupted(runBench(stage, whole ? wholly : briefly, only));
    const result = describeRun(taken, { whole });
    const tables = `${printRun(result)}\n\n${printMeasures(taken)}\n\n${printGoals(taken)}\n`;
    console.log(`\n${tables}`);
    const folder = join(projectRoot, save ? 'docs/bench' : '.cache/bench');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'bench.json'), `${JSON.stringify(result, null, 1)}\n`);
    writeFileSync(join(folder, 'bench.txt'), tables);
    writeFileSync(join(folder, 'bench.svg'), drawChart(result));
    say(`written to ${relative(projectRoot, folder)}: bench.txt, bench.json, bench.svg`);
  } finally {
    await stage.close();
  }
});

function readOrder(): { whole: boolean; only: MeasureName[]; save: boolean } {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = readArguments(
    { whole: flag, save: flag, only: { type: 'string', default: names.join() } },
    usage,
  );
  const wanted = values.only.split(',');
  const only = names.filter((name) => wanted.includes(name));
  if (positionals.length > 0 || only.length !== wanted.length) throw new OperatorError(usage);
  return { whole: values.whole, only, save: values.save };
}
