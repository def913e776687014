import { expect, test } from 'vitest';
import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import type { HistoryEntry } from '@/lib/contract/history';
import type { Price } from '@/lib/contract/versions';
import { createPrice } from '@/tools/testing/contract-fixtures';
import { buildPriceChart, placeLabels } from './price-chart-model';
import { calculatePaidAmounts, findPricePeriods, getCommonUsers, listPricePeriods } from './price-periods';

const seconds = (date: string) => Date.parse(date) / 1000;

type Change = [date: string, price: Partial<Price> & { billed?: 'month' | 'year'; users?: number }];

/** Newest first, as in the API. */
function createHistory(...changes: Change[]): HistoryEntry[] {
  const entries = changes.map(
    ([date, { billed = 'month', users = 1, ...price }], index) =>
      ({
        ...createPrice(price),
        history_id: `avh_${index}`,
        activated: seconds(date),
        billing_period: 'month',
        account_billing_period: billed,
        users,
        catalog_changes: [] as HistoryEntry['catalog_changes'],
      }) as HistoryEntry,
  );
  return entries.toReversed();
}

const addOnChange = (date: string, id: string, status: 'active' | 'inactive', price: Partial<Price> = {}) =>
  ({
    ...createPrice(price),
    id,
    title: id,
    status,
    timestamp: seconds(date),
    history_id: `aoh_${date}`,
    switch_history_id: null,
    catalog_changes: [] as HistoryEntry['catalog_changes'],
  }) as AddOnHistoryEntry;

const change = (date: string, fee: number, previous: number | null) => ({
  changed_at: seconds(date),
  ...{ gained: [], lost: [], raised: [], lowered: [], changed: [] },
  price: createPrice({ fee }),
  previous_price: previous === null ? null : createPrice({ fee: previous }),
});

const size = { width: 400, height: 100, rightToLeft: false };
const now = seconds('2025-01-01');
const periods = listPricePeriods(
  createHistory(['2021-01-01', { fee: 0 }], ['2022-01-01', { fee: 500, user_fee: 500 }], ['2023-01-01', {}]),
  [],
);

test('segments follow time and the price, and a plan without a price has none', () => {
  const { segments } = buildPriceChart(periods, now, size);
  expect(segments.map(({ startX, endX, totalY }) => [Math.round(startX), Math.round(endX), totalY])).toEqual([
    [0, 100, 100],
    [100, 200, 0],
    [200, 400, null],
  ]);
});

test('a switch has a period of its own, also with another one in the same second', () => {
  const entries = createHistory(
    ['2021-01-01', { fee: 0 }],
    ['2022-01-01', { fee: 500 }],
    ['2022-01-01', { fee: 900 }],
  );
  const listed = listPricePeriods(entries, [
    { ...addOnChange('2022-01-01', 'shifts', 'active'), switch_history_id: 'avh_2' },
  ]);
  expect(listed.map(({ entry }) => entry.history_id)).toEqual(['avh_0', 'avh_1', 'avh_2']);
  expect(findPricePeriods(listed, entries[0]!).periodBefore?.entry).toBe(entries[1]);
  expect(buildPriceChart(listed, now, size).segments).toHaveLength(3);
});

test('a planned price follows today’s, with space for it', () => {
  const paid = listPricePeriods(createHistory(['2021-01-01', { fee: 500 }]), []);
  const [entry] = createHistory(['2025-02-01', { fee: 1000 }]);
  const planned = listPricePeriods(entry ? [entry] : [], [])[0] ?? null;
  const chart = buildPriceChart(paid, now, size, planned);
  const { nowX, startX, endX, beforeY, afterY } = chart.planned!;
  expect([nowX, startX, endX].map(Math.round)).toEqual([363, 370, 400]);
  expect([beforeY, afterY]).toEqual([50, 0]);
  expect(chart.segments.map((segment) => Math.round(segment.endX))).toEqual([363]);
  expect(buildPriceChart(paid, now, size).planned).toBeNull();
});

test('add-ons are above the price of the plan from the day on which they are turned on', () => {
  const withAddOns = listPricePeriods(createHistory(['2021-01-01', { fee: 900 }]), [
    addOnChange('2024-01-01', 'reader', 'inactive'),
    addOnChange('2023-01-01', 'shifts', 'active', { user_fee: 200 }),
    addOnChange('2022-01-01', 'reader', 'active', { fee: 1500 }),
  ]);
  const { segments, ticks } = buildPriceChart(withAddOns, now, size);
  expect(ticks.map(({ minor }) => minor)).toEqual([0, 1000, 2000, 3000]);
  expect(segments.map(({ paid }) => [paid.plan, paid.addOns, paid.total])).toEqual([
    [900, 0, 900],
    [900, 1500, 2400],
    [900, 1700, 2600],
    [900, 200, 1100],
  ]);
  expect(segments.map(({ planY, totalY }) => [planY, Math.round(totalY ?? 0)])).toEqual([
    [70, 70],
    [70, 20],
    [70, 13],
    [70, 63],
  ]);
  expect(segments.map(({ isFirst }) => isFirst)).toEqual([true, false, false, false]);
});

