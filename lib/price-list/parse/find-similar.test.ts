import { expect, test } from 'vitest';
import { findSimilar } from './find-similar';

test.each([
  ['usaeLimits', ['features', 'usageLimits', 'plans'], 'usageLimits'],
  ['planz', ['features', 'usageLimits', 'plans'], 'plans'],
  ['usageLimitExtensions', ['usageLimits', 'usageLimitsExtensions'], 'usageLimitsExtensions'],
  ['holdCalls', ['callWaiting', 'callHold'], 'callHold'],
  ['TEAM_PLUS', ['TEAM', 'PLUS_TEAM'], 'PLUS_TEAM'],
  ['advancedAnalytics', ['advancedReports', 'basicSearch'], undefined],
  ['url', [], undefined],
])('finds a name that is similar to %s among %j', (name, candidates, expected) => {
  expect(findSimilar(name, candidates)).toBe(expected);
});
