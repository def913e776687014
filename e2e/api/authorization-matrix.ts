import type { ApiErrorCode } from '@/lib/contract/errors';
import type { RawRequest } from './api-client';
import { createCallerCredentials, type TestTenants } from './test-tenants';

/**
 * The expected status of each request (column) for each caller (row). A GET request is also sent as HEAD, and a path
 * that is served at the origin is also requested below `/api`. `visible` lists the versions that a caller may see.
 */
const table = `
caller                   | list switch public granted private foreign preview history features feature offers toggle toggles | sign up | invite | events hooks add  hook rotate test deliveries delivery retry recover edit remove | openapi enter demo | sign out | visible
-------------------------|---------------------------------------------------------------------------------------------------|---------|--------|----------------------------------------------------------------------------------|--------------------|----------|--------
visitor                  | 200  401    200    404v    404v    404v    401     401     401      401     200    401    401     | 401     | 401    | 401    401   401  401  401    401  401        401      401   401     401  401    | 200     303   400i | 303      | public upgrade
member                   | 200  403    200    200     404v    404v    200     200     200      200     200    403    200     | 403     | 403    | 403    403   403  403  403    403  403        403      403   403     403  403    | 200     303   400i | 303      | public upgrade granted
owner                    | 200  200    200    200     404v    404v    200     200     200      200     200    200    200     | 403     | 403    | 403    403   403  403  403    403  403        403      403   403     403  403    | 200     303   400i | 303      | public upgrade granted
product                  | 200  403    200    200     200     404v    200     200     200      200     200    403    200     | 403     | 403    | 200    200   201  200  200    200  200        404d     404d  200     200  200    | 200     303   400i | 303      | public upgrade granted grantedToOther private
product, no account      | 200  403    200    200     200     404v    403     403     403      403     200    403    403     | 403     | 403    | 200    200   201  200  200    200  200        404d     404d  200     200  200    | 200     303   400i | 303      | public upgrade granted grantedToOther private
member key               | 200  403    200    200     404v    404v    200     200     200      200     200    403    200     | 403     | 403    | 403    403   403  403  403    403  403        403      403   403     403  403    | 200     303   403x | 403x     | public upgrade granted
owner key                | 200  200    200    200     404v    404v    200     200     200      200     200    200    200     | 403     | 403    | 403    403   403  403  403    403  403        403      403   403     403  403    | 200     303   403x | 403x     | public upgrade granted
product key              | 200  403    200    200     200     404v    200     200     200      200     200    403    200     | 403     | 403    | 200    200   201  200  200    200  200        404d     404d  200     200  200    | 200     303   403x | 403x     | public upgrade granted grantedToOther private
app key                  | 200  400m   200    404v    404v    404v    400m    400m    400m     400m    200    400m   400m    | 201     | 200    | 200    200   201  200  200    200  200        404d     404d  200     200  200    | 200     303   403x | 403x     | public upgrade
app key, own account     | 200  200    200    200     404v    404v    200     200     200      200     200    200    200     | 201     | 200    | 200    200   201  200  200    200  200        404d     404d  200     200  200    | 200     303   403x | 403x     | public upgrade granted
app key, foreign account | 404a 404a   404a   404a    404a    404a    404a    404a    404a     404a    404a   404a   404a    | 404a    | 404a   | 404a   404a  404a 404a 404a   404a 404a       404a     404a  404a    404a 404a   | 200     303   403x | 403x     |
key, other account id    | 403  403    403    403     403     403     403     403     403      403     403    403    403     | 403     | 403    | 403    403   403  403  403    403  403        403      403   403     403  403    | 200     303   403x | 403x     |
other account key        | 200  200    200    404v    404v    404v    200     200     200      200     200    200    200     | 403     | 403    | 403    403   403  403  403    403  403        403      403   403     403  403    | 200     303   403x | 403x     | public upgrade grantedToOther
foreign account key      | 200  404v   404v   404v    404v    200     404v    200     200      200     200    404o   200     | 403     | 403    | 403    403   403  403  403    403  403        403      403   403     403  403    | 200     303   403x | 403x     | foreign
foreign app key          | 200  400m   404v   404v    404v    200     400m    400m    400m     400m    200    400m   400m    | 201     | 404a   | 200    200   201  404w 404w   404w 404w       404w     404w  404w    404w 404w   | 200     303   403x | 403x     | foreign
revoked key              | 401  401    401    401     401     401     401     401     401      401     401    401    401     | 401     | 401    | 401    401   401  401  401    401  401        401      401   401     401  401    | 200     303   403x | 403x     |
expired key              | 401  401    401    401     401     401     401     401     401      401     401    401    401     | 401     | 401    | 401    401   401  401  401    401  401        401      401   401     401  401    | 200     303   403x | 403x     |
malformed key            | 401  401    401    401     401     401     401     401     401      401     401    401    401     | 401     | 401    | 401    401   401  401  401    401  401        401      401   401     401  401    | 200     303   403x | 403x     |
key, wrong checksum      | 401  401    401    401     401     401     401     401     401      401     401    401    401     | 401     | 401    | 401    401   401  401  401    401  401        401      401   401     401  401    | 200     303   403x | 403x     |
unknown key              | 401  401    401    401     401     401     401     401     401      401     401    401    401     | 401     | 401    | 401    401   401  401  401    401  401        401      401   401     401  401    | 200     303   403x | 403x     |
cross-site session       | 200  403x   200    200     404v    404v    200     200     200      200     200    403x   200     | 403     | 403    | 403    403   403  403  403    403  403        403      403   403     403  403    | 200     303   403x | 403x     | public upgrade granted
expired session          | 200  401    200    404v    404v    404v    401     401     401      401     200    401    401     | 401     | 401    | 401    401   401  401  401    401  401        401      401   401     401  401    | 200     303   400i | 303      | public upgrade
revoked session          | 200  401    200    404v    404v    404v    401     401     401      401     200    401    401     | 401     | 401    | 401    401   401  401  401    401  401        401      401   401     401  401    | 200     303   400i | 303      | public upgrade
`;

