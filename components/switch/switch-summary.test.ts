import { describe, expect, it } from 'vitest';
import { createMatrix, createMatrixFeature, createPrice } from '@/tools/testing/contract-fixtures';
import {
  buildPriceRows,
  findAmountChanges,
  findPreviewChanges,
  type SwitchPreviewData,
  toBaseline,
} from './switch-summary';

const preview: SwitchPreviewData = {
  direction: 'upgrade',
  allowed: true,
  blockers: [],
  from: { id: 'ver_a', title: 'Basic', ...createPrice({ fee: 0 }) },
  to: { id: 'ver_b', title: 'Pro', ...createPrice({ fee: 2000, user_fee: 800 }) },
  difference: { fee: 2000, user_fee: 800, annual_fee: null, annual_user_fee: null },
  gained: [{ id: 'sso', title: 'Single sign-on' }],
  lost: [],
  kept: [],
  raised: [],
  lowered: [],
  changed: [],
  optional_gained: [],
  optional_lost: [],
  revision: 'one',
};

describe('findPreviewChanges', () => {
  it('finds no change in an equal preview', () => {
    expect(findPreviewChanges(toBaseline(preview), preview)).toEqual([]);
  });

  it('reports only a changed current plan', () => {
    const otherPlan = { ...preview, from: { id: 'ver_c', title: 'Team', ...createPrice({ fee: 1 }) } };
    expect(findPreviewChanges(toBaseline(preview), otherPlan)).toEqual(['plan']);
    expect(findPreviewChanges(toBaseline(preview), { ...preview, from: null })).toEqual(['plan']);
  });

  it('reports a changed price, and distinguishes null from 0', () => {
    const higherPrice = { ...preview, to: { ...preview.to, fee: 2100 } };
    expect(findPreviewChanges(toBaseline(preview), higherPrice)).toEqual(['price']);
    const withoutPrice = { ...preview, from: { id: 'ver_a', title: 'Basic', ...createPrice() } };
    expect(findPreviewChanges(toBaseline(preview), withoutPrice)).toEqual(['price']);
  });

  it('reports changed features against an earlier preview, but not against list entries', () => {
    const fewerFeatures = { ...preview, gained: [] };
    expect(findPreviewChanges(toBaseline(preview), fewerFeatures)).toEqual(['features']);
    expect(findPreviewChanges({ from: preview.from, to: preview.to }, fewerFeatures)).toEqual([]);
  });
});

const plan = (fee: number | null, user_fee: number | null) => ({
  id: 'ver_a',
  title: 'A',
  ...createPrice({ fee, user_fee }),
});

describe('buildPriceRows', () => {
  it('omits columns that neither plan uses', () => {
    expect(buildPriceRows({ from: plan(0, null), to: plan(2000, null) }, 12)).toEqual({
      columns: ['base'],
      from: ['free'],
      to: [2000],
      difference: [2000],
    });
  });

  it('adds a total for more than one user', () => {
    expect(buildPriceRows({ from: plan(null, 800), to: plan(2000, 1650) }, 12)).toEqual({
      columns: ['base', 'per_user', 'total'],
      from: [null, 800, 9600],
      to: [2000, 1650, 21_800],
      difference: [2000, 850, 12_200],
    });
    expect(buildPriceRows({ from: plan(null, 800), to: plan(null, 1650) }, 1).columns).toEqual(['per_user']);
  });

  it('has no difference when one price is on request', () => {
    expect(buildPriceRows({ from: plan(2000, null), to: plan(null, null) }, 1)).toEqual({
      columns: ['base'],
      from: [2000],
      to: ['on_request'],
      difference: null,
    });
  });

  it('has no row for the current plan when there is none', () => {
    expect(buildPriceRows({ from: null, to: plan(0, 0) }, 1)).toEqual({
      columns: ['base'],
      from: null,
      to: ['free'],
      difference: null,
    });
  });
});

function matrix(before: string | undefined, after: string | undefined) {
  const values = { ...(before && { a: before }), ...(after && { b: after }) };
  const versions = { a: true, b: true };
  return createMatrix([createMatrixFeature('storage', { title: 'Storage', versions, values })]);
}

const getKind = (before?: string, after?: string) =>
  findAmountChanges(matrix(before, after), 'a', 'b')[0]?.kind;

describe('findAmountChanges', () => {
  it('returns both values', () => {
    expect(findAmountChanges(matrix('10 GB', '1,000 GB'), 'a', 'b')).toEqual([
      { id: 'storage', title: 'Storage', before: '10 GB', after: '1,000 GB', kind: 'more' },
    ]);
  });

  it('returns more or less only for comparable values', () => {
    expect(getKind('10 GB', 'Unlimited')).toBe('more');
    expect(getKind('10 GB', '5 GB')).toBe('less');
    expect(getKind('Unlimited', '5 GB')).toBe('less');
    expect(getKind('500 MB', '5 GB')).toBe('different');
    expect(getKind(undefined, '5 GB')).toBe('different');
  });

  it('returns nothing for equal values or without a current plan', () => {
    expect(findAmountChanges(matrix('10 GB', '10 GB'), 'a', 'b')).toEqual([]);
    expect(findAmountChanges(matrix('10 GB', '5 GB'), undefined, 'b')).toEqual([]);
  });
});
