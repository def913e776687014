import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { ruleSet } from '@/lib/ops/import-rules.mjs';

const folders = ['app', 'components', 'lib', 'prisma', 'e2e'];

export interface ImportReport {
  /** One line for each import against the rules. */
  faults: string[];
  /** How many files were read. */
  read: number;
  /** Source files of the tree that were not: a check that does not look finds no fault. */
  unread: string[];
}

/** Holds every import of the tree at `root` against the rules. */
export async function checkImports(root: string): Promise<ImportReport> {
  const { output } = await cruise(
    folders.filter((folder) => existsSync(join(root, folder))),
    {
      baseDir: root,
      ruleSet,
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: ['node_modules', '^lib/data/generated/'] },
      exclude: { path: '^app/globals\\.css$' },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'require', 'node', 'types', 'default'],
        mainFields: ['module', 'main', 'types'],
      },
    },
    { alias: { '@': root } },
  );
  const { summary, modules } = output as ICruiseResult;
  const read = new Set(modules.map(({ source }) => source));
  return {
    faults: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} imports ${to}`),
    read: read.size,
    unread: folders.flatMap((folder) => sources(root, folder)).filter((file) => !read.has(file)),
  };
}

function sources(root: string, folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path) || folder === 'lib/data/generated') return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sources(root, file);
    return /\.(tsx?|mjs)$/.test(entry.name) ? [file] : [];
  });
}
