import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** A body as text, and what is done to its bytes. */
export interface Body {
  text: string;
  coding: Coding;
}

const codings = {
  utf8: (text: string) => Buffer.from(text),
  'with a byte order mark': (text: string) => Buffer.from(`\ufeff${text}`),
  utf16: (text: string) => Buffer.from(text, 'utf16le'),
  latin1: (text: string) => Buffer.from(text, 'latin1'),
  gzip: (text: string) => gzipSync(text),
  'cut in a character': (text: string) => Buffer.concat([Buffer.from(text), Buffer.from([0xe2, 0x82])]),
  'with a stray byte': (text: string) =>
    Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0x22, 0x7d])]),
  'with a NUL': (text: string) => Buffer.concat([Buffer.from(text), Buffer.from([0])]),
} satisfies Record<string, (text: string) => Buffer>;

type Coding = keyof typeof codings;

export function encodeBody({ text, coding }: Body): Buffer {
  return codings[coding](text);
}

const id = fc.constantFrom(
  '<open>',
  '<upper>',
  '<granted>',
  '<hidden>',
  '<foreign>',
  '<account>',
  '<theirAccount>',
  'ver_1',
);
const line = fc.oneof(
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
const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(0, -1, 1e308, true, null, [], {}, ['<upper>']),
);

/** The value that is right, less often another: one that is nearly right, or of another kind. */
const mostly = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: right }, { weight: 1, arbitrary: line }, { weight: 1, arbitrary: wrong });

const order = fc.record(
  { version_id: mostly(id), reason: mostly(fc.oneof(line, fc.constant('x'.repeat(501)))) },
  { requiredKeys: ['version_id'] },
);
const account = fc.record({ title: mostly(line) });
const invitation = fc.record(
  {
    account_id: mostly(fc.constant('<account>')),
    role: mostly(fc.constantFrom('owner', 'member', 'product')),
    name: mostly(fc.constant('Ada')),
    user_id: mostly(line),
  },
  { requiredKeys: ['role', 'name'] },
);
const stranger = fc.dictionary(
  fc.constantFrom('id', '__proto__', 'constructor', 'versionId', '', 'title'),
  wrong,
  {
    maxKeys: 2,
  },
);

/** What the address takes, most often. */
function shapedFor(target: string): fc.Arbitrary<string> {
  const fields: fc.Arbitrary<object> = target.includes('/accounts/')
    ? account
    : target.includes('/sessions')
      ? invitation
      : order;
  const any = fc.oneof({ weight: 8, arbitrary: fields }, order, account, invitation);
  return fc
    .tuple(any, fc.option(stranger, { freq: 5 }))
    .map(([own, more]) => JSON.stringify({ ...own, ...more }));
}

const misshaped = fc.oneof(
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
    "{'version_id':'<upper>'}",
    '[1,]',
  ),
  fc.constantFrom(
    '{"version_id":"<upper>","version_id":"<hidden>"}',
    '{"version_id":"<upper>"} ',
    '{"version_id":"<upper>"}{}',
    '{"version_id":"<upper>"}//',
    '{"__proto__":{"version_id":"<upper>"}}',
    '{"version_id":{"toString":"<upper>"}}',
    'version_id=<upper>',
    'person=nobody',
    '--x\r\nContent-Disposition: form-data; name="version_id"\r\n\r\n<upper>\r\n--x--',
  ),
  fc.integer({ min: 1, max: 8000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  fc.integer({ min: 1, max: 2500 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc
    .integer({ min: 1, max: 3000 })
    .map((many) => JSON.stringify(Object.fromEntries(Array.from({ length: many }, (_, n) => [n, n])))),
);

/** Around the limit of 16 KiB, and far over it. */
const large = fc
  .oneof(
    { weight: 6, arbitrary: fc.integer({ min: 16 * 1024 - 2, max: 16 * 1024 + 2 }) },
    { weight: 1, arbitrary: fc.constantFrom(100_000, 2_000_000) },
  )
  .map((size) => '{"version_id":"ver_1"}'.padEnd(size, ' '));

export function bodyFor(target: string): fc.Arbitrary<Body> {
  return fc.record({
    text: fc.oneof(
      { weight: 12, arbitrary: shapedFor(target) },
      { weight: 5, arbitrary: misshaped },
      { weight: 1, arbitrary: large },
    ),
    coding: fc.oneof(
      { weight: 12, arbitrary: fc.constant<Coding>('utf8') },
      { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(codings) as Coding[])) },
    ),
  });
}

/** Media type of a body; null for none. */
export const typeOf = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'Application/JSON'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
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
  },
);
