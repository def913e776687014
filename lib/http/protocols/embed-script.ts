import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@/lib/contract/errors';
import type { ApiResponse } from '../pipeline/response';
import { CachedResponse, parseConditionalHeaders } from '../pipeline/response-cache';

const headers = {
  // An hour without a request, then a day in which a copy is used while it is revalidated.
  'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  Vary: 'Accept-Encoding',
};

let script: CachedResponse | undefined;

/**
 * Responds with the script of the element `<app-versions-plans>`, which tools/build.ts has bundled. Pages of all
 * origins can load it.
 */
export async function handleEmbedScript(request: Request): Promise<ApiResponse> {
  script ??= loadScript();
  const response = script.getResponse(parseConditionalHeaders(request.headers));
  return { ...response, headers: { ...response.headers, ...headers } };
}

function loadScript(): CachedResponse {
  // Without `turbopackIgnore`, Next would count `embed.js` of any folder as read here.
  const file = join(
    /*turbopackIgnore: true*/ process.cwd(),
    process.env.NEXT_DIST_DIR || '.next',
    'embed.js',
  );
  if (!existsSync(file)) throw new ApiError('not_found', 'Run npm run build: it creates the script.');
  return new CachedResponse(readFileSync(file, 'utf8'), 'text/javascript; charset=utf-8');
}
