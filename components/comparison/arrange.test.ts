import { describe, expect, test } from 'vitest';
import type { MatrixFeature, VersionEntry } from '@/lib/contract/version-list';
import { arrangeColumns, fitColumns } from './arrange-columns';
import { filterFeatures, groupFeatures } from './arrange-features';
import { cellOf, differs } from './cell';

function feature(id: string, own: Partial<MatrixFeature> = {}): MatrixFeature {
  return { id, title: id, description: '', versions: {}, group: '', values: {}, offers: {}, ...own };
}

function version(tag: string, current = false): VersionEntry {
  return {
    id: `ver_${tag}`,
    title: tag,
    description: '',
    more_info: null,
    active: true,
    fee: null,
    user_fee: null,
    tag,
    public: true,
    current,
    switch: null,
  };
}

describe('a cell', () => {
  const offer = { title: null, fee: 500, user_fee: null };

  test('shows a value before a tick, and an offer only where nothing is included', () => {
    const storage = feature('storage', {
      versions: { a: true, b: true, c: false, d: false },
      values: { a: '10 GB' },
      offers: { b: offer, c: offer },
    });
    expect(cellOf(storage, 'a')).toEqual({ kind: 'value', text: '10 GB' });
    expect(cellOf(storage, 'b')).toEqual({ kind: 'included' });
    expect(cellOf(storage, 'c')).toEqual({ kind: 'optional', fees: offer });
    expect(cellOf(storage, 'd')).toEqual({ kind: 'none' });
  });

  test.each([
    ['tick and tick', { versions: { a: true, b: true } }, false],
    ['tick and dash', { versions: { a: true, b: false } }, true],
    ['two values', { values: { a: '1', b: '2' } }, true],
    ['one value twice', { values: { a: '1', b: '1' } }, false],
    ['offer and dash', { offers: { a: offer } }, true],
    ['offers at two prices', { offers: { a: offer, b: { ...offer, fee: 900 } } }, true],
    ['offers that only a title parts', { offers: { a: offer, b: { ...offer, title: 'Extra' } } }, false],
  ])('%s: differs is %3$s', (_, own, expected) => {
    expect(differs(feature('x', own), ['a', 'b'])).toBe(expected);
  });

  test('one plan alone has no differences', () => {
    expect(differs(feature('x', { versions: { a: true, b: false } }), ['a'])).toBe(false);
  });
});

describe('rows', () => {
  const features = [
    feature('sso', { title: 'Single sign-on', group: 'Security', versions: { a: false, b: true } }),
    feature('boards', { title: 'Boards', versions: { a: true, b: true } }),
    feature('cv', { title: 'Résumé import', group: 'Import', versions: { a: true, b: false } }),
    feature('audit', {
      title: 'Audit log',
      description: 'Who signed in, and when',
      group: 'Security',
      versions: { a: true, b: true },
    }),
  ];
  const kept = (query: string, onlyDifferences = false) => [
    ...filterFeatures(features, { query, onlyDifferences, versionIds: ['a', 'b'] }),
  ];

  test('stand in groups, those without one first', () => {
    expect(
      groupFeatures(features).map(({ title, features: own }) => [title, own.map(({ id }) => id)]),
    ).toEqual([
      ['', ['boards']],
      ['Security', ['sso', 'audit']],
      ['Import', ['cv']],
    ]);
    expect(groupFeatures([])).toEqual([]);
  });

  test('are found by title, description and group, without case and accents, each word', () => {
    expect(kept('')).toHaveLength(4);
    expect(kept('resume')).toEqual(['cv']);
    expect(kept(' SIGN ')).toEqual(['sso', 'audit']);
    expect(kept('security when')).toEqual(['audit']);
    expect(kept('nothing like it')).toEqual([]);
  });

  test('can be only those that differ between the plans looked at', () => {
    expect(kept('', true)).toEqual(['sso', 'cv']);
    expect(kept('security', true)).toEqual(['sso']);
  });
});

describe('columns', () => {
  const versions = [version('v1'), version('v2'), version('v3', true), version('v4')];
  const tags = (own: { tag: string }[]) => own.map(({ tag }) => tag);

  test("the account's own comes first, and the pair is the first two", () => {
    const { all, chosen, pair, columns } = arrangeColumns(versions, { plans: [], pair: [] });
    expect(tags(all)).toEqual(['v3', 'v1', 'v2', 'v4']);
    expect(chosen).toEqual(all);
    expect(tags(pair)).toEqual(['v3', 'v1']);
    expect(columns.map(({ paired }) => paired)).toEqual([true, true, false, false]);
  });

  test('chosen plans keep the order of the list', () => {
    const { chosen, pair } = arrangeColumns(versions, { plans: ['v4', 'v2', 'v9'], pair: [] });
    expect(tags(chosen)).toEqual(['v2', 'v4']);
    expect(tags(pair)).toEqual(['v2', 'v4']);
    expect(tags(arrangeColumns(versions, { plans: ['v9'], pair: [] }).chosen)).toHaveLength(4);
  });

  test('a pair keeps its own order, and is filled up', () => {
    const pairOf = (...pair: string[]) => tags(arrangeColumns(versions, { plans: [], pair }).pair);
    expect(pairOf('v4', 'v1')).toEqual(['v4', 'v1']);
    expect(pairOf('v4')).toEqual(['v4', 'v3']);
    expect(pairOf('v3', 'v3')).toEqual(['v3', 'v1']);
    expect(pairOf('v9', 'v3')).toEqual(['v1', 'v3']);
    expect(tags(arrangeColumns([version('v1')], { plans: [], pair: [] }).pair)).toEqual(['v1']);
    expect(arrangeColumns([], { plans: [], pair: [] }).pair).toEqual([]);
  });

  test('a pair may be of plans that a wide page leaves out', () => {
    const arranged = arrangeColumns(versions, { plans: ['v1', 'v2'], pair: ['v4', 'v1'] });
    expect(arranged.columns.map(({ version: { tag }, paired, extra }) => [tag, paired, extra])).toEqual([
      ['v1', true, false],
      ['v2', false, false],
      ['v4', true, true],
    ]);
    const fitted = (capacity: number | null) =>
      tags(fitColumns(arranged, capacity).map(({ version: each }) => each));
    expect(fitted(null)).toEqual(['v1', 'v2', 'v4']);
    expect(fitted(2)).toEqual(['v4', 'v1']);
    expect(fitted(6)).toEqual(['v1', 'v2']);
  });

  test('a page shows as many as fit', () => {
    const arranged = arrangeColumns(versions, { plans: [], pair: [] });
    expect(fitColumns(arranged, 3)).toHaveLength(3);
    expect(fitColumns(arranged, 6)).toBe(arranged.columns);
  });
});
