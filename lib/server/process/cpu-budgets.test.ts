import { expect, test } from 'vitest';
import { CpuBudgets } from './cpu-budgets';

test('a quarter of the time that passes is available again, to each app', () => {
  let now = 0;
  const budgets = new CpuBudgets({ capacityMs: 1000, refill: 0.25 }, () => now);
  budgets.add('a', 800);
  budgets.add('a', 400);
  expect([budgets.getWaitMs('a'), budgets.getWaitMs('b')]).toEqual([800, 0]);
  now = 800;
  expect([budgets.getUsed('a'), budgets.getWaitMs('a')]).toEqual([1000, 0]);
  now = 10_000;
  budgets.add('b', 100);
  expect([budgets.getUsed('a'), budgets.getUsed('b')]).toEqual([0, 100]);
});
