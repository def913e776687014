import { expect, it } from 'vitest';
import type { SwitchDecision } from '@/lib/contract/fields';
import type { VersionEntry } from '@/lib/contract/versions';
import { createMatrix, createMatrixFeature, createVersionEntry } from '@/tools/testing/contract-fixtures';
import { findPrimaryPlan, getPlanDirections } from './plan-directions';

const decide = (direction: SwitchDecision['direction']): VersionEntry['switch'] => ({
  allowed: true,
  blockers: [],
  direction,
  pays: 'same',
});

const versions = [
  createVersionEntry('free', { switch: decide('downgrade') }),
  createVersionEntry('team', { current: true, switch: decide('none') }),
  createVersionEntry('shop', { switch: decide('upgrade') }),
  createVersionEntry('pro', { switch: decide('upgrade') }),
  createVersionEntry('max', { switch: decide('upgrade') }),
];
const amounts = (byPlan: Record<string, number>) =>
  Object.fromEntries(Object.entries(byPlan).map(([id, amount]) => [id, { amount, unlimited: false }]));
const all = { free: true, team: true, shop: true, pro: true, max: true };
const matrix = createMatrix([
  createMatrixFeature('boards', {
    versions: all,
    amounts: amounts({ free: 1, team: 5, shop: 5, pro: 9, max: 9 }),
  }),
  createMatrixFeature('exports', { versions: { ...all, free: false, shop: false } }),
  createMatrixFeature('till', { versions: { shop: true } }),
  // A text, and an amount of which it is not known which is better, decide nothing.
  createMatrixFeature('sync', { versions: all, values: { free: 'Daily', team: 'Hourly', pro: 'At once' } }),
  createMatrixFeature('runs', {
    versions: all,
    amounts: amounts({ free: 4, team: 1, pro: 4 }),
    better_amount: null,
  }),
  createMatrixFeature('fee', {
    versions: all,
    amounts: amounts({ free: 5, team: 2, shop: 2, pro: 1, max: 2 }),
    better_amount: 'lower',
  }),
]);

it('calls a switch an upgrade only to a plan that includes the present one, and a downgrade only to one that it includes', () => {
  expect(Object.fromEntries(getPlanDirections([{ versions }], matrix))).toEqual({
    free: 'downgrade',
    team: 'none',
    shop: 'none',
    pro: 'upgrade',
    max: 'upgrade',
  });
});

it('calls a switch to a dearer plan that includes less neither', () => {
  const [free, ...others] = versions;
  const dearer = { ...free!, switch: decide('upgrade') };
  expect(getPlanDirections([{ versions: [dearer, ...others] }], matrix).get('free')).toBe('none');
});

it('calls a switch to a plan of another family neither', () => {
  const families = [{ versions: versions.slice(0, 3) }, { versions: versions.slice(3) }];
  const directions = getPlanDirections(families, matrix);
  expect([directions.get('free'), directions.get('pro')]).toEqual(['downgrade', 'none']);
});

it('keeps the direction of the price between plans with the same content, and for a plan without content', () => {
  const custom = createVersionEntry('custom', { switch: decide('upgrade') });
  expect(getPlanDirections([{ versions: [...versions, custom] }], matrix).get('custom')).toBe('upgrade');
  expect(getPlanDirections([{ versions }], undefined).get('shop')).toBe('upgrade');
});

it('emphasizes one plan: the recommended one, or the first upgrade of an account', () => {
  const directions = getPlanDirections([{ versions }], matrix);
  expect(findPrimaryPlan(versions, directions)).toBe('pro');
  const recommend = (tag: string) =>
    versions.map((version) => ({ ...version, recommended: version.tag === tag }));
  expect(findPrimaryPlan(recommend('max'), directions)).toBe('max');
  expect(findPrimaryPlan(recommend('shop'), directions)).toBe('pro');
  const forVisitor = versions.map((version) => ({ ...version, current: false, switch: null }));
  expect(findPrimaryPlan(forVisitor, getPlanDirections([{ versions: forVisitor }], matrix))).toBeNull();
});
