import { createApiServer } from '@/lib/http/api-server';
import { endpoints } from '@/lib/http/endpoints';

// What the server process (lib/server/server.mjs) calls, as one bundle: it runs without a TypeScript loader.

// biome-ignore lint/performance/noBarrelFile: the server process loads one file.
export { findServer, parsePath } from '@/lib/contract/paths';
export { tryRespond } from '@/lib/http/fast-path';
export { pageCacheCounts } from '@/lib/http/pages/page-cache';
export { createInvalidRequestResponse } from '@/lib/http/pipeline/invalid-request';
export { findPageClient } from '@/lib/http/pipeline/rate-limiting';
export { createPageWorkers } from '@/lib/server/pages/page-workers';
export { handleHealthRequest, reportStopping } from '@/lib/server/process/health';
export { logPageWorkerEnd, logPageWorkerOutput } from '@/lib/server/process/log';
export { startMetrics } from '@/lib/server/process/metrics';
export { openPageInvalidations, startWorker, stopListener } from '@/lib/server/process/runtime';
export { sendBusyPage } from './busy-page';
export { handleCachedPage } from './cached-page';

export const handleApiRequest = createApiServer(Object.values(endpoints));
