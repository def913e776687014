import { expect, test } from 'vitest';
import { gapSteps } from './gap';

const day = 24 * 60 * 60;

test.each([
  [0, 0],
  [day, 0],
  [30 * day, 2],
  [365 * day, 5],
  [3 * 365 * day, 9],
  [30 * 365 * day, 9],
  [-day, 0],
])('%i seconds take %i steps', (seconds, steps) => {
  expect(gapSteps(seconds)).toBe(steps);
});
