import { describe, expect, it } from 'vitest';
import { noVersionContent } from '@/lib/contract/operations/sample-data';
import type { Price } from '@/lib/contract/versions';
import {
  createContent,
  createFeatureChange,
  createMatrix,
  createMatrixFeature,
  createPrice,
} from '@/tools/testing/contract-fixtures';
import {
  calculateTotals,
  countChanges,
  findPreviewChanges,
  groupFeatureChanges,
  predictFeatureChanges,
  type SwitchPreviewData,
  toBaseline,
  toSwitchPrices,
} from './switch-summary';

const preview: SwitchPreviewData = {
  direction: 'upgrade',
  pays: 'more',
  gets: 'more',
  allowed: true,
  blockers: [],
  from: { id: 'ver_a', title: 'Basic', replaced_by: null, ...noVersionContent, fee: 0 },
  to: {
    id: 'ver_b',
    title: 'Pro',
    replaced_by: null,
    ...noVersionContent,
    fee: 2000,
    user_fee: 800,
  },
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
  users: 1,
  previous_users: 1,
  quantity: null,
  previous_quantity: null,
  trial: null,
  previous_trial_ends_at: null,
  terms_end: null,
  options: [],
  supersedes: null,
  joins: null,
  ends_terms: null,
  confirmation_required: false,
  totals: {
    before: {
      billing_period: 'month',
      users: 1,
      quantity: null,
      fee: 0,
      user_fee: 0,
      amount: 0,
      not_included: [],
    },
    after: {
      billing_period: 'month',
      users: 1,
      quantity: null,
      fee: 2000,
      user_fee: 800,
      amount: 2800,
      not_included: [],
    },
  },
  revision: 'one',
};