/** The error code of each entry that is an error. A letter distinguishes codes with the same status. */
const errorCodes: Record<string, ApiErrorCode> = {
  '400i': 'parameter_invalid',
  '400m': 'parameter_missing',
  401: 'unauthenticated',
  403: 'forbidden',
  '403x': 'cross_site',
  '404a': 'account_not_found',
  '404d': 'webhook_delivery_not_found',
  '404o': 'option_not_found',
  '404v': 'version_not_found',
  '404w': 'webhook_endpoint_not_found',
};

export interface ExpectedResponse {
  status: number;
  /** Null if the response is not an error. */
  code: ApiErrorCode | null;
}

interface MatrixRow {
  caller: string;
  /** Names of the versions that the caller may see. */
  visible: string[];
  /** In the order of the columns. */
  expected: ExpectedResponse[];
}

export const matrixRows: MatrixRow[] = table
  .trim()
  .split('\n')
  .slice(2)
  .map((line) => {
    const [caller = '', ...groups] = line.split('|').map((group) => group.trim());
    const visible = groups.pop()?.split(' ').filter(Boolean) ?? [];
    const expected = groups.flatMap((group) => group.split(/ +/)).map(parseEntry);
    return { caller, visible, expected };
  });

function parseEntry(entry: string): ExpectedResponse {
  return { status: Number.parseInt(entry, 10), code: errorCodes[entry] ?? null };
}

/** The request of a column. */
type MatrixRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Whether the path is served both at the origin and below `/api`. */
  servedAtOrigin?: boolean;
} & ({ contentType: string; body: string } | { contentType?: undefined });

/** The requests by column name. The caller's name makes the external ids of created accounts unique. */
function buildRequests(
  { own, versions, endpoints }: TestTenants,
  caller: string,
): Record<string, MatrixRequest> {
  const getVersion = (name: keyof typeof versions): MatrixRequest => ({
    method: 'GET',
    path: `/app/versions/${versions[name].id}`,
    servedAtOrigin: true,
  });
  const endpointPath = `/api/webhook-endpoints/${endpoints[caller] ?? 'whe_unknown'}`;
  const invitation = { account_id: own.account.id, role: 'member', name: 'Ada Example' };
  return {
    list: { method: 'GET', path: '/app/versions', servedAtOrigin: true },
    switch: {
      method: 'POST',
      path: '/app/versions',
      servedAtOrigin: true,
      ...json({ version_id: versions.upgrade.id }),
    },
    public: getVersion('public'),
    granted: getVersion('granted'),
    private: getVersion('private'),
    foreign: getVersion('foreign'),
    preview: { ...getVersion('upgrade'), path: `/app/versions/${versions.upgrade.id}/preview` },
    history: { method: 'GET', path: '/account/versions', servedAtOrigin: true },
    features: { method: 'GET', path: '/account/features', servedAtOrigin: true },
    feature: { method: 'GET', path: '/account/features/feature-1', servedAtOrigin: true },
    offers: { method: 'GET', path: '/app/optional-features', servedAtOrigin: true },
    toggle: {
      method: 'POST',
      path: `/account/optional-features/${own.app.offers[0]?.id}`,
      servedAtOrigin: true,
      ...json({ active: true }),
    },
    toggles: { method: 'GET', path: '/account/optional-features', servedAtOrigin: true },
    'sign up': {
      method: 'PUT',
      path: `/api/accounts/${encodeURIComponent(caller)}`,
      ...json({ title: 'Example Ltd' }),
    },
    invite: { method: 'POST', path: '/api/portal/sessions', ...json(invitation) },
    events: { method: 'GET', path: '/api/events' },
    hooks: { method: 'GET', path: '/api/webhook-endpoints' },
    add: { method: 'POST', path: '/api/webhook-endpoints', ...json({ url: 'https://host.example/' }) },
    hook: { method: 'GET', path: endpointPath },
    rotate: { method: 'POST', path: `${endpointPath}/rotate` },
    test: { method: 'POST', path: `${endpointPath}/test` },
    deliveries: { method: 'GET', path: `${endpointPath}/deliveries` },
    delivery: { method: 'GET', path: `${endpointPath}/deliveries/evt_1` },
    retry: { method: 'POST', path: `${endpointPath}/deliveries/evt_1/retry` },
    recover: { method: 'POST', path: `${endpointPath}/recover`, ...json({ since: 0 }) },
    edit: { method: 'PATCH', path: endpointPath, ...json({ types: [] }) },
    remove: { method: 'DELETE', path: endpointPath },
    openapi: { method: 'GET', path: '/api/openapi.json' },
    enter: { method: 'GET', path: '/enter' },
    demo: { method: 'POST', path: '/api/portal/demo', ...form('person=nobody') },
    // Last, because it ends sessions.
    'sign out': { method: 'POST', path: '/api/portal/sign-out', ...form('') },
  };
}

