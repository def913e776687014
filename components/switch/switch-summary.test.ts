import { describe, expect, it } from 'vitest';
import {
  createContent,
  createFeatureChange,
  createMatrix,
  createMatrixFeature,
  createPrice,
} from '@/tools/testing/contract-fixtures';
import {
  buildPriceRows,
  calculateTotals,
  findPreviewChanges,
  groupFeatureChanges,
  predictFeatureChanges,
  type SwitchPreviewData,
  toBaseline,
  toComparablePrices,
} from './switch-summary';

const preview: SwitchPreviewData = {
  direction: 'upgrade',
  allowed: true,
  blockers: [],
  from: { id: 'ver_a', title: 'Basic', ...createPrice({ fee: 0 }) },
  to: { id: 'ver_b', title: 'Pro', ...createPrice({ fee: 2000, user_fee: 800 }) },
  difference: { fee: 2000, user_fee: 800, annual_fee: null, annual_user_fee: null },
  gained: [{ id: 'sso', title: 'Single sign-on', is_limit: false }],
  lost: [],
  kept: [],
  raised: [],
  lowered: [],
  changed: [],
  optional_gained: [],
  optional_lost: [],
  billing_period: 'month',
  previous_billing_period: 'month',
  billing_periods: ['month'],
  options: [],
  totals: {
    before: { billing_period: 'month', users: 1, fee: 0, user_fee: 0, amount: 0, not_included: [] },
    after: { billing_period: 'month', users: 1, fee: 2000, user_fee: 800, amount: 2800, not_included: [] },
  },
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
    const otherUnit = { ...preview, to: { ...preview.to, fee_unit: 'site' } };
    expect(findPreviewChanges(toBaseline(preview), otherUnit)).toEqual(['price']);
  });

  it('reports changed features against an earlier preview, but not against list entries', () => {
    const fewerFeatures = { ...preview, gained: [] };
    expect(findPreviewChanges(toBaseline(preview), fewerFeatures)).toEqual(['features']);
    const lowerLimit = { ...preview, lowered: [createFeatureChange('guides', { amount: 9 }, { amount: 5 })] };
    expect(findPreviewChanges(toBaseline(preview), lowerLimit)).toEqual(['features']);
    expect(findPreviewChanges({ from: preview.from, to: preview.to }, fewerFeatures)).toEqual([]);
  });
});

describe('calculateTotals', () => {
  it('adds the price per user of both plans', () => {
    expect(calculateTotals({ from: plan(900, null), to: plan(5900, 1200) }, 1)).toEqual({
      before: 900,
      after: 7100,
      perUser: true,
    });
    expect(calculateTotals({ from: null, to: plan(500, 0) }, 3)).toEqual({
      before: null,
      after: 500,
      perUser: false,
    });
  });

  it('is null for a price on request and for other units', () => {
    expect(calculateTotals({ from: plan(null, null), to: plan(1, null) }, 1)).toBeNull();
    expect(calculateTotals({ from: plan(1, null), to: plan(null, null) }, 1)).toBeNull();
    expect(
      calculateTotals({ from: null, to: createPrice({ user_fee: 1, user_fee_unit: 'site' }) }, 1),
    ).toBeNull();
  });
});

const plan = (fee: number | null, user_fee: number | null) => ({
  id: 'ver_a',
  title: 'A',
  ...createPrice({ fee, user_fee }),
});

