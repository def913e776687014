import { describe, expect, test } from 'vitest';
import { getText } from '@/components/i18n/server-text';
import { getPriceMessages } from '@/components/pricing/use-price-options';
import type { VersionEntry } from '@/lib/contract/versions';
import {
  createFeatureAddOn,
  createVersionEntry,
  createMatrixFeature as feature,
} from '@/tools/testing/contract-fixtures';
import {
  buildColumns,
  filterFeatures,
  fitColumns,
  getCell,
  getPlanPages,
  groupFeatures,
  hasDifferences,
} from './comparison-model';

const priceOptions = {
  locale: 'en',
  currency: { currency: 'USD', currency_digits: 2 },
  app: 'month',
  billed: 'month',
  messages: getPriceMessages(getText('en').pricing),
} as const;

const version = (tag: string, current = false) =>
  createVersionEntry(`ver_${tag}`, { title: tag, tag, current });

describe('cells', () => {
  const addOn = createFeatureAddOn('Pack', { fee: 500 });
  const ten = { amount: 10, unlimited: false };
  const unlimited = { amount: null, unlimited: true };
  const both = { a: true, b: true };

  test('getCell returns the content of an included feature, or the add-ons of another', () => {
    const storage = feature('storage', {
      versions: { a: true, b: true, c: false, d: false, e: true },
      values: { a: '10 GB', e: 'Full' },
      amounts: { a: ten },
      unit: 'GB',
      offers: { b: addOn, c: { ...addOn, ids: ['off_1', 'off_2'] } },
    });
    expect(getCell(storage, 'a')).toMatchObject({ kind: 'content', content: { amount: 10, unit: 'GB' } });
    expect(getCell(storage, 'b')).toEqual({ kind: 'included' });
    expect(getCell(storage, 'c')).toMatchObject({
      kind: 'optional',
      price: { fee: 500 },
      addOnIds: ['off_1', 'off_2'],
    });
    expect(getCell(storage, 'd')).toEqual({ kind: 'none' });
    expect(getCell(storage, 'e')).toMatchObject({ kind: 'content', content: { value: 'Full' } });
  });

  test('getCell ignores the amount of a feature that is not included', () => {
    const storage = feature('storage', { values: { a: '10 GB' }, amounts: { a: ten }, unit: 'GB' });
    expect(getCell(storage, 'a')).toEqual({ kind: 'none' });
  });

  test.each([
    ['both included', { versions: { a: true, b: true } }, false],
    ['included and not included', { versions: { a: true, b: false } }, true],
    ['different texts', { versions: both, values: { a: 'Full', b: 'Basic' } }, true],
    ['equal texts', { versions: both, values: { a: 'Full', b: 'Full' } }, false],
    ['different amounts', { versions: both, amounts: { a: ten, b: { ...ten, amount: 20 } } }, true],
    ['equal amounts', { versions: both, amounts: { a: ten, b: ten } }, false],
    ['an amount and unlimited', { versions: both, amounts: { a: ten, b: unlimited } }, true],
    ['an amount and no amount', { versions: both, amounts: { a: ten } }, true],
    ['offered and not offered', { offers: { a: addOn } }, true],
    ['offers with different prices', { offers: { a: addOn, b: { ...addOn, fee: 900 } } }, true],
    ['offers per different units', { offers: { a: addOn, b: { ...addOn, fee_unit: 'site' } } }, true],
    ['different numbers of offers', { offers: { a: addOn, b: { ...addOn, ids: ['1', '2'] } } }, true],
    ['offers with different titles', { offers: { a: addOn, b: { ...addOn, title: 'Extra' } } }, false],
  ])('hasDifferences: %s', (_, overrides, expected) => {
    expect(hasDifferences(feature('x', overrides), ['a', 'b'], priceOptions)).toBe(expected);
  });

  test('a single plan has no differences', () => {
    expect(hasDifferences(feature('x', { versions: { a: true, b: false } }), ['a'], priceOptions)).toBe(
      false,
    );
  });
});

describe('features', () => {
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
  const filter = (query: string, onlyDifferences = false) => [
    ...filterFeatures(features, { query, onlyDifferences, versionIds: ['a', 'b'], priceOptions }),
  ];

  test('groupFeatures puts features without a group first', () => {
    expect(
      groupFeatures(features).map(({ title, features: members }) => [title, members.map(({ id }) => id)]),
    ).toEqual([
      ['', ['boards']],
      ['Security', ['sso', 'audit']],
      ['Import', ['cv']],
    ]);
    expect(groupFeatures([])).toEqual([]);
  });

  test('filterFeatures matches each word in title, description or group, ignoring case and accents', () => {
    expect(filter('')).toHaveLength(4);
    expect(filter('resume')).toEqual(['cv']);
    expect(filter(' SIGN ')).toEqual(['sso', 'audit']);
    expect(filter('security when')).toEqual(['audit']);
    expect(filter('nothing like it')).toEqual([]);
  });

  test('filterFeatures can return only features that differ between the given plans', () => {
    expect(filter('', true)).toEqual(['sso', 'cv']);
    expect(filter('security', true)).toEqual(['sso']);
  });
});

