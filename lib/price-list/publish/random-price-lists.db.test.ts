import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { makeId } from '@/lib/contract/ids';
import { chooseSeed, sampleSize } from '@/tools/testing/test-scope';
import { openTestDatabase } from '@/tools/testing/test-service';
import { parseImportFiles } from '../parse/load-import-files';
import { type Diagnostic, ImportError } from '../yaml/diagnostics';
import { publishPriceList } from './publish-price-list';

// Random lists: what the check accepts can be written, and what it rejects has a place and a sentence. Most lists are
// valid but for one value or key that a check could miss: negative, too large, too precise, of another type, or the
// name of another row.

const { owner: db } = await openTestDatabase();

/** One of the first values, or seldom one of the others. */
const mostly = <T>(usual: T[], unusual: T[]) =>
  fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...unusual));
/** The value once in `every` times. */
const some = <T>(value: fc.Arbitrary<T>, every = 2) =>
  fc.oneof({ weight: every - 1, arbitrary: fc.constant(undefined) }, value);
const record = <T>(names: string[], value: fc.Arbitrary<T>) =>
  fc.record(Object.fromEntries(names.map((name) => [name, value])));
const someOf = <T>(names: string[], value: fc.Arbitrary<T>) => record(names, some(value));

const amount = mostly([0, 1, 2.5, 1000, 1e8, Infinity], [-0, 5e-324, 99_999_999.5, 1e308]);
const price = mostly<number | string>(
  [0, 5, 12.5, 20, '5 + 7.5', '#base * 2', 'From $99'],
  [178_956_970, 1e7, 'Contact sales'],
);
const fee = mostly<number | null>([0, 12.5, null], [1_789_569.7, 1_789_569.71, 21_474_836.47]);
const names = ['a', 'b'];
const item = {
  price,
  annualPrice: some(mostly([5, 10], [0, 12.5, 144]), 15),
  unit: some(mostly(['user/month', '/month'], ['/year', 'channel', 'activeHour'])),
  private: some(fc.boolean()),
  features: some(someOf(['on'], fc.record({ value: fc.boolean() }))),
  usageLimits: some(someOf(names, fc.record({ value: amount }))),
};
const addOn = {
  ...item,
  description: fc.constant('A service.'),
  usageLimitsExtensions: some(someOf(names, fc.record({ value: amount }))),
  availableFor: some(fc.constant(['a'])),
  subscriptionConstraints: some(fc.record({ minQuantity: some(mostly([1, 5], [1e9])) })),
};
const list = fc.record({
  syntaxVersion: fc.constant('3.1'),
  saasName: fc.constant('Lantern'),
  currency: mostly(['USD'], ['JPY']),
  billing: some(fc.record({ monthly: fc.constant(1), annual: mostly([0.8, 1], [1e-9]) }), 4),
  variables: fc.constant({ base: 6.25 }),
  features: fc.record({
    on: fc.record({
      valueType: fc.constant('BOOLEAN'),
      type: fc.constant('DOMAIN'),
      defaultValue: fc.boolean(),
    }),
    count: fc.record({
      valueType: fc.constant('NUMERIC'),
      type: fc.constant('DOMAIN'),
      defaultValue: amount,
    }),
    help: fc.record({
      valueType: fc.constant('TEXT'),
      type: fc.constant('SUPPORT'),
      defaultValue: fc.constantFrom('NONE', 'Full', 'Contact sales'),
    }),
  }),
  usageLimits: record(
    names,
    fc.record({
      valueType: fc.constant('NUMERIC'),
      defaultValue: amount,
      unit: fc.constantFrom('GB', 'call/month'),
      linkedFeatures: some(fc.constant(['on'])),
    }),
  ),
  plans: fc.record({ a: fc.record(item), b: fc.record(item), c: some(fc.record(item)) }),
  addOns: fc.record({ a: fc.record(addOn), b: some(fc.record(addOn)) }),
});
const prices = {
  fee: some(fee, 4),
  user_fee: some(fee, 4),
  annual_fee: some(fee, 4),
  annual_user_fee: some(fee, 4),
  price_text: some(fc.constantFrom('By usage', null), 15),
};
const row = {
  human_id: some(fc.constantFrom('on', 'x', 'y'), 4),
  renamed_from: some(fc.constantFrom('c', 'd'), 4),
};
const extension = fc.record({
  app: some(fc.record({ billing_period: some(fc.constantFrom('month', 'year')) })),
  plans: someOf(
    names,
    fc.record({
      ...prices,
      tag: some(mostly(['x', 'y'], ['v1', 'v2', 'v1-retired']), 4),
      retired: some(fc.boolean(), 8),
    }),
  ),
  features: someOf(['on', 'help'], fc.record(row)),
  addOns: some(
    fc.record({
      a: fc.record({
        ...prices,
        ...row,
        min_quantity: some(fc.constant(2)),
        max_quantity: some(fc.constant(3)),
      }),
    }),
    8,
  ),
});

