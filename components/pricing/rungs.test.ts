import { describe, expect, it } from 'vitest';
import type { MatrixFeature, VersionEntry } from '@/lib/contract/version-list';
import { buildRungs } from './rungs';

function version(id: string, more: Partial<VersionEntry> = {}): VersionEntry {
  return {
    id,
    title: id.toUpperCase(),
    description: '',
    more_info: null,
    active: true,
    fee: 0,
    user_fee: null,
    tag: id,
    public: true,
    current: false,
    switch: null,
    ...more,
  };
}

function feature(
  id: string,
  where: Record<string, boolean>,
  values: Record<string, string> = {},
): MatrixFeature {
  return { id, title: id, description: '', versions: where, group: '', values, offers: {} };
}

function rungs(versions: VersionEntry[], features: MatrixFeature[]) {
  return buildRungs(versions, { versions: versions.map(({ title }) => title), features });
}

describe('what a plan adds to the one below', () => {
  const [a, b, c] = [version('a'), version('b'), version('c')];

  it('stands on the largest plan that it contains whole', () => {
    const built = rungs(
      [a, b, c],
      [
        feature('one', { a: true, b: true, c: true }),
        feature('two', { a: false, b: true, c: true }),
        feature('three', { a: false, b: false, c: true }),
      ],
    );
    expect(built.get('a')).toMatchObject({ total: 1, below: null, adds: [{ id: 'one' }] });
    expect(built.get('b')).toMatchObject({ total: 2, below: { id: 'a' }, adds: [{ id: 'two' }] });
    expect(built.get('c')).toMatchObject({ total: 3, below: { id: 'b' }, adds: [{ id: 'three' }] });
  });

  it('claims nothing where one feature is missing', () => {
    const built = rungs(
      [a, b],
      [feature('one', { a: true, b: false }), feature('two', { a: false, b: true })],
    );
    expect(built.get('b')?.below).toBeNull();
  });

  it('counts a raised figure as added, and a lowered one as no proof', () => {
    const storage = (low: string, high: string) =>
      rungs([a, b], [feature('storage', { a: true, b: true }, { a: low, b: high })]).get('b');
    expect(storage('10 GB', '1,000 GB')).toMatchObject({ below: { id: 'a' }, adds: [{ value: '1,000 GB' }] });
    expect(storage('1 area', '3 areas')).toMatchObject({ below: { id: 'a' } });
    expect(storage('10 GB', 'Unlimited')).toMatchObject({ below: { id: 'a' } });
    expect(storage('10 GB', '1 TB')?.below).toBeNull();
    expect(storage('10 GB', '5 GB')?.below).toBeNull();
  });

  it('never stands on a plan that is no longer offered', () => {
    const built = rungs(
      [version('a', { active: false }), b],
      [feature('one', { a: true, b: true }), feature('two', { a: false, b: true })],
    );
    expect(built.get('b')?.below).toBeNull();
  });

  it('lets the later of two alike stand on the earlier', () => {
    const built = rungs([a, b], [feature('one', { a: true, b: true })]);
    expect(built.get('a')?.below).toBeNull();
    expect(built.get('b')).toMatchObject({ below: { id: 'a' }, adds: [] });
  });

  it('has nothing to say without a matrix', () => {
    expect(buildRungs([a], undefined).get('a')).toEqual({ total: 0, below: null, adds: [] });
  });
});
