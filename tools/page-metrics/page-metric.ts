import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type Goal, meetsGoal } from '@/tools/metric';
import { projectRoot } from '@/tools/project-root.mjs';

/** A measured value of a page. */
export interface PageMetric {
  name: string;
  /** The page, or what exactly was measured. */
  scope: string;
  value: number;
  unit: '' | 'ms' | 'kB';
  goal: Goal;
}

const file = join(projectRoot, 'docs/page-metrics.json');

/** The environment of the last measurement, and the size that `e2e/pages/script-size.spec.ts` subtracts. */
interface PageMetricsFile {
  date: string;
  processor: string;
  node: string;
  next: string;
  browser: string;
  /** kB of script, gzipped, of a page without content, with this version of Next. */
  emptyPageKb: number;
}

export function writePageMetrics(measured: Pick<PageMetricsFile, 'browser' | 'emptyPageKb'>): void {
  const processors = cpus();
  const content: PageMetricsFile = {
    date: new Date().toISOString().slice(0, 10),
    processor: `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}`,
    node: process.versions.node,
    next: getNextVersion(),
    ...measured,
  };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

export function readPageMetrics(): PageMetricsFile {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The installed version of Next. */
export function getNextVersion(): string {
  return JSON.parse(readFileSync(join(projectRoot, 'node_modules/next/package.json'), 'utf8')).version;
}

/** Prints metrics as a table. */
export function printPageMetrics(metrics: readonly PageMetric[]): void {
  const rows = metrics.map(({ name: metric, scope, value, unit, goal }) => ({
    metric,
    scope,
    value: `${Math.round(value * 1000) / 1000} ${unit}`.trim(),
    goal: `${goal.type === 'max' ? 'at most' : 'at least'} ${goal.value}`,
    result: meetsGoal({ value, goal }) ? 'met' : 'missed',
  }));
  console.table(rows);
}