function json(value: unknown) {
  return { contentType: 'application/json', body: JSON.stringify(value) };
}

function form(body: string) {
  return { contentType: 'application/x-www-form-urlencoded', body };
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** One path per endpoint with the methods that it does not support. */
function listUnsupportedMethods(
  requests: Record<string, MatrixRequest>,
): { path: string; methods: string[] }[] {
  const byEndpoint = new Map<string, MatrixRequest[]>();
  for (const request of Object.values(requests)) {
    const endpoint = request.path.replace(/(ver|whe|off)_\w+/, ':id');
    byEndpoint.set(endpoint, [...(byEndpoint.get(endpoint) ?? []), request]);
  }
  return [...byEndpoint.values()].flatMap((endpointRequests) => {
    const supported = endpointRequests.flatMap(({ method }) =>
      method === 'GET' ? ['GET', 'HEAD'] : [method],
    );
    const methods = allMethods.filter((method) => !supported.includes(method));
    return listPaths(endpointRequests[0]!).map((path) => ({ path, methods }));
  });
}

const unknownPaths = ['/api/nothing', '/app/nothing', '/account/nothing'].map((path) => ({
  path,
  methods: allMethods,
}));

function listPaths({ path, servedAtOrigin }: MatrixRequest): string[] {
  return servedAtOrigin ? [path, `/api${path}`] : [path];
}

/** One request of one caller with the expected response. */
interface MatrixCell {
  caller: string;
  visible: string[];
  request: RawRequest;
  expected: ExpectedResponse;
}

const methodNotAllowed: ExpectedResponse = { status: 405, code: 'method_not_allowed' };
const notFound: ExpectedResponse = { status: 404, code: 'not_found' };

/**
 * Builds all requests of the matrix, column by column: the columns of the table, then unsupported methods and unknown
 * paths. The last column of the table ends the sessions. The requests after it are independent of authentication.
 */
export async function buildMatrixColumns(tenants: TestTenants): Promise<MatrixCell[][]> {
  const credentials = await createCallerCredentials(tenants);
  const columns: MatrixCell[][] = [];
  for (const { caller, visible, expected: row } of matrixRows) {
    const credentialHeaders = Object.entries(credentials[caller] ?? {});
    const requests = buildRequests(tenants, caller);
    const tableColumns = Object.entries(requests).map(([name, request], index) => ({
      requests: toRawRequests(request),
      expected: row[index]!,
      visible: name === 'events' ? listVersionsOfEvents(visible) : visible,
    }));
    const commonColumns = [
      ...listUnsupportedMethods(requests).map((each) => ({ ...each, expected: methodNotAllowed })),
      ...unknownPaths.map((each) => ({ ...each, expected: notFound })),
    ].map(({ path, methods, expected }) => ({
      requests: methods.map((method): RawRequest => ({ method, target: path, headers: [] })),
      expected,
      visible,
    }));
    for (const [index, column] of [...tableColumns, ...commonColumns].entries()) {
      columns[index] ??= [];
      for (const { headers, ...rest } of column.requests) {
        const request = { ...rest, headers: [...credentialHeaders, ...headers] };
        columns[index].push({ caller, visible: column.visible, request, expected: column.expected });
      }
    }
  }
  return columns;
}

/** The events of an app name the versions of all its accounts. Only callers who may act for all of them can read events. */
export function listVersionsOfEvents(visible: string[]): string[] {
  return visible.includes('public') ? [...visible, 'granted', 'grantedToOther'] : visible;
}

/** The request of a column for each of its paths and methods. */
function toRawRequests(request: MatrixRequest): RawRequest[] {
  const methods = request.method === 'GET' ? ['GET', 'HEAD'] : [request.method];
  const content = request.contentType
    ? {
        headers: [
          ['Content-Type', request.contentType],
          ['Content-Length', String(Buffer.byteLength(request.body))],
        ] satisfies RawRequest['headers'],
        body: Buffer.from(request.body),
      }
    : { headers: [] };
  return listPaths(request).flatMap((target) => methods.map((method) => ({ method, target, ...content })));
}
