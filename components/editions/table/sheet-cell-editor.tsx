import { type KeyboardEvent, useEffect, useRef } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { type ChoiceKind, choices } from '@/lib/price-list/cell-text';
import type { SheetCell } from '@/lib/price-list/sheets';
import styles from './sheet-grid.module.css';

interface SheetCellEditorProps {
  cell: SheetCell;
  /** The text that the edit begins with. */
  start: string;
  label: string;
  onCommit: (text: string, move: 'down' | 'right' | 'left' | null) => void;
  onCancel: () => void;
}

const isChoice = (kind: string): kind is ChoiceKind => kind in choices;

/** The field in a cell while it is edited. */
export function SheetCellEditor({ cell, start, label, onCommit, onCancel }: SheetCellEditorProps) {
  const text = usePageText('staff').priceTable;
  const field = useRef<HTMLTextAreaElement & HTMLSelectElement>(null);
  const isDone = useRef(false);
  const finish = (move: 'down' | 'right' | 'left' | null) => {
    if (isDone.current) return;
    isDone.current = true;
    onCommit(field.current?.value ?? start, move);
  };
  useEffect(() => {
    const element = field.current;
    element?.focus();
    if (element?.tagName === 'TEXTAREA') element.setSelectionRange(start.length, start.length);
  }, [start]);
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
    onKeyDown,
    onBlur: () => finish(null),
    className: styles.field,
  };
  if (isChoice(cell.kind)) {
    const labels = text.choices[cell.kind] as Record<string, string>;
    return (
      <select
        {...common}
        defaultValue={cell.text.toUpperCase() in labels ? cell.text.toUpperCase() : cell.text}
      >
        <option value="">{text.none}</option>
        {choices[cell.kind].map((value) => (
          <option key={value} value={value}>
            {labels[value]}
          </option>
        ))}
      </select>
    );
  }
  return <textarea {...common} rows={1} defaultValue={start} dir="auto" spellCheck={cell.kind === 'text'} />;
}
