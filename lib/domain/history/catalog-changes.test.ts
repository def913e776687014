import { expect, test } from 'vitest';
import type { VersionChangeRow } from '@/lib/db/history';
import { createVersionSnapshot } from '@/tools/testing/catalog-fixtures';
import { groupVersionChanges, listCatalogChanges } from './catalog-changes';

const entry = (versionId: string, at: number) => ({
  at,
  version: { versionId },
});
const row = (versionId: string, sequence: number, changedAt: number): VersionChangeRow => [
  versionId,
  sequence,
  changedAt,
  `${versionId} ${sequence}`,
  sequence === 0 ? null : `${versionId} ${sequence - 1}`,
];

test('a change belongs to the entry of its version in whose time it was made', () => {
  const entries = [entry('b', 400), entry('a', 300), entry('b', 200), entry('a', 100)];
  const rows = [
    row('b', 4, 450),
    row('a', 4, 450),
    row('b', 3, 400),
    row('a', 3, 399),
    row('a', 2, 300),
    row('a', 1, 299),
    row('b', 2, 250),
    row('b', 1, 200),
    row('a', 0, 150),
    row('a', 0, 99),
  ];
  const groups = groupVersionChanges(entries, ({ at }) => at, rows);
  expect(entries.map((each) => groups.get(each)?.map(([id, sequence]) => `${id}${sequence}`))).toEqual([
    ['b3', 'b4'],
    ['a2', 'a3'],
    ['b1', 'b2'],
    ['a0'],
  ]);
});

test('changes without an effect on features, limits or price are left out, and so is the first known content', () => {
  const included = {
    human_id: 'boards',
    title: 'Boards',
    kind: 'included',
    value: null,
    limit: null,
  } as const;
  const first = createVersionSnapshot('first', { fee: 900 });
  const contents = [
    first,
    { ...first, digest: 'title', title: 'Renamed', tag: 'v9' },
    { ...first, digest: 'price', fee: 800 },
    { ...first, digest: 'text', fee: 800, description: 'Text' },
    { ...first, digest: 'feature', fee: 800, features: [included] },
    { ...first, digest: 'feature title', fee: 800, features: [{ ...included, title: 'Pinboards' }] },
  ];
  const changes = listCatalogChanges(
    contents.map((version, index) => ({
      changedAt: new Date(index),
      version,
      previous: contents[index - 1] ?? null,
    })),
  );
  expect(changes.map(({ version }) => version.digest)).toEqual(['price', 'feature']);
  expect(changes[1]?.changes.gained.map(({ id }) => id)).toEqual(['boards']);
});
