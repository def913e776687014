import type { IncomingMessage, ServerResponse } from 'node:http';
import { listPaths } from '@/lib/contract/paths';
import { type AppCaller, type Caller, requireApp, requireCaller } from '@/lib/domain/caller';
import { type CatalogView, getCatalogView } from '@/lib/domain/catalog/catalog-view';
import { tryCached } from '@/lib/domain/service';
import { logRequest } from '@/lib/server/process/log';
import { createRequestContext } from '@/lib/server/process/request-context';
import { getService } from '@/lib/server/process/runtime';
import { isRepeated, isValidHost } from './api-server';
import { cachedReads } from './handlers';
import { findCachedCaller, identifiedCallers, readCredentials } from './pipeline/authenticate';
import { createCorsHeaders } from './pipeline/cors';
import { findLanguage, type LanguageQuery } from './pipeline/find-language';
import { memoize } from './pipeline/memoize';
import { parseFields, parseQuery } from './pipeline/parse-request';
import { tryCount } from './pipeline/rate-limiting';
import { completeResponse, countBytes, sendResponse } from './pipeline/response';
import { type CachedResponse, parseConditionalHeaders } from './pipeline/response-cache';
import { countUnread, exceedsUnread } from './pipeline/unread-responses';

// Version lists, single versions and features are requested most and change rarely. Where caller and catalog are cached, this
// file responds within the event loop turn in which Node parsed the request, without promises or web-standard objects. It calls
// the same rules as `handle`. Every other request, and every error, is left to the router.

/** The response to one path and query, by caller. */
interface Target {
  path: string;
  query: LanguageQuery;
  requireCaller: (caller: Caller) => AppCaller;
  getResponse: (view: CatalogView, caller: AppCaller) => CachedResponse;
}

/** Creates the target of a path and query. It is null if the path is another, throws if a parameter is invalid. */
type ParseTarget = (path: string, url: string) => Target | null;

const parsers: ParseTarget[] = cachedReads.flatMap(({ operation, getCached }) => {
  const { path, callers, forbidden, pathParameters, query: querySchema } = operation;
  return listPaths(path).map((served) => {
    const pattern = new RegExp(`^${served.replace(/:(\w+)/g, '(?<$1>[\\w-]+)')}$`);
    return (requested: string, url: string) => {
      const match = pattern.exec(requested);
      if (!match) return null;
      const params = pathParameters && parseFields(pathParameters, { ...match.groups });
      const query = querySchema && parseQuery(querySchema, url);
      return {
        path,
        query: query as LanguageQuery,
        requireCaller: (caller: Caller) => requireApp(requireCaller(caller, callers, forbidden)),
        getResponse: (view: CatalogView, caller: AppCaller) => getCached(view, caller, { params, query }),
      };
    };
  });
});

/** Responds from the cache. Returns false, without an effect, if that is not possible. */
export function tryRespond(request: IncomingMessage, response: ServerResponse): boolean {
  const target = request.method === 'GET' ? findTarget(request.url ?? '') : null;
  if (!target || !isValidHost(request) || isRepeated(request, 'authorization')) return false;
  const headers = { get: (name: string) => (request.headers[name] ?? null) as string | null };
  const context = createRequestContext(target.path, 'GET', headers);
  const caller = findCachedCaller(readCredentials(headers));
  if (!caller) return false;
  context.caller = caller;
  const cached = tryCached(getService(), (source) => {
    const reader = target.requireCaller(caller);
    const language = findLanguage(reader, target.query, headers);
    return target.getResponse(getCatalogView(source, reader, language), reader);
  });
  const apiResponse = cached?.getResponse(parseConditionalHeaders(headers));
  const bytes = apiResponse ? countBytes(apiResponse) : 0;
  if (!apiResponse || exceedsUnread(response, bytes) || !tryCount(context)) {
    identifiedCallers.set(response, caller);
    return false;
  }
  countUnread(response, bytes);
  logRequest(context, apiResponse);
  return sendResponse(
    completeResponse(apiResponse, context, headers, createCorsHeaders(headers, caller)),
    response,
  );
}

/** Paths and queries that mean the same in every parser. */
const plainUrl = /^[\w/?=&.-]{1,200}$/;

/** The key is path and query. It is null if the router has to respond, also with an error. */
const findTarget = memoize((url): Target | null => {
  if (!plainUrl.test(url)) return null;
  const [path = ''] = url.split('?');
  try {
    for (const parse of parsers) {
      const target = parse(path, `http://localhost${url}`);
      if (target) return target;
    }
  } catch {
    // The router reports it.
  }
  return null;
});
