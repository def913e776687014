import { expect, it } from 'vitest';
import { formatClipboard, parseClipboard } from './sheet-edits';

it('reads what spreadsheets copy', () => {
  expect(parseClipboard('1\t2\r\n3\t\r\n')).toEqual([
    ['1', '2'],
    ['3', ''],
  ]);
  expect(parseClipboard('"a\nb ""c"""\tx "y"')).toEqual([['a\nb "c"', 'x "y"']]);
  expect(parseClipboard('')).toEqual([['']]);
});

it('writes what it reads', () => {
  const rows = [
    ['a\tb', 'c'],
    ['"d"', 'e\nf'],
  ];
  expect(parseClipboard(formatClipboard(rows))).toEqual(rows);
});
