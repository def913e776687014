import { createApiServer } from '@/lib/http/api-server';
import { endpoints } from '@/lib/http/endpoints';

// What the server process (lib/server/server.mjs) calls, as one bundle: it runs without a TypeScript loader.

// biome-ignore lint/performance/noBarrelFile: the server process loads one file.
export { findServer, parsePath } from '@/lib/contract/paths';
export { tryRespond } from '@/lib/http/fast-path';
export { createInvalidRequestResponse } from '@/lib/http/invalid-request';
export { pageCacheCounts } from '@/lib/http/pages/page-cache';
export { findPageClient } from '@/lib/http/rate-limiting';
export { handleHealthRequest, reportStopping } from '@/lib/server/health';
export { logPageWorkerEnd, logPageWorkerOutput } from '@/lib/server/log';
export { startMetrics } from '@/lib/server/metrics';
export { createPageWorkers } from '@/lib/server/page-workers';
export { openPageInvalidations, startWorker, stopListener } from '@/lib/server/runtime';
export { handleCachedPage } from './_server/cached-page';
export { respondBusy } from './_server/respond-busy';

export const handleApiRequest = createApiServer(Object.values(endpoints));
