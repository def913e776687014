import type { EditionText } from '@/lib/db/catalog-editions';
import type { CatalogImporter } from '@/lib/domain/catalog-importer';
import { CpuBudgets } from './cpu-budgets';
import { openThread, ThreadPool } from './thread-pool';

type TaskKind = keyof CatalogImporter;
type ImportTaskOf<Kind extends TaskKind> = { kind: Kind; input: Parameters<CatalogImporter[Kind]>[0] };
export type ImportTask = { [Kind in TaskKind]: ImportTaskOf<Kind> }[TaskKind];

export interface ImportThreadData {
  publishes: boolean;
}

/** A publication writes while accounts wait for it. */
const timeoutMs = { check: 10_000, compare: 10_000, export: 10_000, publish: 120_000 };
/** Characters of a text. A check of this many takes less than 0.1 s, of the longest text seconds. */
const maxSmallText = 64 * 1024;
/** Most objects of a check are short-lived: with a larger young generation, it spends less time on garbage collection. */
const heap = {
  small: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  large: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
};

/**
 * Runs the tasks of the catalog import in threads, because a price list takes seconds of CPU time in which the process
 * could not respond. Small texts wait neither for large ones nor for a publication.
 */
export function createImportThreads(open = openImportThread): CatalogImporter {
  const budgets = new CpuBudgets();
  const check = { threads: 1, budgets, isLimited: true };
  const small = new ThreadPool({ ...check, open: () => open(heap.small, { publishes: false }) });
  const large = new ThreadPool({ ...check, open: () => open(heap.large, { publishes: false }) });
  // What is scheduled must not be rejected.
  const publications = new ThreadPool({
    ...{ threads: 2, budgets, isLimited: false },
    open: () => open(heap.large, { publishes: true }),
  });

  function importIn<Kind extends TaskKind>(pool: ThreadPool, task: ImportTaskOf<Kind>) {
    const exceed = () => rejectText(task.kind);
    return pool.run(task.input.appId, task, timeoutMs[task.kind], exceed);
  }

  const selectPool = (...texts: EditionText[]) =>
    texts.every(({ source, extension }) => source.length + (extension?.length ?? 0) <= maxSmallText)
      ? small
      : large;
  return {
    check: async (input) => importIn(selectPool(input), { kind: 'check', input }),
    compare: async (input) => importIn(selectPool(input.from, input.to), { kind: 'compare', input }),
    // The length of the text is not known.
    export: async (input) => importIn(large, { kind: 'export', input }),
    publish: async (input) => importIn(publications, { kind: 'publish', input }),
  };
}

/** The result of a task whose text takes too much time or memory. */
function rejectText<Kind extends TaskKind>(kind: Kind): Awaited<ReturnType<CatalogImporter[Kind]>> {
  const message = 'The price list takes too much time or memory. Make it smaller.';
  const problems = [{ file: 'source' as const, line: null, column: null, path: '', message }];
  const results: { [Each in TaskKind]: Awaited<ReturnType<CatalogImporter[Each]>> } = {
    check: {
      ...{ problems, difference: null, catalog: null, digest: null, reviewDigest: null },
      ...{ scheduled: [], endProblem: null, revenue: null, texts: null, announcements: [] },
    },
    publish: { outcome: 'invalid', problems },
    compare: { invalid: 'to', problems },
    export: { problems },
  };
  return results[kind];
}

function openImportThread(resourceLimits: typeof heap.large, workerData: ImportThreadData) {
  return openThread('import-thread', { workerData, resourceLimits });
}
