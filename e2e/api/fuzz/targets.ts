import fc from 'fast-check';

export const method = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom('GET', 'POST', 'GET', 'POST', 'PUT') },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'PATCH', 'DELETE', 'OPTIONS') },
  // What fetch refuses to send, and what only WebDAV, UPnP and caches know.
  {
    weight: 1,
    arbitrary: fc.constantFrom('TRACE', 'PROPFIND', 'MKCOL', 'LOCK', 'PURGE', 'M-SEARCH', 'SOURCE'),
  },
);

/** A piece of a path: an id of ours or theirs, one that nobody has, or anything that a path may hold. */
const segment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('<open>', '<upper>', '<granted>', '<hidden>', '<foreign>') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('ver_', 'ver_1', 'VER_X', '0', 'null', '<account>', 'a'.repeat(1500)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%00', 'a%2Fb', '%F0%9F%92%A9', '%25', 'a+b', "';--", '%0d%0a'),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 1, unit: 'grapheme' }).map(encodeURIComponent) },
  { weight: 1, arbitrary: fc.constantFrom('%2e%2e', '..', '%', '%zz', '%ff', '%E0%A4%A', '%c0%ae') },
);

const base = fc.constantFrom('', '/api');

const readPath = fc.oneof(
  base.map((prefix) => `${prefix}/app/versions`),
  fc.tuple(base, segment).map(([prefix, id]) => `${prefix}/app/versions/${id}`),
  fc.tuple(base, segment).map(([prefix, id]) => `${prefix}/app/versions/${id}/preview`),
  base.map((prefix) => `${prefix}/account/versions`),
);
const strayPath = fc.oneof(
  fc.constantFrom('/api', '/app', '/account', '/api/openapi.json', '/enter', '/api/portal/demo', '/api/app'),
  fc.constant('/api/portal/sign-out'),
  fc.tuple(base, segment, segment).map(([prefix, a, b]) => `${prefix}/app/versions/${a}/${b}`),
  segment.map((last) => `/api/${last}`),
  fc.constantFrom('/api/', '/api//app/versions', '/app/versions/', '/api/./app', '/api/../app'),
);
const writePaths: Record<string, fc.Arbitrary<string>> = {
  POST: fc.oneof(
    { weight: 3, arbitrary: base.map((prefix) => `${prefix}/app/versions`) },
    { weight: 1, arbitrary: fc.constant('/api/portal/sessions') },
  ),
  PUT: segment.map((id) => `/api/accounts/${id}`),
};

/** A path that takes the method more often than not, and a query. */
export function targetOf(verb: string): fc.Arbitrary<string> {
  const likely = writePaths[verb] ?? readPath;
  const path = fc.oneof(
    { weight: 12, arbitrary: likely },
    { weight: 1, arbitrary: readPath },
    { weight: 2, arbitrary: strayPath },
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
    'cursor=99999999999999999999',
    'cursor=0x1',
    'cursor=',
    'at=0',
    'at=8640000000000',
  ),
  fc.constantFrom('format=csv', 'format=json', 'format=CSV', 'format=csv%00'),
  // Names by which Next talks to itself.
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
  // Names repeat: the same few are drawn again and again.
  {
    weight: 1,
    arbitrary: fc.array(parameter, { minLength: 1, maxLength: 4 }).map((all) => `?${all.join('&')}`),
  },
);
