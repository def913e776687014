import { expect, test } from 'vitest';
import { getSpacingSteps } from './timeline-row';

const daySeconds = 24 * 60 * 60;

test.each([
  [0, 0],
  [daySeconds, 0],
  [30 * daySeconds, 2],
  [365 * daySeconds, 5],
  [3 * 365 * daySeconds, 9],
  [30 * 365 * daySeconds, 9],
  [-daySeconds, 0],
])('returns for %i seconds %i steps', (seconds, steps) => {
  expect(getSpacingSteps(seconds)).toBe(steps);
});
