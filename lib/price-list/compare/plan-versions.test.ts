import { describe, expect, it } from 'vitest';
import { compareByTag } from '@/lib/contract/versions';
import type { StoredVersion } from '@/lib/db/catalog-store';
import { createStoredVersion } from '@/tools/testing/catalog-fixtures';
import type { ImportedCatalog, WrittenVersion } from '../build/written-catalog';
import { planVersions, reserveRetiredTag } from './plan-versions';

const stored = (catalogKey: string, tag: string, more: Partial<StoredVersion> = {}) =>
  createStoredVersion(`ver_${catalogKey}`, { catalogKey, tag, title: catalogKey, ...more });
const listed = (catalogKey: string, tag: string, more: Partial<WrittenVersion> = {}): WrittenVersion => {
  const { id: _, ...version } = stored(catalogKey, tag, more);
  return version;
};
const plan = (before: StoredVersion[], versions: WrittenVersion[], explicitDefault: string | null = null) => {
  const catalog = { versions, explicitDefault } as ImportedCatalog;
  return planVersions(before, catalog)?.map(({ kind, after, fields }) =>
    `${kind} ${after.catalogKey} ${after.tag}${after.isDefault ? ' default' : ''} ${fields}`.trim(),
  );
};

describe('planVersions', () => {
  it('adds, changes, retires and restores versions, and skips unchanged ones', () => {
    const before = [
      stored('A', 'v1', { isDefault: true }),
      stored('B', 'v2'),
      stored('C', 'v3'),
      stored('D', 'v3-retired', { active: false }),
    ];
    const after = [listed('A', 'v1'), listed('C', 'v2', { fee: 5 }), listed('D', 'v3'), listed('E', 'v4')];
    expect(plan(before, after)).toEqual([
      'change C v2 tag,fee',
      'restore D v3 tag,active',
      'add E v4',
      'retire B v2-retired tag,active',
    ]);
    expect(plan([stored('A', 'v1', { isDefault: true })], [listed('A', 'v1')])).toEqual([]);
  });

  it('chooses the explicit default, else the stored one, else the first public version, else the first', () => {
    const hidden = { public: false };
    expect(plan([], [listed('A', 'v1'), listed('B', 'v2')], 'B')).toEqual(['add A v1', 'add B v2 default']);
    expect(plan([stored('B', 'v2', { isDefault: true })], [listed('A', 'v1'), listed('B', 'v2')])).toEqual([
      'add A v1',
    ]);
    expect(plan([], [listed('A', 'v1', hidden), listed('B', 'v2')])).toEqual([
      'add A v1',
      'add B v2 default',
    ]);
    expect(plan([], [listed('A', 'v1', { active: false }), listed('B', 'v2', hidden)])).toEqual([
      'add A v1',
      'add B v2 default',
    ]);
    expect(plan([], [listed('A', 'v1', { active: false })])).toBeUndefined();
  });

  it('changes a retired version only if the list uses its tag', () => {
    const before = [stored('A', 'v1', { isDefault: true }), stored('B', 'legacy', { active: false })];
    expect(plan(before, [listed('A', 'v1')])).toEqual([]);
    expect(plan(before, [listed('A', 'legacy')])).toEqual([
      'change A legacy default tag',
      'change B legacy-retired tag',
    ]);
  });
});

describe('reserveRetiredTag', () => {
  it('keeps the position in the sort order', () => {
    const tags = ['v10', 'v2', reserveRetiredTag('v2', new Set()), 'v3', 'v1'].map((tag) => ({
      tag,
      id: '',
    }));
    expect(tags.toSorted(compareByTag).map(({ tag }) => tag)).toEqual([
      'v1',
      'v2',
      'v2-retired',
      'v3',
      'v10',
    ]);
  });

  it.each([
    ['v2', ['v2-retired'], 'v2-retired2'],
    ['v2-retired', ['v2-retired', 'v2-retired2'], 'v2-retired3'],
    ['x'.repeat(32), [], `${'x'.repeat(24)}-retired`],
  ])('%s with %j reserved becomes %s', (tag, reserved, expected) => {
    expect(reserveRetiredTag(tag, new Set(reserved))).toBe(expected);
  });
});