describe('columns', () => {
  const versions = [version('v1'), version('v2'), version('v3', true), version('v4')];
  const tags = (plans: { tag: string }[]) => plans.map(({ tag }) => tag);

  test('plans keep their order, and the default pair is the current plan and the next one up', () => {
    const { available, selected, pair, columns } = buildColumns(versions, { plans: [], pair: [] });
    expect(tags(available)).toEqual(['v1', 'v2', 'v3', 'v4']);
    expect(selected).toEqual(available);
    expect(tags(pair)).toEqual(['v3', 'v4']);
    expect(columns.map(({ inPair }) => inPair)).toEqual([false, false, true, true]);
    const onHighest = [version('v1'), version('v2'), version('v3', true)];
    expect(tags(buildColumns(onHighest, { plans: [], pair: [] }).pair)).toEqual(['v3', 'v2']);
  });

  test('the default pair of an account on an earlier version is that and the present one', () => {
    const earlier = { ...version('v2-retired', true), replaced_by: 'ver_v2' };
    const list = [version('v1'), version('v2'), earlier, version('v3')];
    const { pair } = buildColumns(list, { plans: [], pair: [] });
    expect(tags(pair)).toEqual(['v2-retired', 'v2']);
  });

  test('a long list shows one family, or five plans with the current one, until others are selected', () => {
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    const select = (list: VersionEntry[], plans: string[] = []) =>
      tags(buildColumns(list, { plans, pair: [] }).selected);
    const undivided = numbers.map((n) => version(`v${n}`, n === 7));
    expect(select(undivided)).toEqual(['v4', 'v5', 'v6', 'v7', 'v8']);
    expect(select(undivided.slice(0, 6))).toHaveLength(6);
    expect(select(undivided, ['v1', 'v2'])).toEqual(['v1', 'v2']);
    const families = undivided.map((plan, index) => ({ ...plan, family: index < 5 ? 'Sites' : 'Shops' }));
    expect(select(families)).toEqual(['v6', 'v7', 'v8']);
  });

  test('selected plans keep the order of the list, and unknown tags are ignored', () => {
    const { selected, pair } = buildColumns(versions, { plans: ['v4', 'v2', 'v9'], pair: [] });
    expect(tags(selected)).toEqual(['v2', 'v4']);
    expect(tags(pair)).toEqual(['v2', 'v4']);
    expect(tags(buildColumns(versions, { plans: ['v9'], pair: [] }).selected)).toHaveLength(4);
  });

  test('a pair keeps its order, and missing plans are filled in', () => {
    const getPair = (...pair: string[]) => tags(buildColumns(versions, { plans: [], pair }).pair);
    expect(getPair('v4', 'v1')).toEqual(['v4', 'v1']);
    expect(getPair('v4')).toEqual(['v4', 'v3']);
    expect(getPair('v3', 'v3')).toEqual(['v3', 'v4']);
    expect(getPair('v9', 'v3')).toEqual(['v4', 'v3']);
    expect(tags(buildColumns([version('v1')], { plans: [], pair: [] }).pair)).toEqual(['v1']);
    expect(buildColumns([], { plans: [], pair: [] }).pair).toEqual([]);
  });

  test('a pair can include plans that are not selected for a wide screen', () => {
    const columns = buildColumns(versions, { plans: ['v1', 'v2'], pair: ['v4', 'v1'] });
    expect(
      columns.columns.map(({ version: { tag }, inPair, narrowOnly }) => [tag, inPair, narrowOnly]),
    ).toEqual([
      ['v1', true, false],
      ['v2', false, false],
      ['v4', true, true],
    ]);
    const getFitting = (capacity: number | null) =>
      tags(fitColumns(columns, capacity).map((column) => column.version));
    expect(getFitting(null)).toEqual(['v1', 'v2', 'v4']);
    expect(getFitting(2)).toEqual(['v4', 'v1']);
    expect(getFitting(6)).toEqual(['v1', 'v2']);
  });

  test('plans that do not fit are paged, and the current plan stays', () => {
    const many = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7'].map((tag) => version(tag, tag === 'v2'));
    const columns = buildColumns(many, { plans: tags(many), pair: [] });
    const getPage = (offset: number) =>
      tags(fitColumns(columns, 3, offset).map((column) => column.version)).join(' ');
    expect([getPage(0), getPage(2), getPage(4)]).toEqual(['v1 v2 v3', 'v2 v4 v5', 'v2 v6 v7']);
    expect(getPlanPages(columns, 3, 0)).toEqual({ previous: null, next: 2 });
    expect(getPlanPages(columns, 3, 2)).toEqual({ previous: 0, next: 4 });
    expect(getPlanPages(columns, 3, 4)).toEqual({ previous: 2, next: null });
    expect(getPlanPages(columns, 4, 0).next).toBe(3);
    expect(getPlanPages(columns, 7, 0)).toEqual({ previous: null, next: null });
  });
});
