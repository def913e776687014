import { expect, test } from 'vitest';
import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import type { CatalogChange, HistoryEntry } from '@/lib/contract/history';
import { filterHistoryRows, type HistoryFilter, type HistoryRow, listFilterChoices } from './history-rows';

const provider = 'Larder';
const toSeconds = (time: string) => Date.parse(time) / 1000;
const createRow = (title: string, name: string, time: string, addOns: [by: string, time: string][] = []) =>
  ({
    entry: { title, actor: { name } } as HistoryEntry,
    change: null,
    addOns: addOns.map(([by, at]) => ({
      entry: { by } as AddOnHistoryEntry,
      // A publication has no person.
      change: by === provider ? ({} as CatalogChange) : null,
      at: toSeconds(at),
    })),
    at: toSeconds(time),
  }) satisfies HistoryRow;

const rows: HistoryRow[] = [
  createRow('Brigade', 'Ada', '2026-03-10T12:00:00Z', [
    ['Bo', '2026-03-12T12:00:00Z'],
    [provider, '2026-03-11T13:00:00Z'],
    ['Ada', '2026-03-11T12:00:00Z'],
  ]),
  { ...createRow('Kitchen', 'Bo', '2026-03-05T12:00:00Z'), change: {} as HistoryRow['change'] },
  createRow('Kitchen', '', '2026-02-28T23:30:00Z'),
];
const all: HistoryFilter = { plan: null, by: null, from: '', to: '' };
const context = { provider, timeZone: 'UTC' };

test.each<[Partial<HistoryFilter>, [row: number, addOns: number][]]>([
  [
    {},
    [
      [0, 3],
      [1, 0],
      [2, 0],
    ],
  ],
  [
    { plan: 'Kitchen' },
    [
      [1, 0],
      [2, 0],
    ],
  ],
  [{ plan: 'Kitchen', by: 'Larder' }, [[1, 0]]],
  [{ by: 'Bo' }, [[0, 1]]],
  [
    { by: 'Larder' },
    [
      [0, 1],
      [1, 0],
    ],
  ],
  [{ by: 'Cleo' }, []],
  [
    { from: '2026-03-05' },
    [
      [0, 3],
      [1, 0],
    ],
  ],
  [{ from: '2026-03-12' }, [[0, 1]]],
  [
    { to: '2026-03-05' },
    [
      [1, 0],
      [2, 0],
    ],
  ],
  [{ from: '2026-03-01', to: '2026-03-05' }, [[1, 0]]],
])('%j selects changes', (filter, expected) => {
  const shown = filterHistoryRows(rows, { ...all, ...filter }, context);
  expect(
    shown.map(({ entry, addOns }) => [rows.findIndex((row) => row.entry === entry), addOns.length]),
  ).toEqual(expected);
});

test('days are those of the time zone', () => {
  const march = { ...all, from: '2026-03-01', to: '2026-03-01' };
  expect(filterHistoryRows(rows, march, context)).toHaveLength(0);
  expect(filterHistoryRows(rows, march, { ...context, timeZone: 'Europe/Berlin' })).toHaveLength(1);
});

test('plans and people that occur can be selected, the provider among them', () => {
  expect(listFilterChoices(rows, provider)).toEqual({
    plans: ['Brigade', 'Kitchen'],
    people: ['Ada', 'Bo', 'Larder'],
  });
});
