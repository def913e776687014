import type { CellEdit } from '@/lib/price-list/yaml/edit-sheets';
import { getItemTitle, readCell, type TableText } from './sheet-labels';
import type { Position, Range, SheetCells } from './sheet-selection';

/** Why nothing was changed, with the titles of the row and column of the cell. */
export interface Refusal {
  row?: string;
  column?: string;
  message: string;
}

/** A text for a cell. */
export type CellValue = Position & { value: string };

/** The edits that write all values, without those that change nothing. Or why one of them is not possible. */
export function createEdits(
  text: TableText,
  sheet: SheetCells,
  values: CellValue[],
): { edits: CellEdit[] } | { refusal: Refusal } {
  const created = values.map((value) => createEdit(text, sheet, value));
  const refusal = created.find((each) => each !== null && 'message' in each);
  return refusal ? { refusal } : { edits: created.filter((each) => each !== null && 'kind' in each) };
}

/** Null for a value that changes nothing. */
function createEdit(
  text: TableText,
  { rows, columns }: SheetCells,
  { row, column, value }: CellValue,
): CellEdit | Refusal | null {
  const [rowItem, columnItem] = [rows[row], columns[column]];
  if (!rowItem || !columnItem) return null;
  const cell = rowItem.cells[column];
  if ((cell?.text ?? '') === value.trim() && !cell?.isDefault) return null;
  const titles = { row: getItemTitle(text, rowItem), column: getItemTitle(text, columnItem) };
  if (!cell || cell.isReadOnly) return { ...titles, message: text.readOnly };
  const { taken, expected } = readCell(text, cell, value);
  if (taken === null) return { ...titles, message: text.expected(expected) };
  if (taken === cell.text && !cell.isDefault) return null;
  return { row: rowItem.id, column: columnItem.id, kind: cell.kind, text: taken };
}

/** The values of pasted lines from the first cell of a range on. Or why they do not fit. */
export function placePasted(
  text: TableText,
  { rows, columns }: SheetCells,
  { top, left }: Range,
  lines: string[][],
): { values: CellValue[] } | { refusal: Refusal } {
  const [first = []] = lines;
  const [height, width] = [rows.length - top, columns.length - left];
  const uneven = lines.findIndex((line) => line.length !== first.length);
  if (uneven !== -1) return { refusal: { message: text.paste.uneven(uneven + 1) } };
  if (lines.length > height || first.length > width)
    return { refusal: { message: text.paste.tooLarge(lines.length, first.length, height, width) } };
  const values = lines.flatMap((line, row) =>
    line.map((value, column) => ({ row: top + row, column: left + column, value })),
  );
  return { values };
}

/** Rows of cells as spreadsheets copy and paste them: tab-separated, with quotes around tabs and line breaks. */
export function formatClipboard(rows: string[][]): string {
  const quote = (text: string) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(quote).join('\t')).join('\n');
}

export function parseClipboard(text: string): string[][] {
  const rows: string[][] = [[]];
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (const [, quoted, plain, end] of source.matchAll(
    /(?:"((?:[^"]|"")*)"(?=\t|\n|$)|([^\t\n]*))(\t|\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows;
}
