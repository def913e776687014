import fc from 'fast-check';
import { matrixRows } from '../authorization-matrix';
import { contentType, createBody, type GeneratedBody } from './body-generator';

const method = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom('GET', 'POST', 'GET', 'POST', 'PUT', 'PATCH') },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'DELETE', 'OPTIONS') },
  // Methods that fetch does not send, and methods of WebDAV, UPnP and caches.
  {
    weight: 1,
    arbitrary: fc.constantFrom('TRACE', 'PROPFIND', 'MKCOL', 'LOCK', 'PURGE', 'M-SEARCH', 'SOURCE'),
  },
);

/** A path segment: the id of an own or foreign version, an id that does not exist, or any text. */
const segment = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('<public>', '<upgrade>', '<granted>', '<private>', '<foreign>', '<offer>'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'feature-1',
      'ver_',
      'ver_1',
      'VER_X',
      '0',
      'null',
      '<account>',
      'a'.repeat(1500),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%00', 'a%2Fb', '%F0%9F%92%A9', '%25', 'a+b', "';--", '%0d%0a'),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 1, unit: 'grapheme' }).map(encodeURIComponent) },
  { weight: 1, arbitrary: fc.constantFrom('%2e%2e', '..', '%', '%zz', '%ff', '%E0%A4%A', '%c0%ae') },
);

const prefix = fc.constantFrom('', '/api');

/** A webhook endpoint of the own app, one that does not exist, or any text. */
const endpointPath = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom('<endpoint>', '<endpoint>', 'whe_1') },
    { weight: 1, arbitrary: segment },
  )
  .map((id) => `/api/webhook-endpoints/${id}`);

const accountPath = segment.map((id) => `/api/accounts/${id}`);
const grantPath = fc.tuple(accountPath, segment).map(([path, id]) => `${path}/grants/${id}`);

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
  fc.constantFrom('/api', '/app', '/account', '/api/openapi.json', '/enter', '/api/portal/demo', '/api/app'),
  fc.constant('/api/portal/sign-out'),
  fc.tuple(prefix, segment, segment).map(([base, a, b]) => `${base}/app/versions/${a}/${b}`),
  segment.map((last) => `/api/${last}`),
  fc.constantFrom('/api/', '/api//app/versions', '/app/versions/', '/api/./app', '/api/../app'),
);
const writePaths: Record<string, fc.Arbitrary<string>> = {
  POST: fc.oneof(
    { weight: 6, arbitrary: prefix.map((base) => `${base}/app/versions`) },
    { weight: 1, arbitrary: fc.constantFrom('/api/portal/sessions', '/api/webhook-endpoints') },
    {
      weight: 2,
      arbitrary: fc
        .tuple(prefix, fc.oneof(fc.constant('<offer>'), segment))
        .map(([base, id]) => `${base}/account/optional-features/${id}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(endpointPath, fc.constantFrom('/rotate', '/recover', '/deliveries/evt_1/retry'))
        .map((parts) => parts.join('')),
    },
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
  const path = fc.oneof(
    { weight: 12, arbitrary: supportedPath },
    { weight: 1, arbitrary: readPath },
    { weight: 2, arbitrary: otherPath },
  );
  return fc.tuple(path, query).map((parts) => parts.join(''));
}

const parameter = fc.oneof(
  fc.constantFrom('exclude_matrix=true', 'exclude_matrix=false', 'exclude_matrix=', 'exclude_matrix[]=true'),
  fc.constantFrom(
    'limit=1',
    'limit=1000',
    'limit=1001',
    'limit=0',
    'limit=-1',
    'limit=1e3',
    'limit=%D9%A1',
    'limit=+1',
  ),
  fc.constantFrom(
    'cursor=1',
    'search=a',
    'search=%00',
    'version_id=%00',
    'cursor=WzEsImEiLCJhIl0',
    'search=a&cursor=WzEsImEiLCJhIl0',
    'cursor=99999999999999999999',
    'cursor=0x1',
    'cursor=',
    'at=0',
    'at=8640000000000',
  ),
  fc.constantFrom(
    'types=account.created',
    'types=account.created,x',
    'types=',
    'state=failed',
    'state=x',
    'account_id=<account>',
  ),
  fc.constantFrom(
    'cursor=0-evt_00000000000000000000000000',
    'cursor=9999999999999999999',
    'cursor=evt_00000000000000000000000000',
  ),
  fc.constantFrom(
    'format=csv',
    'format=json',
    'format=CSV',
    'format=csv%00',
    'include=options',
    'include=x',
    'columns=all',
  ),
  fc.constantFrom(
    'users=1',
    'users=10000',
    'users=10001',
    'users=0',
    'users=x',
    'billing_period=year',
    'billing_period=x',
  ),
  // Internal parameters of Next.
  fc.constantFrom(
    'nxtPid=<foreign>',
    'nxtIid=1',
    '_rsc=1',
    '__nextDataReq=1',
    '__nextLocale=xx',
    'id=<foreign>',
  ),
  fc.constantFrom(
    '',
    '=',
    '==',
    '%',
    '%zz',
    '%ff',
    '__proto__=1',
    'constructor=1',
    'a[b][c]=1',
    'x=<script>',
  ),
  fc.string({ maxLength: 30 }).map((text) => `limit=${encodeURIComponent(text)}`),
  fc.constant(`x=${'y'.repeat(1500)}`),
);

const query = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  // Parameters may repeat.
  {
    weight: 1,
    arbitrary: fc
      .array(parameter, { minLength: 1, maxLength: 4 })
      .map((parameters) => `?${parameters.join('&')}`),
  },
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
  'Accept-Language': ['de', '*', 'x'],
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

const knownHeader: fc.Arbitrary<Header> = fc
  .constantFrom(...Object.keys(knownHeaders))
  .chain((name) => fc.constantFrom(...(knownHeaders[name] ?? [])).map((value): Header => [name, value]));

/** Any name with any value that HTTP allows. */
const unknownHeader: fc.Arbitrary<Header> = fc.tuple(
  fc.stringMatching(/^X-[A-Za-z0-9!#$%&'*+.^_`|~-]{1,20}$/),
  fc.oneof(fc.stringMatching(/^[\t -~\u0080-\u00ff]{0,50}$/), fc.constant(longValue)),
);

/** Few enough to stay below the server's limit on header size. A name may repeat. */
const requestHeaders = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Header[]>([]) },
  {
    weight: 3,
    arbitrary: fc.array(
      fc.oneof({ weight: 6, arbitrary: knownHeader }, { weight: 1, arbitrary: unknownHeader }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  },
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

const callerName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...authorizedCallers) },
  { weight: 1, arbitrary: fc.constantFrom(...matrixRows.map(({ caller }) => caller)) },
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
