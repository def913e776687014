import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import type { Measure } from '@/lib/ops/bench/measure';
import { projectRoot } from '@/lib/ops/project-root.mjs';

/** A run of the bench, as it is written down. */
export interface BenchResult {
  /** ISO 8601. */
  date: string;
  /** Of the commit that was measured; null outside of git. */
  commit: string | null;
  whole: boolean;
  machine: { processor: string; cores: number; memoryGiB: number; node: string; system: string };
  measures: Measure[];
}

export function describeRun(measures: Measure[], { whole }: { whole: boolean }): BenchResult {
  const [first] = cpus();
  return {
    date: new Date().toISOString(),
    commit: readCommit(),
    whole,
    machine: {
      processor: first?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      system: `${process.platform} ${process.arch}`,
    },
    measures,
  };
}

function readCommit(): string | null {
  try {
    const args = ['-C', projectRoot, 'rev-parse', '--short=12', 'HEAD'];
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
