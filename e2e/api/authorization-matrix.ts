import { type ApiErrorCode, apiErrors } from '@/lib/contract/errors';
import { type OperationId, operations } from '@/lib/contract/operations';
import { type CallerKind, listCallers, type Operation } from '@/lib/contract/operations/operation';
import { listPaths } from '@/lib/contract/paths';
import { isFullRun } from '@/tools/testing/test-scope';
import type { RawRequest } from './api-client';
import { createCallerCredentials, type RequestHeaders, type TestTenants, testOrigin } from './test-tenants';

/**
 * What each caller is to an operation, or the error that it gets; whether it acts for an account; and the versions that it may
 * see.
 */
const table = `
caller                   | identity          | account | visible
-------------------------|-------------------|---------|------------------------------------------------
visitor                  | visitor           | no      | public upgrade
member                   | member            | yes     | public upgrade granted
owner                    | owner             | yes     | public upgrade granted
product                  | product           | yes     | public upgrade granted grantedToOther private
product, no account      | product           | no      | public upgrade granted grantedToOther private
product, named account   | product           | yes     | public upgrade granted grantedToOther private
support                  | support           | no      | public upgrade
support, own account     | support           | yes     | public upgrade granted
support, foreign account | account_not_found | no      |
support key, own account | support           | yes     | public upgrade granted
foreign support          | support           | no      | foreign
member key               | member            | yes     | public upgrade granted
owner key                | owner             | yes     | public upgrade granted
product key              | product           | yes     | public upgrade granted grantedToOther private
app key                  | app_key           | no      | public upgrade
app key, own account     | app_key           | yes     | public upgrade granted
app key, foreign account | account_not_found | no      |
key, other account id    | forbidden         | no      |
other account key        | owner             | yes     | public upgrade grantedToOther
foreign account key      | owner             | yes     | foreign
foreign app key          | app_key           | no      | foreign
revoked key              | unauthenticated   | no      |
expired key              | unauthenticated   | no      |
malformed key            | unauthenticated   | no      |
key, wrong checksum      | unauthenticated   | no      |
unknown key              | unauthenticated   | no      |
token                    | owner             | yes     | public upgrade granted
member token             | member            | yes     | public upgrade granted
token, other origin      | unauthenticated   | no      |
token, cross-site        | unauthenticated   | no      |
expired token            | unauthenticated   | no      |
revoked token            | unauthenticated   | no      |
cross-site session       | owner             | yes     | public upgrade granted
expired session          | visitor           | no      | public upgrade
revoked session          | visitor           | no      | public upgrade
`;

interface MatrixRow {
  caller: string;
  identity: CallerKind | ApiErrorCode;
  hasAccount: boolean;
  /** Names of the versions that the caller may see. */
  visible: string[];
}

export const matrixRows: MatrixRow[] = table
  .trim()
  .split('\n')
  .slice(2)
  .map((line) => {
    const [caller = '', identity, account, visible = ''] = line.split('|').map((entry) => entry.trim());
    return {
      caller,
      identity: identity as MatrixRow['identity'],
      hasAccount: account === 'yes',
      visible: visible.split(' ').filter(Boolean),
    };
  });

export interface ExpectedResponse {
  status: number;
  /** The value is null if the response is not an error. */
  code: ApiErrorCode | null;
}

/** The error that a caller gets before the server looks for what the request names, or null. */
function findCallerError(
  { method, callers }: Pick<Operation, 'method' | 'callers'>,
  { caller, identity, hasAccount }: MatrixRow,
): ApiErrorCode | null {
  if (callers === 'anyone') return null;
  if (identity in apiErrors) return identity as ApiErrorCode;
  const isAllowed = listCallers(callers).some((each) => each === identity);
  if (identity === 'visitor') return isAllowed ? null : 'unauthenticated';
  if (callers.scope === 'account' && !hasAccount) {
    return identity === 'app_key' || identity === 'support' ? 'parameter_missing' : 'forbidden';
  }
  if (callers.scope === 'account_item' && !hasAccount && identity !== 'app_key') {
    return identity === 'support' ? 'parameter_missing' : 'forbidden';
  }
  if (!isAllowed) return 'forbidden';
  return caller === 'cross-site session' && method !== 'GET' ? 'cross_site' : null;
}

