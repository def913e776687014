// The thread in which a server process imports price lists (lib/server/start-import-thread.ts), with a connection of its own.

import { parentPort } from 'node:worker_threads';
import { createCatalogImporter } from '@/lib/catalog-import/create-catalog-importer';
import { makeId } from '@/lib/contract/ids';
import { openRuntimeDatabase } from '@/lib/domain/service';
import { toApiError } from '@/lib/domain/to-api-error';
import { getConfig } from './config';
import type { ImportTask } from './start-import-thread';

const { databaseUrl, databasePoolUrl: poolUrl, databaseRole: role, database } = getConfig();
if (databaseUrl === null) throw new Error('DATABASE_URL is not set.');
// Two, because a publication waits for acknowledgements while it has ended.
const limits = { ...database, connections: 2 };
const importer = createCatalogImporter(openRuntimeDatabase(databaseUrl, { poolUrl, role, limits }), makeId);

parentPort?.on('message', async (task: ImportTask) => {
  try {
    const run: (input: never) => Promise<unknown> = importer[task.kind];
    parentPort?.postMessage({ result: await run(task.input as never) });
  } catch (error) {
    // Errors lose their class and fields between threads.
    const { code, message, cause } = toApiError(error);
    parentPort?.postMessage({ error: { code, message, cause } });
  }
});
