import { fromString } from 'typeid-js';
import { expect, it, vi } from 'vitest';
import { isWellFormedId, makeRequestId } from './ids';

it('generates different, ascending TypeIDs within a millisecond and across milliseconds', () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') });
  const ids: string[] = [];
  for (let millisecond = 0; millisecond < 5; millisecond += 1) {
    for (let count = 0; count < 5000; count += 1) ids.push(makeRequestId());
    vi.advanceTimersByTime(1);
  }
  vi.useRealTimers();
  expect(new Set(ids).size).toBe(25_000);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids.slice(-10)) {
    expect(isWellFormedId('request', id)).toBe(true);
    expect(fromString(id, 'req')).toBe(id);
  }
});
