import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createTextMerger } from './merge-texts';

const mergeTexts = createTextMerger();

const merge = (base: string, live: string, scheduled: string) => {
  const [from, to, own] = [base, live, scheduled].map((source) => ({ source, extension: null }));
  const { text, conflicts } = mergeTexts({ base: from!, live: to!, scheduled: own! });
  return conflicts.length > 0 ? conflicts : text.source;
};

const list = (team: string, rest = '') => `# Prices of 2026
plans:
  # For one person.
  FREE: { price: 0 }
  TEAM: { price: ${team} } # was 9
${rest}`;

describe('the scheduled text gets what differs between the two others', () => {
  test('and keeps its comments', () => {
    expect(merge(list('12'), list('12', '  SCALE: { price: 40 }\n'), list('15'))).toBe(
      list('15', '  SCALE: { price: 40 }\n'),
    );
    expect(merge(list('12'), list('13'), list('12', '  SCALE: { price: 40 }\n'))).toBe(
      list('13', '  SCALE: { price: 40 }\n'),
    );
  });

  test('and is not rewritten without one', () => {
    const odd = 'plans:   {"TEAM": {price:   15}}';
    expect(merge('plans: {TEAM: {price: 12}}', 'plans: {TEAM: {price: 12}}', odd)).toBe(odd);
    expect(merge('plans: {TEAM: {price: 12}}', 'plans: {TEAM: {price: 15}}', odd)).toBe(odd);
    expect(merge('a: 1', '# new\na: 2', 'a:   1')).toBe('# new\na: 2');
  });

  test('in the order of the text that has another one', () => {
    const order = (text: unknown) => String(text).match(/[A-Z]/g)?.join('');
    const plans = (keys: string) => `plans: {${[...keys].map((key) => `${key}: {price: 1}`).join(', ')}}`;
    expect(order(merge(plans('ABC'), plans('CAB'), plans('ABNC')))).toBe('CABN');
    expect(order(merge(plans('ABC'), plans('ANBC'), plans('CBA')))).toBe('CBAN');
    expect(order(merge(plans('ABC'), plans('AC'), plans('ABCN')))).toBe('ACN');
    expect(merge(plans('ABC'), plans('CAB'), plans('BAC'))).toMatchObject([{ path: 'plans' }]);
  });

  test('through aliases and merge keys', () => {
    const text = (price: number, other = '') =>
      `plans:\n  A: &a { price: ${price} }\n  B: *a\n  C:\n    <<: *a\n${other}`;
    const more = '  D: { price: 5 }\n';
    expect(merge(text(1), text(2), text(1, more))).toBe(text(2, more));
    const live = 'plans:\n  A: { price: 2 }\n  B: { price: 1 }\n  C: { price: 1 }\n';
    expect(parse(String(merge(text(1), live, text(1, more))))).toEqual({
      plans: { A: { price: 2 }, B: { price: 1 }, C: { price: 1 }, D: { price: 5 } },
    });
  });
});

test('a value that differs in both is a conflict, with all three', () => {
  expect(merge(list('12'), list('13'), list('15'))).toEqual([
    { file: 'source', path: 'plans.TEAM.price', base: '12', live: '13', scheduled: '15' },
  ]);
  expect(merge(list('12'), 'plans: {FREE: {price: 0}}', list('15'))).toEqual([
    { file: 'source', path: 'plans.TEAM', base: '{"price":12}', live: null, scheduled: '{"price":15}' },
  ]);
  expect(merge('version: a\nx: 1', 'version: b\nx: 2', 'version: c\nx: 1')).toBe('version: c\nx: 2\n');
});

test('extensions are merged, and none stays none', () => {
  const texts = (extension: string | null) => ({ source: 'a: 1', extension });
  const extension = (base: string | null, live: string | null, scheduled: string | null) =>
    mergeTexts({ base: texts(base), live: texts(live), scheduled: texts(scheduled) }).text.extension;
  expect(extension(null, null, null)).toBeNull();
  expect(extension(null, 'app: {}', null)).toBe('app: {}');
  expect(extension('app: {}', null, 'app: {}')).toBeNull();
  expect(extension('a: 1\nb: 1\n', 'a: 2\nb: 1\n', 'a: 1\nb: 3\n')).toBe('a: 2\nb: 3\n');
});