describe('findPreviewChanges', () => {
  it('finds no change in an equal preview', () => {
    expect(findPreviewChanges(toBaseline(preview), preview)).toEqual([]);
  });

  it('reports only a changed current plan', () => {
    const otherPlan = {
      ...preview,
      from: { id: 'ver_c', title: 'Team', replaced_by: null, ...noVersionContent, fee: 1 },
    };
    expect(findPreviewChanges(toBaseline(preview), otherPlan)).toEqual(['plan']);
    expect(findPreviewChanges(toBaseline(preview), { ...preview, from: null })).toEqual(['plan']);
  });

  it('reports a changed price, and distinguishes null from 0', () => {
    const higherPrice = { ...preview, to: { ...preview.to, fee: 2100 } };
    expect(findPreviewChanges(toBaseline(preview), higherPrice)).toEqual(['price']);
    const withoutPrice = {
      ...preview,
      from: { id: 'ver_a', title: 'Basic', replaced_by: null, ...noVersionContent },
    };
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

const plan = (fee: number | null, user_fee: number | null, fields: Partial<Price> = {}) => ({
  id: 'ver_a',
  title: 'A',
  ...createPrice({ fee, user_fee, ...fields }),
});

describe('calculateTotals', () => {
  const monthly = {
    options: null,
    app: 'month',
    billed: { before: 'month', after: 'month' },
    period: 'month',
  } as const;

  it('adds the price per user of both plans', () => {
    expect(calculateTotals({ from: plan(900, null), to: plan(5900, 1200), ...monthly }, 1)).toEqual({
      before: 900,
      after: 7100,
      perUser: true,
      userUnit: null,
      users: 1,
    });
    expect(calculateTotals({ from: null, to: plan(500, 0), ...monthly }, 3)).toEqual({
      before: null,
      after: 500,
      perUser: false,
      userUnit: null,
      users: 3,
    });
  });

  it('multiplies a price per member, editor or seat by the number of users', () => {
    const [perMember, perSeat] = ['member', 'seat'].map((user_fee_unit) =>
      plan(null, 1000, { user_fee_unit }),
    );
    if (!perMember || !perSeat) throw new Error('unreachable');
    expect(calculateTotals({ from: plan(0, null), to: perMember, ...monthly }, 8)).toEqual({
      before: 0,
      after: 8000,
      perUser: true,
      userUnit: 'member',
      users: 8,
    });
    expect(calculateTotals({ from: perSeat, to: perMember, ...monthly }, 8)).toMatchObject({
      userUnit: null,
    });
  });

  it('is for the number of users of each state', () => {
    const prices = { from: plan(0, 500), to: plan(0, 1000), ...monthly, previousUsers: 2 };
    expect(calculateTotals(prices, 8)).toMatchObject({ before: 1000, after: 8000, users: null });
    const fromFree = { ...prices, from: plan(0, null) };
    expect(calculateTotals(fromFree, 8)).toMatchObject({ before: 0, after: 8000, users: 8 });
  });

  it('states a total without the earlier one if that is unknown', () => {
    const prices = { from: plan(null, null), to: plan(null, 1500), ...monthly };
    expect(calculateTotals(prices, 5)).toMatchObject({ before: null, after: 7500, users: 5 });
  });

  it('is null for a price on request and for a fee per something else than users', () => {
    expect(calculateTotals({ from: plan(1, null), to: plan(null, null), ...monthly }, 1)).toBeNull();
    expect(
      calculateTotals({ from: null, to: plan(1, null, { fee_unit: 'site' }), ...monthly }, 1),
    ).toBeNull();
  });
});

describe('toSwitchPrices', () => {
  type Option = SwitchPreviewData['options'][number];
  const option = (
    id: string,
    outcome: Option['outcome'],
    previous: Partial<Price>,
    next: Partial<Price>,
  ): Option => ({
    id,
    title: id,
    outcome,
    quantity: 1,
    ...createPrice(next),
    billing_period: outcome === 'kept' ? 'month' : null,
    message: '',
    features: [],
    previous: { ...createPrice(previous), billing_period: 'month' },
  });
  const from = plan(900, null, { annual_fee: 8600 });
  const to = plan(2000, 100, { annual_fee: 20_000, annual_user_fee: 1000 });
  const total = {
    fee: 0,
    user_fee: 0,
    amount: 0,
    users: 1,
    quantity: null,
    billing_period: 'month' as const,
    not_included: [],
  };
  const createPreview = (options: Option[]) => ({ options, totals: { before: total, after: total } });
  const options = [
    option('kept', 'kept', { fee: 300 }, { user_fee: 150 }),
    option('lost', 'lost', { fee: 500 }, {}),
    option('included', 'included', { fee: 700 }, {}),
  ];

  it('has the add-ons at the prices before and after', () => {
    const periods = { before: 'month', after: 'month', app: 'month' } as const;
    const prices = toSwitchPrices({ from, to }, periods, createPreview(options));
    expect(prices.options?.before.map(({ id, price }) => [id, price?.fee])).toEqual([
      ['kept', 300],
      ['lost', 500],
      ['included', 700],
    ]);
    expect(prices.options?.after.map(({ id, price }) => [id, price?.user_fee ?? null])).toEqual([
      ['kept', 150],
      ['included', null],
    ]);
    expect(calculateTotals(prices, 2)).toMatchObject({ before: 2400, after: 2500, perUser: true });
  });

  it('has no total with an add-on that the totals leave out, also if another one replaces it', () => {
    const perSite = option('new', 'kept', { fee: 300, fee_unit: 'site' }, { fee: 300 });
    const replaced = { ...perSite, previous_id: 'old' };
    const before = { ...total, not_included: ['old'] };
    const periods = { before: 'month', after: 'month', app: 'month' } as const;
    const changed = { options: [replaced], totals: { before, after: total } };
    const prices = toSwitchPrices({ from, to }, periods, changed);
    expect(calculateTotals(prices, 1)).toMatchObject({ before: null, after: 2400 });
  });

  it('compares different periods by the year', () => {
    const periods = { before: 'month', after: 'year', app: 'month' } as const;
    const prices = toSwitchPrices({ from, to }, periods, createPreview(options.slice(0, 1)));
    expect(prices).toMatchObject({
      period: 'year',
      billed: { before: 'month', after: 'year' },
    });
    expect(calculateTotals(prices, 2)).toMatchObject({ before: 14_400, after: 20_000 + 2 * 2800 });
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

  it('counts features apart from usage limits, as they are listed', () => {
    const base = { ...preview, lowered: [guides], raised: [members] };
    expect(
      countChanges({ ...base, lost: [ref('api'), limit('api-calls')], gained: [ref('sso'), limit('seats')] }),
    ).toEqual({ lost: 1, lostLimits: 1, lowered: 1, gained: 1, gainedLimits: 1, raised: 1 });
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
    const other = createFeatureChange('runs', { amount: 4, unit: 'min' }, { amount: 1, unit: 'min' }, null);
    expect(groupFeatureChanges({ ...nothing, lowered: [other] }, undefined)).toMatchObject({
      ...{ hasLosses: false, hasGains: false },
      ...{ lowered: [], loweredCosts: [], otherChanges: [other] },
    });
    const row = createMatrixFeature('fee', {
      versions: { a: true, b: true },
      amounts: { a: { amount: 2, unlimited: false }, b: { amount: 1, unlimited: false } },
      unit: '%',
      better_amount: 'lower',
    });
    const predict = (each: typeof row) => predictFeatureChanges({ id: 'a' }, { id: 'b' }, [each]).lowered;
    expect(predict(row)).toMatchObject([{ improved: true }]);
    expect(predict({ ...row, better_amount: null })).toMatchObject([{ improved: null }]);
  });
});
