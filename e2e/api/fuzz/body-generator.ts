import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** A body as text, and how the text becomes bytes. */
export interface GeneratedBody {
  text: string;
  encoding: Encoding;
}

const encodings = {
  utf8: (text: string) => Buffer.from(text),
  'byte order mark': (text: string) => Buffer.from(`\ufeff${text}`),
  utf16: (text: string) => Buffer.from(text, 'utf16le'),
  latin1: (text: string) => Buffer.from(text, 'latin1'),
  gzip: (text: string) => gzipSync(text),
  'truncated character': (text: string) => Buffer.concat([Buffer.from(text), Buffer.from([0xe2, 0x82])]),
  'invalid byte': (text: string) =>
    Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0x22, 0x7d])]),
  'trailing NUL': (text: string) => Buffer.concat([Buffer.from(text), Buffer.from([0])]),
} satisfies Record<string, (text: string) => Buffer>;

type Encoding = keyof typeof encodings;

export function encodeBody({ text, encoding }: GeneratedBody): Buffer {
  return encodings[encoding](text);
}

/** One of several arbitraries, each as often as its weight says. */
export const weighted = <Values extends unknown[]>(
  ...choices: { [Index in keyof Values]: [weight: number, arbitrary: fc.Arbitrary<Values[Index]>] }
): fc.Arbitrary<Values[number]> => fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const id = weighted(
  // The versions that most callers may switch to.
  [2, fc.constantFrom('<public>', '<upgrade>')],
  [1, fc.constantFrom('<granted>', '<private>', '<foreign>', '<account>', '<foreignAccount>', 'ver_1')],
);
const text = fc.oneof(
  fc.constantFrom('Ada', '', ' ', 'x'.repeat(200), 'x'.repeat(201), ` ${'x'.repeat(200)} `, '😀'.repeat(150)),
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\u202e',
    'e\u0301',
    "'; DROP TABLE accounts; --",
    '<b>',
  ),
  fc.string({ unit: 'binary' }),
);
const wrongType = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(0, -1, 1e308, true, null, [], {}, ['<upgrade>']),
);

/** Usually a valid value, sometimes any text or a value of another type. */
const mostly = <T>(valid: fc.Arbitrary<T>) => weighted([8, valid], [1, text], [1, wrongType]);

const switchInput = fc.record(
  {
    version_id: mostly(id),
    reason: mostly(fc.oneof(text, fc.constant('x'.repeat(501)))),
    billing_period: mostly(fc.constantFrom('month', 'year')),
  },
  { requiredKeys: ['version_id'] },
);
const undoInput = fc.record(
  { restore: mostly(id), reason: mostly(text), version_id: mostly(id) },
  { requiredKeys: ['restore'] },
);
const addOnInput = fc.record(
  { active: mostly(fc.boolean()), reason: mostly(text) },
  { requiredKeys: ['active'] },
);
const accountInput = fc.record(
  {
    title: mostly(text),
    tag: mostly(fc.constantFrom('v1', 'v2', 'none')),
    version_id: mostly(id),
    billing_period: mostly(fc.constantFrom('month', 'year')),
    activated_at: mostly(fc.integer()),
    period_ends_at: mostly(fc.option(fc.integer({ min: 0 }))),
  },
  { requiredKeys: ['title'] },
);
const portalSessionInput = fc.record(
  {
    account_id: mostly(fc.constant('<account>')),
    role: mostly(fc.constantFrom('owner', 'member', 'product')),
    name: mostly(fc.constant('Ada')),
    user_id: mostly(text),
    return_url: mostly(fc.constantFrom('https://host.example/', 'http://localhost:4000/?a=b')),
    path: mostly(fc.constantFrom('/', '/compare?q=a', '/nothing')),
    locale: mostly(fc.constantFrom('de', 'ar-EG', 'fr')),
  },
  { requiredKeys: ['role', 'name'] },
);
const endpointInput = fc.record(
  {
    url: mostly(
      fc.constantFrom(
        'https://host.example/',
        'http://127.0.0.1:9/',
        'https://10.0.0.1/',
        'https://[::1]/',
        'x',
      ),
    ),
    types: mostly(fc.constantFrom([], ['account.created'], ['x'], Array(30).fill('account.created'))),
    enabled: mostly(fc.boolean()),
  },
  { requiredKeys: [] },
);
const recoveryInput = fc.record({ since: mostly(fc.constantFrom(0, 1_795_219_200, -1, 1.5, 1e12)) });
const unknownFields = fc.dictionary(
  fc.constantFrom('id', '__proto__', 'constructor', 'versionId', '', 'title'),
  wrongType,
  {
    maxKeys: 2,
  },
);