/** Values and keys for any place. */
const odd = fc.constantFrom<unknown>(
  ...[
    -1,
    -0,
    -0.01,
    0,
    0.001,
    1.5,
    1e-7,
    1e21,
    Infinity,
    -Infinity,
    Number.NaN,
    2 ** 31,
    100_000_000.01,
    true,
    null,
  ],
  ...['', '-5', '-5 + 1', '1_000', '-1_000', '1/0', '16S', '2024-01-01', 'None', 'true', 'NUMERIC', 'TEXT'],
  ...[
    'a',
    'BASE',
    'v2',
    'v1-retired',
    'month',
    '/year',
    'channel',
    'x'.repeat(3000),
    [],
    {},
    ['a'],
    { value: -1 },
  ],
);
const oddKey = fc.constantFrom(
  'usageLimits.a',
  'features.help',
  'A',
  'a~1',
  'price',
  'v1',
  '10',
  'x'.repeat(200),
);

type Tree = Record<string, unknown>;

interface Edit {
  at: number;
  by: unknown;
  /** Renames the key instead of replacing the value. */
  key: string | undefined;
}

const oneEdit = fc.record({ at: fc.nat(), by: odd, key: some(oddKey, 4) }).map((edit) => [edit]);
const edits = fc.oneof({ weight: 2, arbitrary: fc.constant<Edit[]>([]) }, oneEdit);

function edit(tree: object, edits: Edit[]): Tree {
  const copy = structuredClone(tree) as Tree;
  for (const { at, by, key } of edits) {
    const places = listPlaces(copy);
    const [parent, name] = places[at % places.length]!;
    parent[key ?? name] = key === undefined ? by : parent[name];
    if (key !== undefined) delete parent[name];
  }
  return copy;
}

const listPlaces = (tree: Tree): [Tree, string][] =>
  Object.entries(tree).flatMap(([name, value]): [Tree, string][] =>
    value === undefined
      ? []
      : [[tree, name], ...(typeof value === 'object' && value !== null ? listPlaces(value as Tree) : [])],
  );

interface Edition {
  source: string;
  extension: string | null;
}

const edition: fc.Arbitrary<Edition> = fc
  .record({ list, extension: some(extension, 3), edits, extensionEdits: edits })
  .map((each) => ({
    source: stringify(edit(each.list, each.edits)),
    extension: each.extension ? stringify(edit({ ...each.extension }, each.extensionEdits)) : null,
  }));

let runs = 0;
let written = 0;

/** Writes a list. Returns its problems. */
async function publish(slug: string, { source, extension }: Edition): Promise<readonly Diagnostic[]> {
  try {
    const text = extension === null ? null : { name: 'extension', text: extension };
    await publishPriceList(db, { slug, ...parseImportFiles({ name: 'source', text: source }, text) }, makeId);
    written += 1;
    return [];
  } catch (error) {
    if (error instanceof ImportError) return error.diagnostics;
    throw error;
  }
}

test('what the check accepts can be written, and a problem has a place and a sentence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edition, { minLength: 1, maxLength: 3 }), async (editions) => {
      runs += 1;
      for (const each of editions) {
        for (const { line, column, message } of await publish(`random-${runs}`, each))
          expect({ line, column, message }).toEqual({
            line: expect.any(Number),
            column: expect.any(Number),
            message: expect.stringMatching(/^(?!Invalid).*[.?]$/s),
          });
      }
    }),
    { numRuns: sampleSize({ quick: 20, full: 1000 }), seed: chooseSeed(process.env.PRICE_LIST_SEED) },
  );
  expect(written).toBeGreaterThan(runs / 2);
});
