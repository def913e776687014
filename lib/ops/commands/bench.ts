import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { briefly, wholly } from '@/lib/ops/bench/bench';
import { drawChart } from '@/lib/ops/bench/report/draw-chart';
import { printGoals, printMeasures } from '@/lib/ops/bench/report/print-measures';
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
Measures: ${names.join(', ')}.`;

await command(async () => {
  const { whole, only, save } = readOrder();
  const distDir = process.env.NEXT_DIST_DIR || '.next';
  await build(distDir);
  // Always on a database of its own: nobody's own is a place for ten million rows.
  const stage = await openStage(distDir);
  try {
    const taken = await unlessInterrupted(runBench(stage, whole ? wholly : briefly, only));
    const result = describeRun(taken, { whole });
    console.log(`\n${printMeasures(taken)}\n\n${printGoals(taken)}\n`);
    const file = join(projectRoot, save ? 'docs/bench/bench.json' : '.cache/bench/bench.json');
    const chart = file.replace(/\.json$/, '.svg');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
    writeFileSync(chart, drawChart(result));
    say(`written to ${file} and ${chart}`);
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