function findInput(target: string): fc.Arbitrary<object> {
  if (target.includes('/accounts/')) return accountInput;
  if (target.includes('/sessions')) return portalSessionInput;
  if (target.endsWith('/recover')) return recoveryInput;
  if (target.includes('/webhook-endpoints')) return endpointInput;
  if (target.includes('/optional-features')) return addOnInput;
  return weighted([6, switchInput], [1, undoInput]);
}

/** Usually an object for this endpoint, sometimes one for another endpoint. */
function createInput(target: string): fc.Arbitrary<string> {
  const input = findInput(target);
  const anyInput = weighted([8, input], [1, switchInput], [1, accountInput], [1, portalSessionInput]);
  return fc
    .tuple(anyInput, fc.option(unknownFields, { freq: 5 }))
    .map(([fields, extraFields]) => JSON.stringify({ ...fields, ...extraFields }));
}

const malformedInput = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    'null',
    'NaN',
    '{',
    '{}',
    '[]',
    '""',
    '{"version_id":}',
    "{'version_id':'<upgrade>'}",
    '[1,]',
  ),
  fc.constantFrom(
    '{"version_id":"<upgrade>","version_id":"<private>"}',
    '{"version_id":"<upgrade>"} ',
    '{"version_id":"<upgrade>"}{}',
    '{"version_id":"<upgrade>"}//',
    '{"__proto__":{"version_id":"<upgrade>"}}',
    '{"version_id":{"toString":"<upgrade>"}}',
    'version_id=<upgrade>',
    'person=nobody',
    '--x\r\nContent-Disposition: form-data; name="version_id"\r\n\r\n<upgrade>\r\n--x--',
  ),
  fc.integer({ min: 1, max: 8000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  fc.integer({ min: 1, max: 2500 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc
    .integer({ min: 1, max: 3000 })
    .map((count) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n, n])))),
);

/** Close to the limit of 16 KiB, or far above it. */
const largeInput = weighted(
  [6, fc.integer({ min: 16 * 1024 - 2, max: 16 * 1024 + 2 })],
  [1, fc.constantFrom(100_000, 2_000_000)],
).map((size) => '{"version_id":"ver_1"}'.padEnd(size, ' '));

export function createBody(target: string): fc.Arbitrary<GeneratedBody> {
  return fc.record({
    text: weighted([12, createInput(target)], [5, malformedInput], [1, largeInput]),
    encoding: weighted(
      [12, fc.constant<Encoding>('utf8')],
      [1, fc.constantFrom(...(Object.keys(encodings) as Encoding[]))],
    ),
  });
}

/** The Content-Type of a body; null to send none. */
export const contentType = weighted(
  [12, fc.constantFrom('application/json', 'application/json; charset=utf-8', 'Application/JSON')],
  [
    1,
    fc.constantFrom(
      ...[
        null,
        '',
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/jsonp',
        'application/json,text/plain',
      ],
      ...[
        'multipart/form-data; boundary=x',
        'multipart/form-data',
        'application/problem+json',
        'x',
        '/',
        ';',
      ],
    ),
  ],
);
