import { expect, it } from 'vitest';
import type { FeatureAmount } from '@/lib/contract/fields';
import type { MatrixFeature, VersionEntry } from '@/lib/contract/versions';
import { createMatrix, createMatrixFeature, createVersionEntry } from '@/tools/testing/contract-fixtures';
import { buildPlanInheritance, type PlanFeature, selectDifferences } from './plan-inheritance';

function version(id: string, overrides: Partial<VersionEntry> = {}): VersionEntry {
  return createVersionEntry(id, { title: id.toUpperCase(), fee: 0, ...overrides });
}

function feature(
  id: string,
  includedIn: Record<string, boolean>,
  fields: Partial<MatrixFeature> = {},
): MatrixFeature {
  return createMatrixFeature(id, { versions: includedIn, ...fields });
}

function build(versions: VersionEntry[], features: MatrixFeature[]) {
  return buildPlanInheritance(versions, createMatrix(features));
}

const [a, b, c] = [version('a'), version('b'), version('c')];

it('uses the largest plan that it fully includes as the base plan', () => {
  const inheritance = build(
    [a, b, c],
    [
      feature('one', { a: true, b: true, c: true }),
      feature('two', { a: false, b: true, c: true }),
      feature('three', { a: false, b: false, c: true }),
    ],
  );
  expect(inheritance.get('a')).toMatchObject({
    featureCount: 1,
    limitCount: 0,
    basePlan: null,
    addedFeatures: [{ id: 'one' }],
  });
  expect(inheritance.get('b')).toMatchObject({
    featureCount: 2,
    limitCount: 0,
    basePlan: { id: 'a' },
    addedFeatures: [{ id: 'two' }],
  });
  expect(inheritance.get('c')).toMatchObject({
    featureCount: 3,
    limitCount: 0,
    basePlan: { id: 'b' },
    addedFeatures: [{ id: 'three' }],
  });
});

it('counts usage limits of their own apart from features', () => {
  const inheritance = build(
    [a],
    [feature('one', { a: true }), { ...feature('runs', { a: true }), is_limit: true }],
  );
  expect(inheritance.get('a')).toMatchObject({ featureCount: 1, limitCount: 1 });
  expect(inheritance.get('a')?.addedFeatures).toHaveLength(2);
});

it('names the features of the base plan that are missing, if they are few', () => {
  const shared = ['one', 'two', 'three', 'four', 'five'].map((id) => feature(id, { a: true, b: true }));
  const onlyA = ['six', 'seven', 'eight', 'nine'].map((id) => feature(id, { a: true, b: false }));
  const onlyB = feature('ten', { a: false, b: true });
  const withOneException = build([a, b], [...shared, ...onlyA.slice(0, 1), onlyB]);
  expect(withOneException.get('b')).toMatchObject({
    basePlan: { id: 'a' },
    exceptions: ['six'],
    addedFeatures: [{ id: 'ten' }],
  });
  expect(withOneException.get('b')?.inheritedFeatures).toHaveLength(5);
  // The earlier plan is not described by the later one.
  expect(withOneException.get('a')?.basePlan).toBeNull();
  // Too many, absolutely and compared with the features of the base plan.
  expect(build([a, b], [...shared, ...onlyA, onlyB]).get('b')?.basePlan).toBeNull();
  expect(build([a, b], [...shared.slice(2), ...onlyA.slice(0, 1), onlyB]).get('b')?.basePlan).toBeNull();
  // Another text is neither an exception nor an addition.
  const uptime = feature('uptime', { a: true, b: true }, { values: { a: '99.9 %', b: '99.95 %' } });
  expect(build([a, b], [...shared, uptime, onlyB]).get('b')).toMatchObject({
    basePlan: { id: 'a' },
    exceptions: [],
    addedFeatures: [{ id: 'ten' }],
    changedFeatures: [{ id: 'uptime', baseContent: { value: '99.9 %' } }],
  });
  // A plan that only lacks features is not "everything except".
  expect(build([a, b], [...shared, ...onlyA.slice(0, 1)]).get('b')?.basePlan).toBeNull();
});

it('lists a higher amount as added, and rejects a base plan with a higher amount', () => {
  const unlimited = { amount: null, unlimited: true };
  const gigabytes = (amount: number) => ({ amount, unlimited: false });
  const storage = (low: FeatureAmount, high: FeatureAmount) =>
    build(
      [a, b],
      [feature('storage', { a: true, b: true }, { unit: 'GB', amounts: { a: low, b: high } })],
    ).get('b');
  expect(storage(gigabytes(10), gigabytes(1000))).toMatchObject({
    basePlan: { id: 'a' },
    addedFeatures: [{ content: { amount: 1000, unit: 'GB' } }],
  });
  expect(storage(gigabytes(10), unlimited)).toMatchObject({ basePlan: { id: 'a' } });
  expect(storage(gigabytes(10), gigabytes(10))).toMatchObject({ basePlan: { id: 'a' }, addedFeatures: [] });
  expect(storage(gigabytes(10), gigabytes(5))?.basePlan).toBeNull();
  expect(storage(unlimited, gigabytes(5))?.basePlan).toBeNull();
});

it('rejects a base plan with another text, which can’t be compared', () => {
  const support = (low: string, high: string) =>
    build([a, b], [feature('support', { a: true, b: true }, { values: { a: low, b: high } })]).get('b');
  expect(support('Email', 'Phone')?.basePlan).toBeNull();
  expect(support('Email', 'Email')).toMatchObject({ basePlan: { id: 'a' } });
});

it('never uses an inactive plan as the base plan', () => {
  const inheritance = build(
    [version('a', { active: false }), b],
    [feature('one', { a: true, b: true }), feature('two', { a: false, b: true })],
  );
  expect(inheritance.get('b')?.basePlan).toBeNull();
});

it('uses the earlier of two equal plans as the base plan of the later one', () => {
  const inheritance = build([a, b], [feature('one', { a: true, b: true })]);
  expect(inheritance.get('a')?.basePlan).toBeNull();
  expect(inheritance.get('b')).toMatchObject({ basePlan: { id: 'a' }, addedFeatures: [] });
});

it('lists the features first that the price list marks', () => {
  const titles = [...'123456789'];
  const inheritance = build(
    [a, b],
    [
      feature('shared', { a: true, b: true }),
      ...titles.map((id) => feature(id, { a: false, b: true }, { highlight: id === '8' || id === '6' })),
    ],
  ).get('b');
  expect(inheritance?.addedFeatures.map(({ id }) => id).join('')).toBe('681234579');
  expect(inheritance?.strongestFeatures.map(({ id }) => id)).toEqual(['6', '8', '1']);
});

it('shows five differences', () => {
  const ids = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: String(index) }) as PlanFeature);
  const count = (added: number, changed: number) => {
    const shown = selectDifferences({ addedFeatures: ids(added), changedFeatures: ids(changed) });
    return [shown.added.length, shown.changed.length];
  };
  expect(count(9, 0)).toEqual([5, 0]);
  expect(count(9, 1)).toEqual([4, 1]);
  expect(count(9, 9)).toEqual([3, 2]);
  expect(count(1, 9)).toEqual([1, 4]);
});
