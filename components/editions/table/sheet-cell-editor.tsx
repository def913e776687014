import { type KeyboardEvent, useEffect, useRef } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { isChoice } from '@/lib/price-list/yaml/cell-text';
import type { SheetCell } from '@/lib/price-list/yaml/sheets';
import styles from './sheet-grid.module.css';

/** How an edit begins. */
export interface EditStart {
  text: string;
  /** Whether the text is typed, instead of that of the cell. */
  isTyped: boolean;
}

/** Where the focus goes after an edit. Null if the user has moved it. */
export type MoveAfterEdit = 'down' | 'right' | 'left' | null;

interface SheetCellEditorProps {
  cell: SheetCell;
  start: EditStart;
  label: string;
  /** The element that says why the cell does not take the text. */
  refusalId: string | undefined;
  /** The text is null for that of the cell. Returns whether the cell has taken it. */
  onCommit: (text: string | null, move: MoveAfterEdit) => boolean;
  onCancel: () => void;
}

/** The field in a cell while it is edited. */
export function SheetCellEditor(props: SheetCellEditorProps) {
  const { cell, start, label, refusalId, onCommit, onCancel } = props;
  const text = usePageText('staff').priceTable;
  const field = useRef<HTMLTextAreaElement & HTMLSelectElement>(null);
  const isDone = useRef(false);
  const labels: Record<string, string> = isChoice(cell.kind) ? text.choices[cell.kind] : {};
  // The list has choices in any case.
  const chosen = cell.text.toUpperCase() in labels ? cell.text.toUpperCase() : cell.text;
  const isSelect = isChoice(cell.kind) && !start.isTyped;
  const finish = (move: MoveAfterEdit) => {
    if (isDone.current) return;
    const value = field.current?.value ?? start.text;
    const isKept = !start.isTyped && value === (isSelect ? chosen : start.text);
    isDone.current = onCommit(isKept ? null : value, move);
  };
  useEffect(() => {
    const element = field.current;
    element?.focus();
    if (element?.tagName !== 'TEXTAREA') return;
    // What is typed replaces the word of a flag.
    const from = cell.kind === 'flag' && !start.isTyped ? 0 : start.text.length;
    element.setSelectionRange(from, start.text.length);
  }, [cell.kind, start]);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const { key, shiftKey, altKey } = event;
    if (key === 'Escape') {
      isDone.current = true;
      onCancel();
    } else if (key === 'Tab') finish(shiftKey ? 'left' : 'right');
    else if (key === 'Enter' && !altKey && !shiftKey) finish('down');
    else return;
    event.preventDefault();
  };
  const common = {
    ref: field,
    'aria-label': label,
    'aria-invalid': refusalId !== undefined,
    'aria-describedby': refusalId,
    onKeyDown,
    onBlur: () => finish(null),
    className: styles.field,
  };
  if (isSelect) {
    const others = chosen === '' || chosen in labels ? [] : [chosen];
    return (
      <select {...common} defaultValue={chosen}>
        <option value="">{text.none}</option>
        {[...Object.keys(labels), ...others].map((value) => (
          <option key={value} value={value}>
            {labels[value] ?? value}
          </option>
        ))}
      </select>
    );
  }
  return (
    <textarea {...common} rows={1} defaultValue={start.text} dir="auto" spellCheck={cell.kind === 'text'} />
  );
}