describe('toComparablePrices', () => {
  const total = (fields: object) => ({
    billing_period: 'month' as const,
    users: 1,
    fee: 0,
    user_fee: 0,
    amount: 0,
    not_included: [],
    ...fields,
  });
  const from = { ...plan(900, null), id: 'ver_a', annual_fee: 8600 };
  const to = { ...plan(2000, 100), id: 'ver_b', annual_fee: 20_000, annual_user_fee: 1000 };

  it('shows the add-ons as what the totals have more than the plans', () => {
    const periods = { before: 'month', after: 'month', app: 'month' } as const;
    const totals = { before: total({ fee: 1200 }), after: total({ fee: 2000, user_fee: 150 }) };
    const prices = toComparablePrices({ from, to }, periods, totals);
    expect(prices.options).toEqual({ before: { fee: 300, user_fee: 0 }, after: { fee: 0, user_fee: 50 } });
    expect(calculateTotals(prices, 2)).toEqual({ before: 1200, after: 2300, perUser: true });
    expect(buildPriceRows(prices, 2).columns.at(-2)).toEqual({ kind: 'options' });
    expect(buildPriceRows(prices, 2)).toMatchObject({
      from: [900, null, 300, 1200],
      to: [2000, 100, 100, 2300],
    });
  });

  it('compares different periods by the year', () => {
    const periods = { before: 'month', after: 'year', app: 'month' } as const;
    const totals = {
      before: total({ fee: 1200 }),
      after: total({ billing_period: 'year', fee: 20_000, user_fee: 1000 }),
    };
    const prices = toComparablePrices({ from, to }, periods, totals);
    expect(prices).toMatchObject({
      period: 'year',
      from: { fee: 10_800 },
      to: { fee: 20_000, user_fee: 1000 },
      options: { before: { fee: 3600 }, after: { fee: 0 } },
    });
  });

  it('counts only add-ons if the price of the plan is not part of the total', () => {
    const periods = { before: 'month', after: 'month', app: 'month' } as const;
    const onRequest = { ...plan(null, null), id: 'ver_c' };
    const totals = { before: total({ fee: 900 }), after: total({ fee: 300, not_included: ['ver_c'] }) };
    const prices = toComparablePrices({ from, to: onRequest }, periods, totals);
    expect(prices.options?.after).toEqual({ fee: 300, user_fee: 0 });
    expect(calculateTotals(prices, 1)).toBeNull();
  });
});

describe('buildPriceRows', () => {
  it('omits columns that neither plan uses', () => {
    expect(buildPriceRows({ from: plan(0, null), to: plan(2000, null) }, 12)).toEqual({
      columns: [{ kind: 'base', unit: null }],
      from: ['free'],
      to: [2000],
      difference: [2000],
    });
  });

  it('adds a total for more than one user', () => {
    expect(buildPriceRows({ from: plan(null, 800), to: plan(2000, 1650) }, 12)).toEqual({
      columns: [{ kind: 'base', unit: null }, { kind: 'per_user', unit: null }, { kind: 'total' }],
      from: [null, 800, 9600],
      to: [2000, 1650, 21_800],
      difference: [2000, 850, 12_200],
    });
    expect(buildPriceRows({ from: plan(null, 800), to: plan(null, 1650) }, 1).columns).toEqual([
      { kind: 'per_user', unit: null },
    ]);
  });

  it('a free plan costs nothing in total', () => {
    expect(buildPriceRows({ from: plan(0, null), to: plan(null, 800) }, 12)).toEqual({
      columns: [{ kind: 'per_user', unit: null }, { kind: 'total' }],
      from: ['free', 'free'],
      to: [800, 9600],
      difference: [800, 9600],
    });
  });

  it('has no difference when one price is on request', () => {
    expect(buildPriceRows({ from: plan(2000, null), to: plan(null, null) }, 1)).toEqual({
      columns: [{ kind: 'base', unit: null }],
      from: [2000],
      to: ['on_request'],
      difference: null,
    });
  });

  it('has no row for the current plan when there is none', () => {
    expect(buildPriceRows({ from: null, to: plan(0, 0) }, 1)).toEqual({
      columns: [{ kind: 'base', unit: null }],
      from: null,
      to: ['free'],
      difference: null,
    });
  });
});

describe('buildPriceRows with units', () => {
  const perSite = { ...plan(1800, null), fee_unit: 'site' };

  it('has a column for each unit, and no total for a fee per site', () => {
    const perSiteAndUser = { ...plan(1800, 800), fee_unit: 'site' };
    expect(buildPriceRows({ from: plan(2000, 500), to: perSiteAndUser }, 12)).toEqual({
      columns: [
        { kind: 'base', unit: null },
        { kind: 'base', unit: 'site' },
        { kind: 'per_user', unit: null },
      ],
      from: [2000, null, 500],
      to: [null, 1800, 800],
      difference: null,
    });
  });

  it('subtracts fees per the same unit', () => {
    expect(buildPriceRows({ from: perSite, to: { ...perSite, fee: 2400 } }, 12)).toEqual({
      columns: [{ kind: 'base', unit: 'site' }],
      from: [1800],
      to: [2400],
      difference: [600],
    });
    expect(buildPriceRows({ from: plan(0, null), to: perSite }, 1).difference).toEqual([1800]);
  });
});

