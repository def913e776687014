import { expect, test } from 'vitest';
import { deriveBounds, listExcesses, measure, type Observation, type Sample } from './evaluate-attack';

/** A sample that starts at `startedAt` and takes `ms`. */
function createSample(startedAt: number, ms: number | null, rest: Partial<Sample> = {}): Sample {
  const endedAt = ms === null ? null : startedAt + ms;
  return { kind: 'read', startedAt, endedAt, status: ms === null ? null : 200, ...rest };
}

function observe(samples: Sample[], receivedAt: [string, number][] = []): Observation {
  return { samples, receivedAt: new Map(receivedAt) };
}

const period = { from: 1000, to: 2000 };

test('only requests that started in the period count', () => {
  const samples = [createSample(999, 900), createSample(1000, 10), createSample(2000, 900)];
  expect(measure(observe(samples), period, 3000).p99Ms.read).toBe(10);
});

test('one slow request of 100 does not count, two do', () => {
  const fast = Array.from({ length: 98 }, () => createSample(1000, 10));
  const one = [...fast, createSample(1000, 10), createSample(1000, 700)];
  const two = [...fast, createSample(1000, 600), createSample(1000, 700)];
  expect(measure(observe(one), period, 3000).p99Ms.read).toBe(10);
  expect(measure(observe(two), period, 3000).p99Ms.read).toBe(600);
});

test('a request without a response counts with the time that has passed, and is no error yet', () => {
  const { p99Ms, errors } = measure(observe([createSample(1500, null, { kind: 'switch' })]), period, 3000);
  expect(p99Ms.switch).toBe(1500);
  expect(errors).toEqual({});
});

test('statuses other than 200 and 409, and broken connections are errors', () => {
  const samples = [503, 503, 429, 409, null].map((status) => createSample(1000, 10, { status }));
  expect(measure(observe(samples), period, 3000).errors).toEqual({
    '429 of reads': 1,
    '503 of reads': 2,
    'none of reads': 1,
  });
});

test('a webhook counts from the response to its switch, and one that is missing with the time that has passed', () => {
  const samples = ['a', 'b', 'c'].map((historyId) => createSample(1000, 100, { kind: 'switch', historyId }));
  const received: [string, number][] = [
    ['a', 1090],
    ['b', 1150],
  ];
  expect(measure(observe(samples, received), period, 3000).webhookMs).toEqual({ p50: 50, max: 1900 });
});

test('bounds are five times what is usual, but not below a floor', () => {
  const p99 = { read: 3, switch: 80, livez: 1, visit: 2, page: 30, check: 9, due: 1100 };
  const usual = {
    p99Ms: p99,
    webhookMs: { p50: 300, max: 400 },
    errors: {},
  };
  const bounds = deriveBounds(usual);
  expect(bounds).toEqual({
    p99Ms: { read: 50, switch: 400, livez: 50, visit: 50, page: 150, check: 50, due: 5500 },
    webhookMs: { p50: 1500, max: 5000 },
  });
  expect(listExcesses({ ...bounds, errors: {} }, bounds)).toEqual([]);
  const p99Ms = { ...bounds.p99Ms, switch: 401 };
  expect(listExcesses({ ...bounds, p99Ms, errors: { '503 of reads': 2 } }, bounds)).toEqual([
    'p99 of switches: 401 ms, at most 400 ms',
    '2 × 503 of reads',
  ]);
});