test('amounts are for the users of each entry', () => {
  const price = { fee: 1000, user_fee: 500 };
  const changed = listPricePeriods(
    createHistory(['2021-01-01', { ...price, users: 2 }], ['2022-01-01', { ...price, users: 9 }]),
    [addOnChange('2021-06-01', 'shifts', 'active', { user_fee: 100 })],
  );
  expect(changed.map((period) => calculatePaidAmounts(period, 'month').total)).toEqual([2000, 2200, 6400]);
  expect([getCommonUsers(changed), getCommonUsers(changed.slice(0, 2))]).toEqual([null, 2]);
});

test('a switch that ends add-ons starts one period', () => {
  const ended = { ...addOnChange('2022-01-01', 'reader', 'inactive'), switch_history_id: 'avh_1' };
  const switched = listPricePeriods(createHistory(['2021-01-01', { fee: 900 }], ['2022-01-01', { fee: 0 }]), [
    ended,
    addOnChange('2021-01-01', 'reader', 'active', { fee: 1500 }),
  ]);
  expect(switched.map((period) => calculatePaidAmounts(period, 'month').total)).toEqual([2400, 0]);
});

test('a change of an add-on’s price by the provider starts a period, until the add-on is turned off', () => {
  const catalog_changes = [
    change('2022-01-01', 600, 400),
    change('2022-06-01', 600, null),
    // In the second in which it was turned off, but before.
    change('2023-01-01', 700, 600),
  ];
  const changed = listPricePeriods(createHistory(['2021-01-01', { fee: 900 }]), [
    addOnChange('2023-01-01', 'reader', 'inactive'),
    { ...addOnChange('2021-06-01', 'reader', 'active', { fee: 400 }), catalog_changes },
  ]);
  expect(changed.map((period) => [period.start, calculatePaidAmounts(period, 'month').total])).toEqual([
    [seconds('2021-01-01'), 900],
    [seconds('2021-06-01'), 1300],
    [seconds('2022-01-01'), 1500],
    [seconds('2023-01-01'), 900],
  ]);
});

test('a change of the plan’s price by the provider starts a period with the same plan', () => {
  const [newest, oldest] = createHistory(['2021-01-01', { fee: 900 }], ['2023-01-01', { fee: 0 }]);
  const catalog_changes = [
    change('2021-01-01', 1000, 900),
    change('2021-06-01', 1000, null),
    change('2022-01-01', 600, 1000),
    // In the second of the switch, but before it.
    change('2023-01-01', 700, 600),
  ];
  const changed = listPricePeriods([newest!, { ...oldest!, catalog_changes }], []);
  expect(changed.map(({ start, price }) => [start, price.fee])).toEqual([
    [seconds('2021-01-01'), 1000],
    [seconds('2022-01-01'), 600],
    [seconds('2023-01-01'), 0],
  ]);
  const { segments } = buildPriceChart(changed, now, size);
  expect(segments.map(({ paid, isFirst }) => [paid.total, isFirst])).toEqual([
    [1000, true],
    [600, false],
    [0, true],
  ]);
});

test('annual billing counts at the annual price, and a monthly add-on at twelve times its price', () => {
  const annual = listPricePeriods(
    createHistory(['2021-01-01', { user_fee: 900, annual_user_fee: 8964, billed: 'year' }]),
    [addOnChange('2022-01-01', 'shifts', 'active', { fee: 200 })],
  );
  expect(annual.map((period) => calculatePaidAmounts(period, 'year').total)).toEqual([8964, 11_364]);
  expect(annual.map((period) => calculatePaidAmounts(period, 'month').total)).toEqual([747, 947]);
});

test('an add-on that is sold only for a year is part of an annual total', () => {
  const annual = listPricePeriods(
    createHistory(['2021-01-01', { fee: 900, annual_fee: 8600, billed: 'year' }]),
    [addOnChange('2022-01-01', 'reports', 'active', { annual_fee: 1200 })],
  );
  expect(annual.map((period) => calculatePaidAmounts(period, 'year').total)).toEqual([8600, 9800]);
});

test('the time axis is mirrored from right to left', () => {
  const { segments } = buildPriceChart(periods, now, { ...size, rightToLeft: true });
  expect(segments.map(({ startX, endX }) => [Math.round(startX), Math.round(endX)])).toEqual([
    [400, 300],
    [300, 200],
    [200, 0],
  ]);
});

test('years are labeled without touching each other', () => {
  const getYears = (width: number) => buildPriceChart(periods, now, { ...size, width }).years;
  expect(getYears(400).map(({ year }) => year)).toEqual([2022, 2023, 2024, 2025]);
  expect(Math.round(getYears(400)[0]?.x ?? 0)).toBe(100);
  expect(getYears(120).map(({ year }) => year)).toEqual([2023, 2025]);
});

test('prices are placed where they cross neither each other nor a line, the present one first', () => {
  const history = createHistory(
    ['2021-01-01', { fee: 0 }],
    ['2022-01-01', { fee: 900 }],
    ['2022-02-01', { fee: 3000 }],
    ['2022-03-01', { fee: 900 }],
    ['2023-01-01', { fee: 1000 }],
  );
  const { segments } = buildPriceChart(listPricePeriods(history, []), now, size);
  const getText = ({ paid }: { paid: { total: number | null } }) => `€${(paid.total ?? 0) / 100}`;
  const place = (width: number) =>
    placeLabels(segments, getText, { width, noPriceY: 0, characterWidth: 7 }).map(({ segment }) =>
      getText(segment),
    );
  // The two short periods have no label, and the line of the third crosses none.
  expect(place(400)).toEqual(['€10', '€0', '€9']);
});
