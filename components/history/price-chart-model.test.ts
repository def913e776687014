import { expect, test } from 'vitest';
import type { HistoryEntry } from '@/lib/contract/history';
import { createPrice } from '@/tools/testing/contract-fixtures';
import { buildPriceChart } from './price-chart-model';

const seconds = (date: string) => Date.parse(date) / 1000;

/** Newest first, as in the API. */
function createHistory(...changes: [date: string, fee: number | null, userFee?: number][]): HistoryEntry[] {
  const entries = changes.map(
    ([date, fee, user_fee = null], index) =>
      ({
        ...createPrice({ fee, user_fee }),
        history_id: `avh_${index}`,
        activated: seconds(date),
        deactivated: changes[index + 1] ? seconds(changes[index + 1]?.[0] ?? '') : null,
      }) as HistoryEntry,
  );
  return entries.toReversed();
}

const size = { width: 400, height: 100, rightToLeft: false };
const history = createHistory(['2021-01-01', 0], ['2022-01-01', 500, 500], ['2023-01-01', null]);
const now = seconds('2025-01-01');

test('segments follow time and the price for one user, and a plan without a price has none', () => {
  const { segments } = buildPriceChart(history, now, size);
  expect(segments.map(({ start, end, y }) => [Math.round(start), Math.round(end), y])).toEqual([
    [0, 100, 100],
    [100, 200, 0],
    [200, 400, null],
  ]);
});

test('the time axis is mirrored from right to left', () => {
  const { segments } = buildPriceChart(history, now, { ...size, rightToLeft: true });
  expect(segments.map(({ start, end }) => [Math.round(start), Math.round(end)])).toEqual([
    [400, 300],
    [300, 200],
    [200, 0],
  ]);
});

test('years are labeled without touching each other', () => {
  const getYears = (width: number) => buildPriceChart(history, now, { ...size, width }).years;
  expect(getYears(400).map(({ year }) => year)).toEqual([2022, 2023, 2024, 2025]);
  expect(Math.round(getYears(400)[0]?.x ?? 0)).toBe(100);
  expect(getYears(120).map(({ year }) => year)).toEqual([2023, 2025]);
});

test('free plans and changes in one second are drawn', () => {
  const free = createHistory(['2021-01-01', 0], ['2021-01-01', 0]);
  const { segments } = buildPriceChart(free, seconds('2021-01-01'), size);
  expect(segments.map(({ y }) => y)).toEqual([100, 100]);
  expect(segments.every(({ start, end }) => Number.isFinite(start) && Number.isFinite(end))).toBe(true);
});
