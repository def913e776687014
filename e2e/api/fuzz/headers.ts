import fc from 'fast-check';

export type Header = [name: string, value: string];

const long = 'x'.repeat(1500);

/** Headers that somebody reads, each with values that are right, wrong and odd. */
const values: Record<string, string[]> = {
  'X-Account-Id': ['<account>', '<neighbour>', '<theirAccount>', 'acc_', '', '0', long, 'é'],
  'Idempotency-Key': ['k1', 'k2', '', 'k'.repeat(255), 'k'.repeat(256), 'é', '"k1"'],
  'If-Match': ['*', '"x"', 'x', 'W/"x"', '', '"a", "b"', long],
  Accept: ['text/csv', 'application/json', 'image/png', '*/*;q=0', '', 'text/csv;q=0', long],
  'Accept-Encoding': ['gzip', 'br', 'identity;q=0', '*'],
  'Accept-Language': ['de', '*', 'x'],
  Origin: ['https://evil.example', 'null', '', 'http://['],
  'Sec-Fetch-Site': ['same-origin', 'cross-site', 'none', 'same-site', '', 'x'],
  Authorization: ['Bearer', 'Bearer x', 'Basic dTpw', '', `Bearer avk_${long}`],
  Cookie: ['__Host-app-versions=', '__Host-app-versions=avs_1', '=', ';;;', 'a=%', `x=${long}`, 'é=ü'],
  'Content-Encoding': ['gzip', 'identity', 'br', 'x'],
  'X-Forwarded-For': ['1.2.3.4', '::1', ',,,', long, "'; --"],
  'X-Forwarded-Proto': ['https', 'javascript', 'https,http', '', 'é'],
  'X-Forwarded-Host': ['evil.example', '[', 'a b', '', '@'],
  'X-HTTP-Method-Override': ['DELETE'],
  Range: ['bytes=0-1', 'x'],
  'If-None-Match': ['*', '"x"'],
  'If-Modified-Since': ['Fri, 01 Jan 2100 00:00:00 GMT'],
  Expect: ['100-continue'],
  TE: ['trailers'],
  // By these Next talks to itself and to its pages.
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

const known: fc.Arbitrary<Header> = fc
  .constantFrom(...Object.keys(values))
  .chain((name) => fc.constantFrom(...(values[name] ?? [])).map((value): Header => [name, value]));

/** Any name, with any value that HTTP can carry. */
const unknown: fc.Arbitrary<Header> = fc.tuple(
  fc.stringMatching(/^X-[A-Za-z0-9!#$%&'*+.^_`|~-]{1,20}$/),
  fc.oneof(fc.stringMatching(/^[\t -~\u0080-\u00ff]{0,50}$/), fc.constant(long)),
);

/** Few enough that all together stay below what a server reads of headers. The same name may come twice. */
export const oddHeaders = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Header[]>([]) },
  {
    weight: 3,
    arbitrary: fc.array(fc.oneof({ weight: 6, arbitrary: known }, { weight: 1, arbitrary: unknown }), {
      minLength: 1,
      maxLength: 3,
    }),
  },
);
