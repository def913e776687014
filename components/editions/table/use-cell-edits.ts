import { useState } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import type { CellEdit } from '@/lib/price-list/yaml/edit-sheets';
import type { EditStart, MoveAfterEdit } from './sheet-cell-editor';
import { type CellValue, createEdits, type Refusal } from './sheet-edits';
import { getEditedText } from './sheet-labels';
import { listPositions, type Position, type Range, type SheetCells } from './sheet-selection';

export interface CellEditsInput {
  sheet: SheetCells;
  focus: Position;
  range: Range;
  onEdit: (cells: CellEdit[]) => void;
  select: (position: Position) => void;
}

/** What the user edits in the cell with the focus, and changes of the selected cells. */
export function useCellEdits({ sheet, focus, range, onEdit, select }: CellEditsInput) {
  const text = usePageText('staff').priceTable;
  /** An edit of the cell with the focus. */
  const [editing, setEditing] = useState<EditStart | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const cell = sheet.rows[focus.row]?.cells[focus.column] ?? null;

  /** Writes all values or none. Whether it has. */
  const write = (values: CellValue[]): boolean => {
    const created = createEdits(text, sheet, values);
    setRefusal('refusal' in created ? created.refusal : null);
    if ('refusal' in created) return false;
    if (created.edits.length > 0) onEdit(created.edits);
    return true;
  };
  return {
    cell,
    editing,
    refusal,
    setRefusal,
    write,
    /** Writes a text into all selected cells. */
    fill: (value: string) => write(listPositions(range).map((position) => ({ ...position, value }))),
    /** Empties the selected cells that can be edited. */
    clear: () => {
      const editable = listPositions(range).filter(
        ({ row, column }) => sheet.rows[row]?.cells[column]?.isReadOnly !== true,
      );
      write(editable.map((position) => ({ ...position, value: '' })));
    },
    /** Null for an edit of the text that the cell has. */
    begin: (typed: string | null) => {
      if (!cell || cell.isReadOnly) return;
      setRefusal(null);
      setEditing({ text: typed ?? getEditedText(text, cell), isTyped: typed !== null });
    },
    /** Changes a flag. */
    toggle: () => {
      if (cell && !cell.isReadOnly) write([{ ...focus, value: cell.text === 'yes' ? 'no' : 'yes' }]);
    },
    /** Ends an edit. Null keeps the text of the cell. Whether the cell has taken the value. */
    commit: (value: string | null, move: MoveAfterEdit): boolean => {
      const isDone = write(value === null ? [] : [{ ...focus, value }]);
      // A text that the cell does not take is corrected, unless the focus is elsewhere.
      if (!isDone && move !== null) return false;
      setEditing(null);
      const { row, column } = focus;
      if (move === 'down') select({ row: row + 1, column });
      if (move === 'right' || move === 'left') select({ row, column: column + (move === 'right' ? 1 : -1) });
      return isDone;
    },
    cancel: () => {
      setEditing(null);
      setRefusal(null);
    },
  };
}
