import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@/lib/ops/project-root.mjs';
import type { Measure } from './measures';

const file = join(projectRoot, 'docs/measures.json');

/** What the last measuring came to, and on what. */
export interface MeasuresFile {
  measured: string;
  processor: string;
  node: string;
  next: string;
  browser: string;
  /** kB of script, gzip, of a page with nothing on it, of that Next. */
  emptyPage: number;
  measures: Measure[];
}

export function writeMeasures(found: Pick<MeasuresFile, 'browser' | 'emptyPage' | 'measures'>): void {
  const processors = cpus();
  const content: MeasuresFile = {
    measured: new Date().toISOString().slice(0, 10),
    processor: `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}`,
    node: process.versions.node,
    next: nextVersion(),
    ...found,
  };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

export function readMeasures(): MeasuresFile {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Of the Next that is installed. */
export function nextVersion(): string {
  return JSON.parse(readFileSync(join(projectRoot, 'node_modules/next/package.json'), 'utf8')).version;
}