/** A request to an operation, or to one of the forms on the pages. */
interface MatrixRequest {
  methods: string[];
  /** `/api/app/versions/:id`. */
  path: string;
  parameters?: Record<string, string>;
  query?: string;
  contentType?: string;
  body?: string;
  /** A status, or the code of an error. */
  expected: number | ApiErrorCode;
}

/** What a request names, and the error of callers who may call the operation. */
interface Target {
  parameters?: Record<string, string>;
  query?: string;
  body?: object;
  error?: ApiErrorCode | false;
}

/** Rows of the tenants. A request to another operation names its sample parameters and the first example of its body. */
function buildTargets(
  { own, versions, endpoints, editions, sessionId }: TestTenants,
  { caller, identity, visible }: MatrixRow,
): Partial<Record<OperationId, Target[]>> {
  const isForeign = visible.includes('foreign');
  const isSupport = identity === 'support';
  const version = (name: keyof typeof versions): Target => ({
    parameters: { id: versions[name].id },
    body: { version_id: versions[name].id, reason: 'Test' },
    error: !visible.includes(name) && 'version_not_found',
  });
  const addOn: Target = {
    parameters: { id: String(own.app.addOns[0]?.id) },
    error: isForeign && 'option_not_found',
  };
  const endpoint = (error?: ApiErrorCode): Target => ({
    parameters: { id: endpoints[caller] ?? 'whe_unknown', event_id: 'evt_1' },
    error: isForeign ? 'webhook_endpoint_not_found' : error,
  });
  // Texts with problems, so that no publication changes the catalog of other requests.
  const edition = (error?: ApiErrorCode): Target => ({
    parameters: { id: editions[caller] ?? 'ced_unknown' },
    body: error ? {} : { source: '-' },
    error: isForeign ? 'edition_not_found' : error,
  });
  const hostAccount = (name?: keyof typeof versions): Target => ({
    parameters: { external_id: 'own', version_id: name ? versions[name].id : '' },
    error: isForeign && 'account_not_found',
  });
  const unknownChange: Target = { parameters: { id: 'chg_unknown' }, error: 'change_not_found' };
  const unknownMove: Target = { parameters: { id: 'mov_unknown' }, error: 'move_not_found' };
  const termsError = isForeign ? 'account_not_found' : 'version_not_found';
  const invitation = { account_id: own.account.id, role: 'member', name: 'Ada Example' };
  return {
    getVersion: [version('public'), version('granted'), version('private'), version('foreign')],
    previewSwitch: [version('upgrade')],
    switchVersion: [version('upgrade')],
    previewOptionalFeature: [addOn],
    changeOptionalFeature: [{ ...addOn, body: { active: true, reason: 'Test' } }],
    // What it creates would differ from request to request.
    createChange: [{ body: { version_id: 'ver_unknown', reason: 'Test' }, error: 'version_not_found' }],
    getChange: [unknownChange],
    cancelChange: [{ ...unknownChange, query: '?reason=Test' }],
    approveChange: [unknownChange],
    declineChange: [unknownChange],
    dismissNotice: [{ parameters: { id: 'ntc_unknown' }, error: 'notice_not_found' }],
    createMove: [
      {
        body: {
          from_version_id: versions.upgrade.id,
          to_version_id: versions.public.id,
          effective: 'period_end',
        },
        error: isForeign && 'version_not_found',
      },
    ],
    previewMove: [
      {
        query: `?from_version_id=${versions.upgrade.id}&to_version_id=${versions.public.id}&effective=now`,
        error: isForeign && 'version_not_found',
      },
    ],
    getMove: [unknownMove],
    cancelMove: [unknownMove],
    getAccountFeature: [{ parameters: { human_id: 'feature-1' } }],
    // The caller's name makes the external IDs unique.
    upsertAccount: [{ parameters: { external_id: encodeURIComponent(caller) } }],
    getAccount: [hostAccount()],
    updateAccount: [hostAccount()],
    // The app has no limits.
    setUsage: [{ ...hostAccount(), body: { amounts: {} } }],
    getUsage: [hostAccount()],
    setUsages: [{ body: { accounts: [{ external_id: 'own', amounts: {} }] } }],
    listAccountSessions: [hostAccount()],
    // Sessions of the other account are not used here.
    endAccountSessions: [{ ...hostAccount(), parameters: { external_id: own.otherAccount.id } }],
    listAccountKeys: [hostAccount()],
    createAccountKey: [{ ...hostAccount(), body: { role: 'member' } }],
    revokeAccountKey: [
      {
        parameters: { external_id: 'own', key_id: 'key_unknown' },
        error: isForeign ? 'account_not_found' : 'key_not_found',
      },
    ],
    anonymizeAccount: [
      {
        parameters: { external_id: isSupport ? own.account.id : encodeURIComponent(caller) },
        error: isSupport && (isForeign ? 'account_not_found' : 'removal_not_requested'),
      },
    ],
    // The ID of another account is no confirmation.
    deleteAccount: [
      {
        ...hostAccount(),
        query: '?confirm=acc_1',
        error: isForeign ? 'account_not_found' : 'parameter_invalid',
      },
    ],
    restoreAccount: [hostAccount()],
    requestRemoval: [
      { ...hostAccount(), parameters: { external_id: own.otherAccount.id }, query: '?reason=Test' },
    ],
    withdrawRemoval: [{ ...hostAccount(), query: '?reason=Test' }],
    exportAccount: [{ ...hostAccount(), query: '?reason=Test' }],
    advanceClock: [{ ...hostAccount(), body: { now: 0 }, error: 'clock_unavailable' }],
    getTerms: [hostAccount()],
    // Of a version that does not exist, so that the price stays. The price list does not allow support to set terms.
    setTerms: [
      {
        ...hostAccount(),
        body: { version_id: 'ver_unknown', price: { fee: 1 }, reason: 'Test' },
        error: isSupport ? 'forbidden' : termsError,
      },
    ],
    endTerms: [{ ...hostAccount(), error: isSupport ? 'forbidden' : isForeign && 'account_not_found' }],
    listGrants: [hostAccount()],
    grantVersion: (['public', 'granted'] as const).map((name) => ({
      ...hostAccount(name),
      query: '?reason=Test',
    })),
    revokeGrant: [{ ...hostAccount('public'), query: '?reason=Test' }],
    createPortalSession: [{ body: invitation, error: isForeign && 'account_not_found' }],
    createPortalToken: [
      { body: { ...invitation, origin: testOrigin }, error: isForeign && 'account_not_found' },
    ],
    endPortalSession: [{ parameters: { id: sessionId }, error: isForeign && 'portal_session_not_found' }],
    endPortalSessions: [{ query: '?user_id=user-1' }],
    checkCatalog: [{ body: { source: '-' } }],
    getEdition: [edition()],
    updateEdition: [edition()],
    publishEdition: [edition('edition_invalid')],
    listEditionNotes: [edition()],
    addEditionNote: [{ ...edition(), body: { text: 'Test' } }],
    cancelSchedule: [edition()],
    shareEdition: [{ ...edition(), body: {} }],
    unshareEdition: [edition()],
    deleteEdition: [edition()],
    getWebhookEndpoint: [endpoint()],
    updateWebhookEndpoint: [endpoint()],
    rotateWebhookSecret: [endpoint()],
    testWebhookEndpoint: [endpoint()],
    listWebhookDeliveries: [endpoint()],
    getWebhookDelivery: [endpoint('webhook_delivery_not_found')],
    retryWebhookDelivery: [endpoint('webhook_delivery_not_found')],
    recoverWebhookDeliveries: [endpoint()],
    deleteWebhookEndpoint: [endpoint()],
  };
}

