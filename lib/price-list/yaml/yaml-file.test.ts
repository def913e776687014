import { expect, it } from 'vitest';
import { ImportError } from './diagnostics';
import { parseYamlFile } from './yaml-file';

const parseError = (text: string) => {
  try {
    parseYamlFile('list.yml', text);
  } catch (error) {
    if (error instanceof ImportError) return error.message;
    throw error;
  }
  return null;
};

const text = 'plans:\n  PRO:\n    price: 12\n  10:\n    price:\n  2:\n    tags: [a, b]\n';
const file = parseYamlFile('list.yml', text);

it('returns plain data, and keys in file order', () => {
  expect(file.data).toEqual({
    plans: { PRO: { price: 12 }, 10: { price: null }, 2: { tags: ['a', 'b'] } },
  });
  expect(file.keysAt(['plans'])).toEqual(['PRO', '10', '2']);
  expect(file.keysAt(['plans', 'PRO', 'price'])).toEqual([]);
  expect(file.keysAt(['missing'])).toEqual([]);
});

it.each([
  [['plans', 'PRO', 'price'], '3:12'],
  [['plans', 'PRO'], '2:3'],
  [['plans', 10], '4:3'],
  [['plans', '2', 'tags', 1], '7:15'],
  [['plans', '10', 'price'], '5:11'],
  [['plans', 'PRO', 'missing'], '2:3'],
  [['missing'], '1:1'],
  [[], '1:1'],
])('reports %j at %s', (path, position) => {
  const { line, column } = file.diagnosticAt(path, 'wrong');
  expect(`${line}:${column}`).toBe(position);
});

it('formats a diagnostic with position, path and message', () => {
  expect(new ImportError([file.diagnosticAt(['plans', 'PRO', 'price'], 'No.')]).message).toBe(
    'list.yml:3:12: plans.PRO.price: No.',
  );
});

it('shares the data of aliases', () => {
  const { data, diagnosticAt } = parseYamlFile('list.yml', 'a: &a [{x: 1}]\nb: [*a, *a]\nc: &a 2\nd: *a');
  expect(data).toEqual({ a: [{ x: 1 }], b: [[{ x: 1 }], [{ x: 1 }]], c: 2, d: 2 });
  expect(diagnosticAt(['b', 1, 0, 'x'], 'wrong')).toMatchObject({ line: 1, column: 12 });
});

it('resolves merge keys', () => {
  const merged = parseYamlFile('list.yml', 'a: &a {x: 1}\nb:\n  <<: *a\n  y: 2\n');
  expect(merged.data).toEqual({ a: { x: 1 }, b: { x: 1, y: 2 } });
  expect(merged.keysAt(['b'])).toEqual(['y', 'x']);
  const sources = 'a: &a {x: 1, y: 1}\nb: &b {x: 2, z: 2}\n';
  const merge = (text: string) => (parseYamlFile('list.yml', sources + text).data as { c: unknown }).c;
  expect(merge('c: {<<: [*a, *b], y: 3}')).toEqual({ x: 1, y: 3, z: 2 });
  expect(merge('c: {y: 3, <<: *b, <<: *a}')).toEqual({ x: 2, y: 3, z: 2 });
});

/** Lists of nine aliases, nested `depth` times. */
const nestAliases = (depth: number) =>
  [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...Array.from('bcdefg'.slice(0, depth), (name, index) => {
      const previous = `*${'abcdefg'[index]}`;
      return `${name}: &${name} [${Array(9).fill(previous).join(', ')}]`;
    }),
  ].join('\n');

