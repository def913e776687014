import type { SheetItem, SheetRow } from '@/lib/price-list/yaml/sheets';

/** A cell, by the IDs of its row and column. */
export interface Place {
  row: string;
  column: string;
}

/** The cell with the focus, and the one that the selection began at. */
export interface Selection {
  focus: Place;
  anchor: Place;
}

/** A cell, by the indexes of its row and column. */
export interface Position {
  row: number;
  column: number;
}

/** The indexes of the first and last rows and columns that are selected. */
export interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface SheetCells {
  rows: SheetRow[];
  columns: SheetItem[];
}

/** The place of a cell, or of the nearest cell if the sheet has no such row or column. */
export function getPlace({ rows, columns }: SheetCells, { row, column }: Position): Place {
  return {
    row: rows[Math.min(Math.max(row, 0), rows.length - 1)]?.id ?? '',
    column: columns[Math.min(Math.max(column, 0), columns.length - 1)]?.id ?? '',
  };
}

/** The position of the focus, and the selected range. What the sheet does not have any more counts as its first row or column. */
export function locateSelection(
  { rows, columns }: SheetCells,
  selection: Selection,
): { focus: Position; range: Range } {
  const findIndex = (items: { id: string }[], wanted: string) =>
    Math.max(
      0,
      items.findIndex(({ id }) => id === wanted),
    );
  const locate = ({ row, column }: Place): Position => ({
    row: findIndex(rows, row),
    column: findIndex(columns, column),
  });
  const [focus, anchor] = [locate(selection.focus), locate(selection.anchor)];
  const range = {
    top: Math.min(focus.row, anchor.row),
    bottom: Math.max(focus.row, anchor.row),
    left: Math.min(focus.column, anchor.column),
    right: Math.max(focus.column, anchor.column),
  };
  return { focus, range };
}

export function listPositions({ top, bottom, left, right }: Range): Position[] {
  return Array.from({ length: bottom - top + 1 }, (_, row) =>
    Array.from({ length: right - left + 1 }, (__, column) => ({ row: top + row, column: left + column })),
  ).flat();
}

const pageRows = 10;

/** Where a key moves the focus, also beyond the sheet. Undefined for a key that does not move it. */
export function findMove(
  key: string,
  { row, column }: Position,
  { rows, columns }: SheetCells,
  { isCommand, isRtl }: { isCommand: boolean; isRtl: boolean },
): Position | undefined {
  const forward = isRtl ? -1 : 1;
  const moves: Record<string, Position> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - forward },
    ArrowRight: { row, column: column + forward },
    PageUp: { row: row - pageRows, column },
    PageDown: { row: row + pageRows, column },
    Home: { row: isCommand ? 0 : row, column: 0 },
    End: { row: isCommand ? rows.length - 1 : row, column: columns.length - 1 },
  };
  return moves[key];
}
