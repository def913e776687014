import { describe, expect, it } from 'vitest';
import { Refused } from './fault';
import { parseYamlFile } from './yaml-file';

const refusal = (text: string) => {
  try {
    parseYamlFile('list.yml', text);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
  return null;
};

describe('parseYamlFile', () => {
  const text = 'plans:\n  PRO:\n    price: 12\n  10:\n    price:\n  2:\n    tags: [a, b]\n';
  const file = parseYamlFile('list.yml', text);

  it('gives plain data, and names in the order of the file', () => {
    expect(file.data).toEqual({
      plans: { PRO: { price: 12 }, 10: { price: null }, 2: { tags: ['a', 'b'] } },
    });
    expect(file.namesAt(['plans'])).toEqual(['PRO', '10', '2']);
    expect(file.namesAt(['plans', 'PRO', 'price'])).toEqual([]);
    expect(file.namesAt(['nowhere'])).toEqual([]);
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
  ])('places %j at %s', (path, place) => {
    const { line, column } = file.fault(path, 'wrong');
    expect(`${line}:${column}`).toBe(place);
  });

  it('names the place, what it is about and the fault', () => {
    expect(new Refused([file.fault(['plans', 'PRO', 'price'], 'No.')]).message).toBe(
      'list.yml:3:12: plans.PRO.price: No.',
    );
  });

  it('merges what an anchor holds', () => {
    const merged = parseYamlFile('list.yml', 'a: &a {x: 1}\nb:\n  <<: *a\n  y: 2\n');
    expect(merged.data).toEqual({ a: { x: 1 }, b: { x: 1, y: 2 } });
    expect(merged.namesAt(['b'])).toEqual(['y', 'x']);
  });

  it.each([
    ['an open bracket', 'a: [1\nb: 2', /^list\.yml:2:1: /],
    ['a name said twice', 'a: 1\nb: 2\na: 3', /^list\.yml:3:1: .*unique/],
    ['an alias without its anchor', 'a: *b', /^list\.yml.*b/],
    ['a null character', 'a: 1\nb: "x\\0"', /^list\.yml:2:4: .*stored/],
    ['half a character', 'a: "\\uD800"', /^list\.yml:1:4: .*stored/],
    ['the name of a prototype', 'a:\n  __proto__: 1', /^list\.yml:2:3: .*name/],
    ['more than one document', 'a: 1\n---\nb: 2', /^list\.yml:2:1: /],
    [
      'aliases of aliases without end',
      [
        'a: &a [x, x, x, x, x, x, x, x, x]',
        ...'bcdefg'.split('').map((name, at) => {
          const before = `*${'abcdefg'[at]}`;
          return `${name}: &${name} [${Array(9).fill(before).join(', ')}]`;
        }),
      ].join('\n'),
      /^list\.yml: .*alias/i,
    ],
    ['too much of it', `a: "${'x'.repeat(5_000_000)}"`, /larger than 5 MB/],
  ])('refuses %s', (_, text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  it('names every fault of syntax at once', () => {
    expect(refusal('a: 1\na: 2\nb: 3\nb: 4\n')?.split('\n')).toHaveLength(2);
  });
});