/** The requests of a caller to all operations. DELETE is last. */
function buildOperationRequests(tenants: TestTenants, row: MatrixRow): MatrixRequest[] {
  const targets = buildTargets(tenants, row);
  const isDelete = ([, { method }]: [string, Operation]) => Number(method === 'DELETE');
  return Object.entries<Operation>(operations)
    .sort((a, b) => isDelete(a) - isDelete(b))
    .flatMap(([id, operation]) =>
      (targets[id as OperationId] ?? [{}]).map((target): MatrixRequest => {
        const { method, path, sampleParameters, body, responses } = operation;
        return {
          methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
          path,
          parameters: target.parameters ?? sampleParameters,
          query: target.query,
          ...(body && {
            contentType: 'application/json',
            body: JSON.stringify(target.body ?? Object.values(body.examples)[0]?.value),
          }),
          expected: findCallerError(operation, row) || target.error || (responses[0]?.status ?? 200),
        };
      }),
    );
}

/** The requests of a caller to the forms. The last one ends its session. */
function buildFormRequests(credentials: RequestHeaders): MatrixRequest[] {
  const form = (path: string, body: string, expected: MatrixRequest['expected']): MatrixRequest => ({
    methods: ['POST'],
    path,
    contentType: 'application/x-www-form-urlencoded',
    body,
    expected: credentials['Sec-Fetch-Site'] === 'same-origin' ? expected : 'cross_site',
  });
  return [
    { methods: ['GET', 'HEAD'], path: '/enter', expected: 303 },
    { methods: ['GET', 'HEAD'], path: '/sign-in/oidc', expected: 303 },
    { methods: ['GET', 'HEAD'], path: '/sign-in/oidc/callback', expected: 303 },
    form('/api/portal/demo', 'person=nobody', 'parameter_invalid'),
    form('/api/portal/setup', '', 'not_found'),
    form('/api/portal/sign-out', '', 303),
  ];
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** For each endpoint, a request with the methods that it does not support. */
function buildUnsupportedRequests(requests: MatrixRequest[]): MatrixRequest[] {
  const endpoints = new Map(requests.map((request) => [request.path, request]));
  return [...endpoints.values()].map(({ path, parameters }) => {
    const supported = requests.filter((each) => each.path === path).flatMap(({ methods }) => methods);
    const methods = allMethods.filter((method) => !supported.includes(method));
    return { methods, path, parameters, expected: 'method_not_allowed' };
  });
}

const unknownRequests = ['/api/nothing', '/api/app/nothing', '/api/account/nothing'].map(
  (path): MatrixRequest => ({ methods: allMethods, path, expected: 'not_found' }),
);

/** One request of one caller with the expected response. */
interface MatrixCell {
  caller: string;
  visible: string[];
  request: RawRequest;
  expected: ExpectedResponse;
}

/**
 * Builds all requests of the matrix, column by column: the operations and forms, then unsupported methods and unknown paths.
 * The last form ends the sessions. The requests after it, HEAD and other paths of an operation are independent of
 * authentication: without `--full`, only the owner sends them.
 */
export async function buildMatrixColumns(tenants: TestTenants): Promise<MatrixCell[][]> {
  const credentials = await createCallerCredentials(tenants);
  const columns: MatrixCell[][] = [];
  for (const row of matrixRows) {
    const sendsAll = isFullRun || row.caller === 'owner';
    const headers = credentials[row.caller] ?? {};
    const supported = [...buildOperationRequests(tenants, row), ...buildFormRequests(headers)];
    const rejected = [...buildUnsupportedRequests(supported), ...unknownRequests];
    const requests = sendsAll ? [...supported, ...rejected] : supported;
    for (const [index, request] of requests.entries()) {
      columns[index] ??= [];
      const cells = buildCells(row, Object.entries(headers), request);
      columns[index].push(...(sendsAll ? cells : cells.slice(0, 1)));
    }
  }
  return columns;
}

/**
 * Events and accounts of an app name the versions of all its accounts. Only callers who may act for all of them, and grant every
 * version, can read these.
 */
export function listVersionsOfAccounts(visible: string[]): string[] {
  return visible.includes('public') ? [...visible, 'granted', 'grantedToOther', 'private'] : visible;
}

/** A cell for each path and method of a request. */
function buildCells(
  { caller, visible }: MatrixRow,
  credentials: RawRequest['headers'],
  { methods, path, parameters, query = '', contentType, body, expected }: MatrixRequest,
): MatrixCell[] {
  const headers = [...credentials];
  if (contentType) headers.push(['Content-Type', contentType]);
  if (body !== undefined) headers.push(['Content-Length', String(Buffer.byteLength(body))]);
  const content = { headers, ...(body !== undefined && { body: Buffer.from(body) }) };
  const response: ExpectedResponse =
    typeof expected === 'number'
      ? { status: expected, code: null }
      : { status: apiErrors[expected].status, code: expected };
  return listPaths(path).flatMap((each) => {
    const target = each.replace(/:(\w+)/g, (_, name) => parameters?.[name] ?? '') + query;
    return methods.map((method) => ({
      caller,
      visible:
        response.code === null && /^\/api\/(events|accounts|audit)/.test(path)
          ? listVersionsOfAccounts(visible)
          : visible,
      request: { method, target, ...content },
      expected: response,
    }));
  });
}
