import fc from 'fast-check';
import { matrixRows } from '../authorization-matrix';
import { contentType, createBody, type GeneratedBody, weighted } from './body-generator';

/** A name and one of its values. */
function pickEntry(values: Record<string, string[]>): fc.Arbitrary<[name: string, value: string]> {
  return fc
    .constantFrom(...Object.entries(values))
    .chain(([name, each]) => fc.tuple(fc.constant(name), fc.constantFrom(...each)));
}

const method = weighted(
  [10, fc.constantFrom('GET', 'POST', 'GET', 'POST', 'PUT', 'PATCH')],
  [1, fc.constantFrom('HEAD', 'DELETE', 'OPTIONS')],
  // Methods that fetch does not send, and methods of WebDAV, UPnP and caches.
  [1, fc.constantFrom('TRACE', 'PROPFIND', 'MKCOL', 'LOCK', 'PURGE', 'M-SEARCH', 'SOURCE')],
);

/** A path segment: the id of an own or foreign version, an id that does not exist, or any text. */
const segment = weighted(
  [6, fc.constantFrom('<public>', '<upgrade>', '<granted>', '<private>', '<foreign>', '<offer>')],
  [1, fc.constantFrom('feature-1', 'ver_', 'ver_1', 'VER_X', '0', 'null', '<account>', 'a'.repeat(1500))],
  [1, fc.constantFrom('%00', 'a%2Fb', '%F0%9F%92%A9', '%25', 'a+b', "';--", '%0d%0a')],
  [1, fc.string({ minLength: 1, unit: 'grapheme' }).map(encodeURIComponent)],
  [1, fc.constantFrom('%2e%2e', '..', '%', '%zz', '%ff', '%E0%A4%A', '%c0%ae')],
);

const prefix = fc.constantFrom('', '/api');

/** A webhook endpoint of the own app, one that does not exist, or any text. */
const endpointPath = weighted([3, fc.constantFrom('<endpoint>', '<endpoint>', 'whe_1')], [1, segment]).map(
  (id) => `/api/webhook-endpoints/${id}`,
);

const accountPath = segment.map((id) => `/api/accounts/${id}`);
/** Not of the private version: the account would see it. */
const grantedId = segment.filter((id) => id !== '<private>');
const grantPath = fc.tuple(accountPath, grantedId).map(([path, id]) => `${path}/grants/${id}`);

const readPath = fc.oneof(
  fc.constantFrom('/api/events', '/api/webhook-endpoints', '/api/accounts', '/api/account'),
  fc.constant('/api/catalog/editions'),
  segment.map((id) => `/api/catalog/editions/${id}`),
  accountPath,
  accountPath.map((path) => `${path}/grants`),
  fc.tuple(endpointPath, fc.constantFrom('', '/deliveries')).map((parts) => parts.join('')),
  prefix.map((base) => `${base}/app/versions`),
  fc.tuple(prefix, segment).map(([base, id]) => `${base}/app/versions/${id}`),
  fc.tuple(prefix, segment).map(([base, id]) => `${base}/app/versions/${id}/preview`),
  prefix.map((base) => `${base}/account/versions`),
  prefix.map((base) => `${base}/account/features`),
  prefix.map((base) => `${base}/app/optional-features`),
  prefix.map((base) => `${base}/account/optional-features`),
  fc.tuple(prefix, segment).map(([base, id]) => `${base}/account/features/${id}`),
);
const otherPath = fc.oneof(
  fc.constantFrom(
    '/api',
    '/app',
    '/account',
    '/api/openapi.json',
    '/enter',
    '/sign-in/oidc',
    '/sign-in/oidc/callback',
    '/api/portal/demo',
    '/api/portal/setup',
    '/api/app',
  ),
  fc.constant('/api/portal/sign-out'),
  fc.tuple(prefix, segment, segment).map(([base, a, b]) => `${base}/app/versions/${a}/${b}`),
  segment.map((last) => `/api/${last}`),
  fc.constantFrom('/api/', '/api//app/versions', '/app/versions/', '/api/./app', '/api/../app'),
);
const writePaths: Record<string, fc.Arbitrary<string>> = {
  POST: weighted(
    [6, prefix.map((base) => `${base}/app/versions`)],
    [1, fc.constantFrom('/api/portal/sessions', '/api/webhook-endpoints')],
    [
      2,
      fc
        .tuple(prefix, fc.oneof(fc.constant('<offer>'), segment))
        .map(([base, id]) => `${base}/account/optional-features/${id}`),
    ],
    [
      1,
      fc
        .tuple(endpointPath, fc.constantFrom('/rotate', '/recover', '/deliveries/evt_1/retry'))
        .map((parts) => parts.join('')),
    ],
  ),
  PUT: fc.oneof(accountPath, grantPath),
  PATCH: fc.oneof(endpointPath, accountPath),
  DELETE: fc.oneof(
    endpointPath,
    grantPath,
    segment.map((id) => `/api/portal/sessions/${id}`),
  ),
};

