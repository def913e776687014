import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import { type OperationId, operations } from '@/lib/contract/operations';
import type { Callers, Operation } from '@/lib/contract/operations/operation';
import { requireApp } from '@/lib/domain/caller';
import { getCatalogView } from '@/lib/domain/catalog/catalog-view';
import { type Handler, handle, type OperationInput } from '../pipeline/endpoint';
import { findLanguage, type LanguageQuery } from '../pipeline/find-language';
import type { ApiResponse } from '../pipeline/response';
import { CachedResponse, parseConditionalHeaders } from '../pipeline/response-cache';
import { accessHandlers } from './access';
import { accountsHandlers } from './accounts';
import { auditHandlers } from './audit';
import { catalogHandlers } from './catalog';
import { changesHandlers } from './changes';
import { editionsHandlers } from './editions';
import { entitlementsHandlers } from './entitlements';
import { historyHandlers } from './history';
import { movesHandlers } from './moves';
import { noticesHandlers } from './notices';
import type { CachedRead, OperationHandlers } from './operation-handlers';
import { subscriptionHandlers } from './subscription';
import { usageHandlers } from './usage';
import { webhooksHandlers } from './webhooks';

const openApiResponse = new CachedResponse(createOpenApiDocument());

const handlers: OperationHandlers = {
  ...catalogHandlers,
  ...entitlementsHandlers,
  ...subscriptionHandlers,
  ...changesHandlers,
  ...movesHandlers,
  ...historyHandlers,
  ...noticesHandlers,
  ...usageHandlers,
  ...accountsHandlers,
  ...accessHandlers,
  ...editionsHandlers,
  ...webhooksHandlers,
  ...auditHandlers,
  getOpenApiDocument: async ({ headers }) => openApiResponse.getResponse(parseConditionalHeaders(headers)),
};

type Checked = Operation<string, Callers>;
type GetCached = CachedRead['cached'];
type GetResponse = (input: OperationInput) => Promise<ApiResponse>;

const declared = Object.entries(operations) as [OperationId, Operation][];

/** The handlers of all operations, which check a request before they respond. */
export const operationHandlers: ReadonlyMap<Operation, Handler> = new Map(
  declared.map(([id, operation]) => [operation, addChecks(operation, handlers[id])]),
);

/** The operations to which the fast path responds. */
export const cachedReads = declared.flatMap(([id, operation]) => {
  const handler = handlers[id];
  return 'cached' in handler
    ? [{ operation: operation as Checked, getCached: handler.cached as GetCached }]
    : [];
});

function addChecks(operation: Operation, handler: OperationHandlers[OperationId]): Handler {
  if (operation.callers === 'anyone') return handler as Handler;
  const checked = 'cached' in handler ? readFromView(handler.cached as GetCached) : (handler as GetResponse);
  return handle(operation as Checked, checked);
}

function readFromView(getCached: GetCached): GetResponse {
  return async ({ service, caller: given, params, query, headers }) => {
    const caller = requireApp(given);
    const view = await getCatalogView(service, caller, findLanguage(caller, query as LanguageQuery, headers));
    return getCached(view, caller, { params, query }).getResponse(parseConditionalHeaders(headers));
  };
}