it.each([
  ['an open bracket', 'a: [1\nb: 2', /^list\.yml:2:1: .*end with a \]\.$/],
  ['a duplicate key', 'a: 1\nb: 2\na: 3', /^list\.yml:3:1: The key "a" is not unique\.$/],
  ['a number and a text as keys', '10: 1\n"10": 2', /^list\.yml:2:1: The key "10" is not unique\.$/],
  ['a list as a key', 'a: 1\n? [b]\n: 2', /^list\.yml:2:3: A key must be a text\.$/],
  ['an alias without an anchor', 'a: [1, *b]', /^list\.yml:1:8: The alias "\*b" has no anchor before it\.$/],
  [
    'an alias within its anchor',
    'a: &a\n  b: *a',
    /^list\.yml:2:6: The alias "\*a" is part of its own anchor\.$/,
  ],
  ['a merge of a number', 'a: 1\n<<: 1', /^list\.yml:2:5: "<<" can only merge maps\.$/],
  ['a null character', 'a: 1\nb: "x\\0"', /^list\.yml:2:4: .*null character/],
  ['a control character', 'a: 1\nb: "x\\e[2J"', /^list\.yml:2:4: .*control character/],
  ['a directional override', 'a: 1\nb: {c\u202ed: 1}', /^list\.yml:2:5: .*directional/],
  ['an unpaired surrogate', 'a: "\\uD800"', /^list\.yml:1:4: .*surrogate/],
  ['__proto__ as a key', 'a:\n  __proto__: 1', /^list\.yml:2:3: .*as a key/],
  ['more than one document', 'a: 1\n---\nb: 2', /^list\.yml:2:1: A file can have only one document\.$/],
  [
    'YAML 1.1',
    '# Norden\n%YAML 1.1\n---\nplans:\n  NO: { price: 1 }',
    /^list\.yml:2:1: The file is YAML 1\.1, /,
  ],
  [
    'YAML 1.1 after a byte order mark',
    '\ufeff%YAML 1.1\n---\na: b',
    /^list\.yml:1:\d: The file is YAML 1\.1, /,
  ],
  ['another directive', '%TEST a\n---\na: 1', /^list\.yml:1:1: Unknown directive %TEST\.$/],
  [
    'a tag that makes another value',
    'a: 1\nb: !!set { x, y }',
    /^list\.yml:2:\d+: The tag "!!set" is not supported\.$/,
  ],
  ['ordered pairs', 'a: !!omap [x: 1]', /^list\.yml:1:\d+: The tag "!!omap" is not supported\.$/],
  ['bytes', 'a: !!binary aGk=', /^list\.yml:1:\d+: The tag "!!binary" is not supported\.$/],
  [
    'a key that is read as another',
    'plans:\n  1.0: {}',
    /^list\.yml:2:3: The key "1\.0" is read as "1"\. Put/,
  ],
  [
    'a word as a key that is read as another',
    'True: 1',
    /^list\.yml:1:1: The key "True" is read as "true"\. Put/,
  ],
  ['exponentially nested aliases', nestAliases(6), /^list\.yml:6:\d+: The aliases repeat too many values\.$/],
  [
    'many aliases',
    `a: &a [x, x, x]\nb: [${'*a, '.repeat(50_001)}]`,
    /^list\.yml:2:200005: .*too many values/,
  ],
  ['an empty key', 'a: 1\n~: 2', /^list\.yml:2:1: A key must be a text\.$/],
  [
    'brackets that are nested too deeply',
    `a: ${'['.repeat(5000)}`,
    /^list\.yml:1:\d+: .*nested too deeply\.$/,
  ],
  ['lists that are nested too deeply', `a:\n  ${'- '.repeat(5000)}a`, /^list\.yml:2:\d+: .*too deeply\.$/],
  ['too many values', `a: [${'1,'.repeat(300_000)}]`, /^list\.yml: The file has too many values/],
  ['too many values on lines', `a:\n${'  b: {c: 1}\n'.repeat(80_000)}`, /too many values/],
  ['a file that is too large', `a: "${'x'.repeat(5_000_000)}"`, /larger than 5 MB/],
])('rejects %s', (_, text, message) => {
  expect(parseError(text)).toMatch(message);
});

it('accepts YAML 1.2, tags that say what a value is, and keys as they are written', () => {
  const { data } = parseYamlFile(
    'list.yml',
    '%YAML 1.2\n---\nNO: !!str 12\n10: yes\n"1.0": !!float 1.0\ntrue: a',
  );
  expect(data).toEqual({ NO: '12', 10: 'yes', '1.0': 1, true: 'a' });
});

it('accepts an anchor that many aliases name', () => {
  expect(parseError(`a: &a {x: 1}\nb: [${'*a, '.repeat(5000)}]`)).toBeNull();
  expect(parseError(nestAliases(4))).toBeNull();
});

it('accepts a long text with few values', () => {
  expect(parseError(`a: "${'x, '.repeat(600_000)}"`)).toBeNull();
});

it('reports every syntax error', () => {
  expect(parseError('a: 1\na: 2\nb: 3\nb: 4\n')?.split('\n')).toHaveLength(2);
});