it('has the words of a price that fees can’t express', () => {
  const metered = createPrice({ price_text: '€0.18 per active hour' });
  expect(buildPriceRows({ from: createPrice({ fee: 900 }), to: metered }, 1)).toMatchObject({
    to: [{ text: '€0.18 per active hour' }],
    difference: null,
  });
});

describe('groupFeatureChanges', () => {
  const ref = (id: string) => ({ id, title: id, is_limit: false });
  const limit = (id: string) => ({ ...ref(id), is_limit: true });
  const guides = createFeatureChange('guides', { unlimited: true }, { amount: 20, unit: 'guide' }, false);
  const members = createFeatureChange('members', { amount: 1 }, { amount: 5 }, true);
  const support = createFeatureChange('support', { value: 'Email' }, { value: 'Phone' });
  const changes = groupFeatureChanges(
    {
      ...preview,
      gained: [ref('sso'), ref('audit'), limit('seats')],
      lost: [ref('api'), limit('api-calls')],
      kept: [ref('guides'), ref('members'), ref('support'), ref('boards'), ref('alerts'), limit('uploads')],
      lowered: [guides],
      raised: [members],
      changed: [support],
      optional_gained: [ref('audit')],
    },
    createMatrix([
      createMatrixFeature('sso', {
        versions: { ver_b: true },
        amounts: { ver_b: { amount: 3, unlimited: false } },
        unit: 'domain',
      }),
    ]),
  );

  it('does not count changed amounts as unchanged features', () => {
    expect(changes).toMatchObject({ unchangedFeatureCount: 2, unchangedLimitCount: 1 });
  });

  it('lists all gained features, with their amounts and whether they were add-ons', () => {
    expect(changes.gained).toEqual([
      { ...ref('sso'), content: createContent({ amount: 3, unit: 'domain' }), wasOptional: false },
      { ...ref('audit'), content: null, wasOptional: true },
    ]);
    expect(changes.lost).toEqual([{ ...ref('api'), content: null, wasOptional: false }]);
  });

  it('does not count usage limits of their own as features', () => {
    expect(changes.lostLimits).toMatchObject([limit('api-calls')]);
    expect(changes.gainedLimits).toMatchObject([limit('seats')]);
  });

  it('counts a lower limit as a loss and a higher limit as a gain', () => {
    const nothing = { ...preview, gained: [], lost: [] };
    expect(groupFeatureChanges(nothing, undefined)).toMatchObject({ hasLosses: false, hasGains: false });
    expect(groupFeatureChanges({ ...nothing, lowered: [guides] }, undefined).hasLosses).toBe(true);
    expect(groupFeatureChanges({ ...nothing, raised: [members] }, undefined).hasGains).toBe(true);
  });

  it('counts a lower fee as a gain and a higher fee as a loss', () => {
    const nothing = { ...preview, gained: [], lost: [] };
    const lower = createFeatureChange('fee', { amount: 2, unit: '%' }, { amount: 1, unit: '%' }, true);
    const higher = createFeatureChange('fee', { amount: 1, unit: '%' }, { amount: 2, unit: '%' }, false);
    expect(groupFeatureChanges({ ...nothing, lowered: [lower] }, undefined)).toMatchObject({
      ...{ hasLosses: false, hasGains: true },
      ...{ lowered: [], loweredCosts: [lower] },
    });
    expect(groupFeatureChanges({ ...nothing, raised: [higher] }, undefined)).toMatchObject({
      ...{ hasLosses: true, hasGains: false },
      ...{ raised: [], raisedCosts: [higher] },
    });
    const row = createMatrixFeature('fee', {
      versions: { a: true, b: true },
      amounts: { a: { amount: 2, unlimited: false }, b: { amount: 1, unlimited: false } },
      unit: '%',
      lower_is_better: true,
    });
    expect(predictFeatureChanges({ id: 'a' }, { id: 'b' }, [row]).lowered).toMatchObject([
      { improved: true },
    ]);
  });
});
