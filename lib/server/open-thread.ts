import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ResourceLimits, Worker, type WorkerOptions } from 'node:worker_threads';

interface ThreadOptions {
  /** The file of the thread in the project. */
  source: string;
  /** Its bundle in the folder of the build. `npm run dev` has none. */
  bundle: string;
  workerData?: unknown;
  resourceLimits: ResourceLimits;
}

export function openThread({ source, bundle, workerData, resourceLimits }: ThreadOptions): Worker {
  const built = join(process.cwd(), process.env.NEXT_DIST_DIR || '.next', bundle);
  const isBundled = process.env.NODE_ENV !== 'development' && existsSync(built);
  const options: WorkerOptions = {
    workerData,
    resourceLimits,
    ...(!isBundled && { execArgv: ['--import', 'tsx'] }),
  };
  // Next would bundle the file of `new Worker`, which it can't find.
  return Reflect.construct(Worker, [isBundled ? built : join(process.cwd(), source), options]);
}
