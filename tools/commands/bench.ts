import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from '@/tools/build';
import { CliError, parseArguments, rejectOnShutdown, runCommand } from '@/tools/cli';
import { fullScale, openBenchEnvironment, quickScale } from '@/tools/lab/bench/bench-environment';
import { createBenchReport, formatBenchReport } from '@/tools/lab/bench/format-report';
import { type BenchmarkName, benchmarks, runBench } from '@/tools/lab/bench/run-bench';
import { log } from '@/tools/progress.mjs';
import { projectRoot } from '@/tools/project-root.mjs';

const names = Object.keys(benchmarks) as BenchmarkName[];

const usage = `Usage: npm run bench -- [--full] [--only NAME,NAME]

Measures the service against a server without work and SQL without a server. Takes about five minutes.
--full  longer rounds, up to 10 million history rows and 10 million reads; takes about an hour
--only  runs some of: ${names.join(', ')}`;

await runCommand(usage, async () => {
  const { full, only } = readOptions();
  const distDir = process.env.NEXT_DIST_DIR || '.next';
  await build(distDir);
  // Always a database of its own, because benchmarks add up to 10 million rows.
  const environment = await openBenchEnvironment(distDir);
  try {
    const scale = full ? fullScale : quickScale;
    const report = createBenchReport(await rejectOnShutdown(runBench(environment, scale, only)), { full });
    const text = formatBenchReport(report);
    console.log(`\n${text}`);
    const folder = join(projectRoot, '.cache/bench');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'bench.txt'), text);
    log(`wrote ${relative(projectRoot, folder)}/bench.txt`);
  } finally {
    await environment.close();
  }
});

function readOptions(): { full: boolean; only: BenchmarkName[] } {
  const { values, positionals } = parseArguments(
    { full: { type: 'boolean', default: false }, only: { type: 'string', default: names.join() } },
    usage,
  );
  const requested = values.only.split(',');
  const only = names.filter((name) => requested.includes(name));
  if (positionals.length > 0 || only.length !== requested.length) throw new CliError(usage);
  return { full: values.full, only };
}
