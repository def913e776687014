import { expect, test } from 'vitest';
import type { SheetRow } from '@/lib/price-list/yaml/sheets';
import { findMove, getPlace, listPositions, locateSelection } from './sheet-selection';

const sheet = {
  rows: ['a', 'b', 'c'].map((id): SheetRow => ({ id, title: null, cells: [] })),
  columns: ['x', 'y'].map((id) => ({ id, title: null })),
};

test('a selection reaches from the anchor to the focus in both directions', () => {
  const selection = { focus: { row: 'a', column: 'y' }, anchor: { row: 'c', column: 'x' } };
  const { focus, range } = locateSelection(sheet, selection);
  expect(focus).toEqual({ row: 0, column: 1 });
  expect(range).toEqual({ top: 0, bottom: 2, left: 0, right: 1 });
  expect(listPositions(range)).toHaveLength(6);
});

test('the focus is in the first row if its own is gone, and stays in the sheet when it moves', () => {
  const gone = { row: 'z', column: 'y' };
  expect(locateSelection(sheet, { focus: gone, anchor: gone }).focus).toEqual({ row: 0, column: 1 });
  expect(getPlace(sheet, { row: 12, column: -1 })).toEqual({ row: 'c', column: 'x' });
});

test('arrow keys follow the direction of the page', () => {
  const at = { row: 1, column: 1 };
  const findLeft = (isRtl: boolean) => findMove('ArrowLeft', at, sheet, { isCommand: false, isRtl });
  expect([findLeft(false), findLeft(true)]).toEqual([
    { row: 1, column: 0 },
    { row: 1, column: 2 },
  ]);
  expect(findMove('Enter', at, sheet, { isCommand: false, isRtl: false })).toBeUndefined();
});
