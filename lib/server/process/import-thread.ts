// A thread in which a server process imports price lists (lib/server/process/create-import-threads.ts). It has connections
// of its own.

import { workerData } from 'node:worker_threads';
import { makeId } from '@/lib/contract/ids';
import { openRuntimeDatabase } from '@/lib/domain/service';
import { createCatalogImporter } from '@/lib/price-list/publish/create-catalog-importer';
import { getConfig } from './config';
import type { ImportTask, ImportThreadData } from './create-import-threads';
import { lowerPriority, serveTasks } from './serve-tasks';

const { databaseUrl, databasePoolUrl: poolUrl, databaseRole: role, database } = getConfig();
if (databaseUrl === null) throw new Error('DATABASE_URL is not set.');
// Two, because a publication waits for acknowledgements while it has ended.
const limits = { ...database, connections: 2 };
const importer = createCatalogImporter(openRuntimeDatabase(databaseUrl, { poolUrl, role, limits }), makeId);

// Accounts wait for publications.
if (!(workerData as ImportThreadData).publishes) lowerPriority();
serveTasks((task: ImportTask) => {
  const perform: (input: never) => Promise<unknown> = importer[task.kind];
  return perform(task.input as never);
});