/** A path, usually one that supports the method, with a query. */
function createTarget(forMethod: string): fc.Arbitrary<string> {
  const supportedPath = writePaths[forMethod] ?? readPath;
  const path = weighted([12, supportedPath], [1, readPath], [2, otherPath]);
  return fc.tuple(path, query).map((parts) => parts.join(''));
}

/** Query parameters with valid, invalid and unusual values. */
const knownParameters: Record<string, string[]> = {
  exclude_matrix: ['true', 'false', ''],
  'exclude_matrix[]': ['true'],
  limit: ['1', '1000', '1001', '0', '-1', '1e3', '%D9%A1', '+1'],
  cursor: [
    '1',
    '9999999999999999999',
    '99999999999999999999',
    '0x1',
    '',
    'evt_00000000000000000000000000',
    '0-evt_00000000000000000000000000',
    'WzEsImEiLCJhIl0',
  ],
  'search=a&cursor': ['WzEsImEiLCJhIl0'],
  search: ['a', '%00'],
  version_id: ['%00'],
  at: ['0', '8640000000000'],
  types: ['account.created', 'account.created,x', ''],
  state: ['failed', 'x'],
  account_id: ['<account>'],
  format: ['csv', 'json', 'CSV', 'csv%00'],
  include: ['options', 'x'],
  columns: ['all'],
  language: ['de', 'de-AT', 'en', 'de_DE', '*', '', 'x'.repeat(101)],
  users: ['1', '10000', '10001', '0', 'x'],
  billing_period: ['year', 'x'],
  // Internal parameters of Next.
  nxtPid: ['<foreign>'],
  nxtIid: ['1'],
  _rsc: ['1'],
  __nextDataReq: ['1'],
  __nextLocale: ['xx'],
  id: ['<foreign>'],
  '': ['', '='],
  constructor: ['1'],
  'a[b][c]': ['1'],
  x: ['<script>', 'y'.repeat(1500)],
};

const parameter = weighted(
  [8, pickEntry(knownParameters).map((entry) => entry.join('='))],
  [1, fc.constantFrom('', '%', '%zz', '%ff', '__proto__=1')],
  [1, fc.string({ maxLength: 30 }).map((text) => `limit=${encodeURIComponent(text)}`)],
);

const query = weighted(
  [2, fc.constant('')],
  // Parameters may repeat.
  [1, fc.array(parameter, { minLength: 1, maxLength: 4 }).map((parameters) => `?${parameters.join('&')}`)],
);

type Header = [name: string, value: string];

const longValue = 'x'.repeat(1500);

