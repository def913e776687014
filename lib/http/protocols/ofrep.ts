import { ApiError } from '@/lib/contract/errors';
import { ofrepBody } from '@/lib/contract/ofrep';
import { operations } from '@/lib/contract/operations';
import { fieldError, missingParameter } from '@/lib/contract/operations/operation';
import { type AppCaller, requireApp } from '@/lib/domain/caller';
import { type CatalogView, getCatalogView } from '@/lib/domain/catalog/catalog-view';
import { type Flag, findFlag, listFlags } from '@/lib/domain/entitlements/flags';
import type { RequestContext } from '@/lib/server/process/request-context';
import { getService } from '@/lib/server/process/runtime';
import { authorize, type Handler, type Params, type Protocol } from '../pipeline/endpoint';
import { limitByAccount } from '../pipeline/rate-limiting';
import { readBody } from '../pipeline/read-body';
import { type ApiResponse, jsonResponse } from '../pipeline/response';
import { getCachedResponse, parseConditionalHeaders, responseNames } from '../pipeline/response-cache';
import { serializeFeatureAccess } from '../serializers/serializers';

// The OpenFeature Remote Evaluation Protocol (docs/decisions/0041-ofrep.md). Features of the account are flags.

/** The flag `ID.entitlement` has all that is known of the feature. Slugs of features have no dots. */
const objectSuffix = '.entitlement';

const targetingKeyField = 'context.targetingKey';

export const ofrepProtocol: Protocol = { readHeaders: readOfrepHeaders, respondToError };

/** `POST /ofrep/v1/evaluate/flags/:key`. Throws 404 for a flag that the caller does not know. */
export const handleFlag: Handler = async (request, params, context) => {
  const { caller, view } = await readContext(request, context);
  const key = String(params.key);
  const isObject = key.endsWith(objectSuffix);
  const flag = findFlag(view, caller, isObject ? key.slice(0, -objectSuffix.length) : key);
  if (!flag) throw new ApiError('not_found', `There is no feature "${key}".`);
  return jsonResponse(isObject ? serializeObjectFlag(view, flag) : serializeFlag(view, flag));
};

/** `POST /ofrep/v1/evaluate/flags`: all flags that the caller knows, in catalog order. */
export const handleFlags: Handler = async (request, _, context) => {
  const { caller, view } = await readContext(request, context);
  const response = getCachedResponse(view, caller, responseNames.flags, () => ({
    flags: listFlags(view, caller).flatMap((flag) => [
      serializeFlag(view, flag),
      serializeObjectFlag(view, flag),
    ]),
  }));
  return response.getResponse(parseConditionalHeaders(request.headers));
};

/**
 * Identifies the caller and the account, and reads what it has. The account is that of the targeting key, or of the API key.
 * Throws as `authorize` and `readBody`, and 400 for a context without a targeting key or with an unknown one.
 */
async function readContext(
  request: Request,
  context: RequestContext,
): Promise<{ caller: AppCaller; view: CatalogView }> {
  await context.addressLimit;
  const [key] = await authorize({ callers: { scope: 'catalog' } }, context.headers, context);
  if (key?.via !== 'key')
    throw new ApiError('unauthenticated', 'Send an API key as Authorization or X-API-Key.');
  const getBody = await readBody(request, ofrepBody, key.app.id);
  const { targetingKey } = getBody().context;
  const headers = readOfrepHeaders(request.headers);
  if (targetingKey) headers.set('X-Account-Id', encodeURIComponent(targetingKey));
  else if (!key.account) throw fieldError(missingParameter(targetingKeyField));
  const [account, error] = await authorize(operations.listAccountFeatures, headers, context);
  await limitByAccount(context, false);
  if (error) throw error;
  const caller = requireApp(account);
  const service = getService();
  return { caller, view: await service.health.guard(Promise.resolve(getCatalogView(service, caller))) };
}

/** The key of `X-API-Key`, which providers send too, as `Authorization`. Cookies do not count. */
function readOfrepHeaders(given: Headers): Headers {
  const headers = new Headers(given);
  const key = headers.get('X-API-Key');
  if (key !== null && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${key}`);
  headers.delete('Cookie');
  headers.delete('X-Account-Id');
  return headers;
}

function serializeFlag(view: CatalogView, { feature, entitlement, value }: Flag) {
  const { id, known, ...content } = serializeFeatureAccess(feature.humanId, true, entitlement, view);
  return {
    key: id,
    reason: 'TARGETING_MATCH',
    ...(value !== undefined && { value }),
    metadata: Object.fromEntries(Object.entries(content).filter(([, each]) => each !== null)),
  };
}

function serializeObjectFlag(view: CatalogView, { feature, entitlement }: Flag) {
  const value = serializeFeatureAccess(feature.humanId, true, entitlement, view);
  return { key: `${feature.humanId}${objectSuffix}`, reason: 'TARGETING_MATCH', value };
}

/** An evaluation failure, or of a status without an error code the general error. */
function respondToError(
  { status: apiStatus, headers }: ApiResponse,
  error: ApiError,
  { key }: Params,
): ApiResponse {
  const errorDetails = error.message.replaceAll('X-Account-Id', 'targetingKey');
  const status = error.code === 'account_not_found' ? 400 : apiStatus;
  const errorCode = findErrorCode(error, status);
  const failure = errorCode && { ...(key !== undefined && { key: String(key) }), errorCode };
  return {
    status,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...failure, errorDetails }),
  };
}

/** The OpenFeature error code, or null for a status that has none. */
function findErrorCode({ code, errors }: ApiError, status: number): string | null {
  if (code === 'account_not_found') return 'INVALID_CONTEXT';
  if (errors) {
    const isMissing = errors[0]?.field === targetingKeyField && code === 'parameter_missing';
    return isMissing ? 'TARGETING_KEY_MISSING' : 'INVALID_CONTEXT';
  }
  if (status === 404) return 'FLAG_NOT_FOUND';
  return [400, 408, 413, 415].includes(status) ? 'PARSE_ERROR' : null;
}
