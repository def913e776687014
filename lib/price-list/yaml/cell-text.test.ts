import { expect, it } from 'vitest';
import { formatCell, parseCell, readCellText } from './cell-text';

it.each([
  ['12', 12],
  ['€12.50', 12.5],
  ['12,50 €', 12.5],
  ['1,299', 1299],
  ['1,299.00', 1299],
  ['1.299,50', 1299.5],
  ['1.299', 1.299],
  ['10 000', 10000],
  ['1.299.000', 1299000],
  ['1,299,000.50', 1299000.5],
  ['0,125', 0.125],
  ['1234,567', 1234.567],
  ['12 3456', '12 3456'],
  ['١٢٫٥', 12.5],
  ['١٬٢٩٩', 1299],
  ['-3', -3],
  ['unlimited', Number.POSITIVE_INFINITY],
  ['∞', Number.POSITIVE_INFINITY],
  ['Contact sales', 'Contact sales'],
  ['#base * 1.2', '#base * 1.2'],
])('reads %j as a price', (text, value) => {
  expect(parseCell('price', text)).toBe(value);
});

it('reads words of flags, and lists', () => {
  expect(['yes', 'TRUE', 'x', '✓', 'ja'].map((text) => parseCell('flag', text))).toEqual(Array(5).fill(true));
  expect(['no', 'false', '–', 'nein'].map((text) => parseCell('flag', text))).toEqual(Array(4).fill(false));
  expect(parseCell('flag', 'maybe')).toBe('maybe');
  expect(parseCell('list', ' A, B ,')).toEqual(['A', 'B']);
  expect(parseCell('list', '["A, B", C]')).toEqual(['A, B', 'C']);
  expect(parseCell('data', '{ a: [1, x] }')).toEqual({ a: [1, 'x'] });
  expect(parseCell('text', ' 12 ')).toBe('12');
  expect(parseCell('text', '  ')).toBeUndefined();
});

it('takes words of flags, and the beginning of one', () => {
  const read = (...texts: string[]) => new Set(texts.map((text) => readCellText('flag', text)));
  expect(read('yes', 'Y', 'ye', ' TRUE ', 't', '1', 'ja', 'J', 'نعم', 'ن', 'x')).toEqual(new Set(['yes']));
  expect(read('no', 'N', 'false', 'f', '0', 'nein', 'nei', 'لا', '\ufefb', '–')).toEqual(new Set(['no']));
  expect(read('yess', 'e', 's', '+', 'maybe', '10', 'yes no')).toEqual(new Set([null]));
  expect(read('', ' ')).toEqual(new Set(['']));
});

it('takes values and labels of choices, and the beginning of one only', () => {
  const labels = { INFORMATION: 'Insights', MANAGEMENT: 'Administration' };
  const read = (text: string) => readCellText('type', text, labels);
  expect(['management', 'admin', 'INS', 'integ', ''].map(read)).toEqual([
    ...['MANAGEMENT', 'MANAGEMENT', 'INFORMATION', 'INTEGRATION', ''],
  ]);
  expect(['in', 'a', 'nothing'].map(read)).toEqual([null, null, null]);
  expect(readCellText('price', 'Contact sales')).toBe('Contact sales');
});

it.each([
  ['flag', true],
  ['number', 12],
  ['number', Number.POSITIVE_INFINITY],
  ['list', ['A', 'B']],
  ['list', ['A, B', 'C']],
  ['data', { a: [1, { b: 'x, y' }] }],
  ['text', 'Contact us'],
] as const)('reads what it writes of %s %j', (kind, value) => {
  expect(parseCell(kind, formatCell(kind, value))).toEqual(value);
});