/** Headers that the server, Next or a proxy interprets, with valid, invalid and unusual values. */
const knownHeaders: Record<string, string[]> = {
  'X-Account-Id': ['<account>', '<otherAccount>', '<foreignAccount>', 'acc_', '', '0', longValue, 'é'],
  'X-Actor': ['{"user_id":"1","name":"Ada"}', '{"name":"\\ud800"}', '{', '', '[]', longValue, 'é'],
  'Idempotency-Key': ['k1', 'k2', '', 'k'.repeat(255), 'k'.repeat(256), 'é', '"k1"'],
  'If-Match': ['*', '"x"', 'x', 'W/"x"', '', '"a", "b"', longValue],
  Accept: ['text/csv', 'application/json', 'image/png', '*/*;q=0', '', 'text/csv;q=0', longValue],
  'Accept-Encoding': ['gzip', 'br', 'identity;q=0', '*'],
  'Accept-Language': ['de', 'de-AT, en;q=0.5', '*', 'x', 'de;q=x', longValue],
  Origin: ['https://evil.example', 'null', '', 'http://['],
  'Access-Control-Request-Method': ['GET', 'POST', '', 'x'],
  'Sec-Fetch-Site': ['same-origin', 'cross-site', 'none', 'same-site', '', 'x'],
  Authorization: ['Bearer', 'Bearer x', 'Basic dTpw', '', `Bearer avk_${longValue}`],
  Cookie: ['__Host-app-versions=', '__Host-app-versions=avs_1', '=', ';;;', 'a=%', `x=${longValue}`, 'é=ü'],
  'Content-Encoding': ['gzip', 'identity', 'br', 'x'],
  'X-Forwarded-For': ['1.2.3.4', '::1', ',,,', longValue, "'; --"],
  'X-Forwarded-Proto': ['https', 'javascript', 'https,http', '', 'é'],
  'X-Forwarded-Host': ['evil.example', '[', 'a b', '', '@'],
  'X-HTTP-Method-Override': ['DELETE'],
  Range: ['bytes=0-1', 'x'],
  'If-None-Match': ['*', '"x"'],
  'If-Modified-Since': ['Fri, 01 Jan 2100 00:00:00 GMT'],
  Expect: ['100-continue'],
  TE: ['trailers'],
  // Internal headers of Next.
  RSC: ['1'],
  'Next-Action': ['x', 'a'.repeat(40)],
  'Next-Router-State-Tree': ['{', '%5B%5D'],
  'Next-Router-Prefetch': ['1'],
  'X-Nextjs-Data': ['1'],
  'X-Middleware-Subrequest': ['middleware:middleware:middleware'],
  'X-Middleware-Invoke': ['1'],
  'X-Invoke-Path': ['/api/openapi.json'],
  'X-Invoke-Status': ['500'],
  'X-Invoke-Error': ['{}'],
  'X-Matched-Path': ['/api/openapi.json'],
  'X-Now-Route-Matches': ['1=x'],
  'X-Prerender-Revalidate': ['x'],
};

/** Any name with any value that HTTP allows. */
const unknownHeader: fc.Arbitrary<Header> = fc.tuple(
  fc.stringMatching(/^X-[A-Za-z0-9!#$%&'*+.^_`|~-]{1,20}$/),
  fc.oneof(fc.stringMatching(/^[\t -~\u0080-\u00ff]{0,50}$/), fc.constant(longValue)),
);

/** Few enough to stay below the server's limit on header size. A name may repeat. */
const requestHeaders = weighted(
  [4, fc.constant<Header[]>([])],
  [
    3,
    fc.array(weighted([6, pickEntry(knownHeaders)], [1, unknownHeader]), {
      minLength: 1,
      maxLength: 3,
    }),
  ],
);

/** Callers that get past authentication. They are drawn more often than all callers. */
const authorizedCallers = [
  'owner',
  'owner key',
  'app key, own account',
  'other account key',
  'foreign account key',
  'app key',
  'app key',
  'product',
];

const callerName = weighted(
  [3, fc.constantFrom(...authorizedCallers)],
  [1, fc.constantFrom(...matrixRows.map(({ caller }) => caller))],
);

/**
 * A request whose ids are placeholders such as `<upgrade>`, so that a seed generates the same requests for any
 * database.
 */
export interface GeneratedRequest {
  caller: string;
  method: string;
  target: string;
  headers: Header[];
  body: GeneratedBody | null;
  chunked: boolean;
}

export const generatedRequest: fc.Arbitrary<GeneratedRequest> = method
  .chain((chosen) => fc.record({ method: fc.constant(chosen), target: createTarget(chosen) }))
  .chain(({ method: chosen, target }) =>
    fc.record({
      caller: callerName,
      method: fc.constant(chosen),
      target: fc.constant(target),
      headers: requestHeaders,
      body: ['POST', 'PUT', 'PATCH'].includes(chosen)
        ? createBody(target)
        : fc.option(createBody(target), { freq: 8 }),
      mediaType: contentType,
      chunked: fc.boolean(),
    }),
  )
  .map(({ mediaType, ...request }) =>
    request.body && mediaType !== null
      ? { ...request, headers: [...request.headers, ['Content-Type', mediaType] as Header] }
      : request,
  );

/** Creates an account. Generated requests rarely do. */
export const accountRequest: GeneratedRequest = {
  caller: 'app key',
  method: 'PUT',
  target: '/api/accounts/customer',
  headers: [['Content-Type', 'application/json']],
  body: { text: '{"title":"Customer"}', encoding: 'utf8' },
  chunked: false,
};
