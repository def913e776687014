// biome-ignore-all lint/a11y/useSemanticElements: a browser can't skip the rows of a table that are out of view
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus moves between cells
'use client';

import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { classNames } from '@/components/ui/class-names';
import type { CellEdit } from '@/lib/price-list/edit-sheets';
import { getDirection } from '@/lib/price-list/language-tag';
import type { SheetCell, SheetGroup, SheetItem, SheetRow } from '@/lib/price-list/sheets';
import { formatClipboard, parseClipboard } from './clipboard';
import { SheetCellEditor } from './sheet-cell-editor';
import styles from './sheet-grid.module.css';
import { getCellText, getGroupTitle, getItemTitle } from './sheet-labels';

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

interface SheetGridProps {
  label: string;
  columns: SheetItem[];
  groups: SheetGroup[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onEdit: (cells: CellEdit[]) => void;
  onUndo: () => void;
  onRedo: () => void;
  onSave: () => void;
  /** Messages by `row column`. */
  problems: ReadonlyMap<string, string>;
  /** Each new object moves the focus to the selected cell. */
  focusRequest: object | null;
}

interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** A grid of cells that are edited in place: arrow keys, selection, copy and paste as in a spreadsheet. */
export function SheetGrid(props: SheetGridProps) {
  const {
    label,
    columns,
    groups,
    selection,
    onSelect,
    onEdit,
    onUndo,
    onRedo,
    onSave,
    problems,
    focusRequest,
  } = props;
  const text = usePageText('staff').priceTable;
  const grid = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  /** The text that an edit of the cell with the focus begins with. */
  const [editing, setEditing] = useState<string | null>(null);
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  const find = ({ row, column }: Place) => ({
    row: Math.max(
      0,
      rows.findIndex(({ id }) => id === row),
    ),
    column: Math.max(
      0,
      columns.findIndex(({ id }) => id === column),
    ),
  });
  const focus = find(selection.focus);
  const anchor = find(selection.anchor);
  const range: Range = {
    top: Math.min(focus.row, anchor.row),
    bottom: Math.max(focus.row, anchor.row),
    left: Math.min(focus.column, anchor.column),
    right: Math.max(focus.column, anchor.column),
  };
  const tracks = useMemo(() => getTracks(columns, groups), [columns, groups]);
  const getCell = (row: number, column: number) => rows[row]?.cells[column] ?? null;
  const cell = getCell(focus.row, focus.column);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a move, the end of an edit and a request move the focus
  useEffect(() => {
    if (!hasFocus.current || editing !== null) return;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [focus.row, focus.column, editing, focusRequest]);
  if (focusRequest) hasFocus.current = true;

  const select = (row: number, column: number, isExtended = false) => {
    const next = {
      row: rows[Math.min(Math.max(row, 0), rows.length - 1)]?.id ?? '',
      column: columns[Math.min(Math.max(column, 0), columns.length - 1)]?.id ?? '',
    };
    hasFocus.current = true;
    onSelect({ focus: next, anchor: isExtended ? selection.anchor : next });
  };
  const createEdit = (row: number, column: number, value: string): CellEdit[] => {
    const target = getCell(row, column);
    const at = { row: rows[row]?.id ?? '', column: columns[column]?.id ?? '' };
    if (!target || target.isReadOnly || (target.text === value.trim() && !target.isDefault)) return [];
    return [{ ...at, kind: target.kind, text: value }];
  };
  const edit = (cells: CellEdit[]) => {
    if (cells.length > 0) onEdit(cells);
  };
  const editRange = (getText: (row: number, column: number) => string) => {
    const cells: CellEdit[] = [];
    for (let row = range.top; row <= range.bottom; row += 1) {
      for (let column = range.left; column <= range.right; column += 1) {
        cells.push(...createEdit(row, column, getText(row - range.top, column - range.left)));
      }
    }
    edit(cells);
  };
  const begin = (start?: string) => {
    if (!cell || cell.isReadOnly) return;
    if (cell.kind !== 'flag') setEditing(start ?? (cell.isDefault ? '' : cell.text));
    else if (start === undefined)
      edit(createEdit(focus.row, focus.column, cell.text === 'yes' ? 'no' : 'yes'));
    else edit(createEdit(focus.row, focus.column, /[xyj1+✓]/i.test(start) ? 'yes' : 'no'));
  };
  const commit = (value: string, move: 'down' | 'right' | 'left' | null) => {
    setEditing(null);
    edit(createEdit(focus.row, focus.column, value));
    if (move === 'down') select(focus.row + 1, focus.column);
    if (move === 'right' || move === 'left') select(focus.row, focus.column + (move === 'right' ? 1 : -1));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (editing !== null) return;
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const isCommand = ctrlKey || metaKey;
    const isRtl = grid.current !== null && getComputedStyle(grid.current).direction === 'rtl';
    const page = 10;
    const moves: Record<string, [row: number, column: number]> = {
      ArrowUp: [focus.row - 1, focus.column],
      ArrowDown: [focus.row + 1, focus.column],
      ArrowLeft: [focus.row, focus.column + (isRtl ? 1 : -1)],
      ArrowRight: [focus.row, focus.column + (isRtl ? -1 : 1)],
      PageUp: [focus.row - page, focus.column],
      PageDown: [focus.row + page, focus.column],
      Home: [isCommand ? 0 : focus.row, 0],
      End: [isCommand ? rows.length - 1 : focus.row, columns.length - 1],
    };
    const move = moves[key];
    if (altKey) return;
    if (move) select(...move, shiftKey);
    else if (isCommand && key.toLowerCase() === 'z') (shiftKey ? onRedo : onUndo)();
    else if (isCommand && key.toLowerCase() === 'y') onRedo();
    else if (isCommand && key.toLowerCase() === 's') onSave();
    else if (isCommand && key.toLowerCase() === 'a') {
      const last = { row: rows.at(-1)?.id ?? '', column: columns.at(-1)?.id ?? '' };
      onSelect({ focus: { row: rows[0]?.id ?? '', column: columns[0]?.id ?? '' }, anchor: last });
    } else if (isCommand) return;
    else if (key === 'Enter' || key === 'F2') begin();
    else if (key === ' ' && cell?.kind === 'flag') begin();
    else if (key === 'Delete' || key === 'Backspace') editRange(() => '');
    else if (key.length === 1 && key !== ' ') begin(key);
    else return;
    event.preventDefault();
  };
  const getPlace = (target: EventTarget) => {
    const found = (target as HTMLElement).closest<HTMLElement>('[role=gridcell]');
    const row = found?.closest<HTMLElement>('[data-row]')?.dataset.row;
    return found && row !== undefined ? { row: Number(row), column: Number(found.dataset.column) } : null;
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const place = getPlace(event.target);
    if (!place || event.button !== 0) return;
    const isSame = place.row === focus.row && place.column === focus.column;
    if (editing !== null && isSame) return;
    // What is being edited is written before another cell is selected.
    if (editing !== null) (document.activeElement as HTMLElement | null)?.blur();
    if (isSame && !event.shiftKey && grid.current?.contains(document.activeElement)) begin();
    else select(place.row, place.column, event.shiftKey);
  };
  const onPointerOver = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 1 || editing !== null) return;
    const place = getPlace(event.target);
    if (place && (place.row !== focus.row || place.column !== focus.column))
      select(place.row, place.column, true);
  };
  const onCopy = (event: ClipboardEvent<HTMLDivElement>) => {
    if (editing !== null) return;
    event.preventDefault();
    const copied = rows
      .slice(range.top, range.bottom + 1)
      .map(({ cells }) => cells.slice(range.left, range.right + 1).map((each) => each?.text ?? ''));
    event.clipboardData.setData('text/plain', formatClipboard(copied));
    if (event.type === 'cut') editRange(() => '');
  };
  const onPaste = (event: ClipboardEvent<HTMLDivElement>) => {
    if (editing !== null) return;
    event.preventDefault();
    const pasted = parseClipboard(event.clipboardData.getData('text/plain'));
    const [first] = pasted;
    if (!first) return;
    if (pasted.length === 1 && first.length === 1) {
      editRange(() => first[0] ?? '');
      return;
    }
    edit(
      pasted.flatMap((line, row) =>
        line.flatMap((value, column) => createEdit(range.top + row, range.left + column, value)),
      ),
    );
    const bottom = rows[Math.min(range.top + pasted.length, rows.length) - 1]?.id;
    const right = columns[Math.min(range.left + first.length, columns.length) - 1]?.id;
    const start = { row: rows[range.top]?.id ?? '', column: columns[range.left]?.id ?? '' };
    if (bottom && right) onSelect({ focus: start, anchor: { row: bottom, column: right } });
  };

  let index = 0;
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      className={classNames(styles.grid, isTexts(columns) && styles.texts)}
      style={tracks}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerOver={onPointerOver}
      onCopy={onCopy}
      onCut={onCopy}
      onPaste={onPaste}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        if (!grid.current?.contains(relatedTarget) && editing === null) hasFocus.current = false;
      }}
    >
      <div role="rowgroup" className={styles.head}>
        <div role="row" className={styles.row}>
          <div role="columnheader" className={styles.corner}>
            <span className="sr-only">{text.row}</span>
          </div>
          {columns.map((column, position) => (
            <div
              key={column.id}
              role="columnheader"
              className={classNames(styles.columnHeader, position === focus.column && styles.current)}
            >
              <bdi>{getItemTitle(text, column)}</bdi>
            </div>
          ))}
        </div>
      </div>
      {groups.map((group) => (
        <div key={group.id} role="rowgroup" aria-label={getGroupTitle(text, group)}>
          <p aria-hidden className={styles.group}>
            <bdi>{getGroupTitle(text, group)}</bdi>
          </p>
          {splitRows(group.rows).map((block) => {
            const start = index;
            index += block.length;
            const isFocused = focus.row >= start && focus.row < index;
            const isSelected = range.top < index && range.bottom >= start;
            return (
              <MemoBlock
                key={block[0]?.id}
                rows={block}
                start={start}
                columns={columns}
                focused={isFocused ? focus : null}
                range={isSelected ? range : null}
                editing={isFocused ? editing : null}
                problems={problems}
                onCommit={isFocused ? commit : null}
                onCancel={isFocused ? () => setEditing(null) : null}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface BlockProps {
  rows: SheetRow[];
  /** The index of the first row. */
  start: number;
  columns: SheetItem[];
  /** The cell with the focus, if it is in the block. */
  focused: { row: number; column: number } | null;
  /** The selected cells, if some are in the block. */
  range: Range | null;
  editing: string | null;
  problems: ReadonlyMap<string, string>;
  onCommit: RowProps['onCommit'];
  onCancel: RowProps['onCancel'];
}

const blockSize = 32;

/** Rows in blocks, so that a move of the focus in a large list renders few of them. */
function splitRows(rows: SheetRow[]): SheetRow[][] {
  const blocks: SheetRow[][] = [];
  for (let from = 0; from < rows.length; from += blockSize) blocks.push(rows.slice(from, from + blockSize));
  return blocks;
}

const MemoBlock = memo(function Block({ rows, start, focused, range, ...rest }: BlockProps) {
  return rows.map((row, position) => {
    const index = start + position;
    const isFocused = index === focused?.row;
    const selected = range && index >= range.top && index <= range.bottom ? range : null;
    return (
      <MemoRow
        key={row.id}
        row={row}
        index={index}
        columns={rest.columns}
        focused={isFocused ? focused.column : -1}
        from={selected?.left ?? -1}
        to={selected?.right ?? -1}
        editing={isFocused ? rest.editing : null}
        problems={rest.problems}
        onCommit={isFocused ? rest.onCommit : null}
        onCancel={isFocused ? rest.onCancel : null}
      />
    );
  });
}, isSameBlock);

/** Blocks with the focus change with each key. */
function isSameBlock(before: BlockProps, after: BlockProps): boolean {
  return (
    before.focused === null &&
    after.focused === null &&
    before.range === null &&
    after.range === null &&
    before.start === after.start &&
    before.columns === after.columns &&
    before.problems === after.problems &&
    before.rows.length === after.rows.length &&
    before.rows.every((row, index) => row === after.rows[index])
  );
}

interface RowProps {
  row: SheetRow;
  index: number;
  columns: SheetItem[];
  /** The column with the focus. -1 in other rows. */
  focused: number;
  /** The selected columns. -1 for none. */
  from: number;
  to: number;
  editing: string | null;
  problems: ReadonlyMap<string, string>;
  onCommit: ((text: string, move: 'down' | 'right' | 'left' | null) => void) | null;
  onCancel: (() => void) | null;
}

const MemoRow = memo(function Row(props: RowProps) {
  const { row, index, columns, focused, from, to, editing, problems, onCommit, onCancel } = props;
  const text = usePageText('staff').priceTable;
  return (
    <div role="row" aria-rowindex={index + 2} data-row={index} className={styles.row}>
      <div role="rowheader" className={classNames(styles.rowHeader, focused !== -1 && styles.current)}>
        <RowTitle row={row} />
      </div>
      {row.cells.map((cell, position) => {
        const column = columns[position];
        const isFocused = position === focused;
        const isEdited = isFocused && editing !== null && cell !== null;
        const problem = column && problems.get(`${row.id} ${column.id}`);
        const { shown, label } = cell ? getCellText(text, cell) : { shown: '', label: undefined };
        const language = column?.language;
        return (
          <div
            key={column?.id}
            role="gridcell"
            data-column={position}
            tabIndex={isFocused ? 0 : -1}
            aria-label={label}
            aria-selected={position >= from && position <= to}
            aria-readonly={cell === null || cell.isReadOnly}
            lang={language}
            dir={language && getDirection(language)}
            aria-invalid={problem ? true : undefined}
            title={problem}
            className={getCellClassName(cell)}
          >
            {isEdited && onCommit && onCancel ? (
              <SheetCellEditor
                cell={cell}
                start={editing}
                label={`${getItemTitle(text, row)}, ${column ? getItemTitle(text, column) : ''}`}
                onCommit={onCommit}
                onCancel={onCancel}
              />
            ) : (
              shown
            )}
          </div>
        );
      })}
    </div>
  );
});

/** The title of an entry and the name of its text can be in different scripts. */
function RowTitle({ row }: { row: SheetRow }) {
  const text = usePageText('staff').priceTable;
  if (row.field === undefined || row.title === null) return <bdi>{getItemTitle(text, row)}</bdi>;
  return (
    <>
      <bdi>{row.title}</bdi>: <bdi>{getItemTitle(text, { id: row.field, title: null })}</bdi>
    </>
  );
}

function getCellClassName(cell: SheetCell | null): string {
  return classNames(
    styles.cell,
    cell === null && styles.none,
    cell?.isDefault && styles.standard,
    cell?.isMissing && styles.missing,
    (cell?.kind === 'number' || cell?.kind === 'price') && 'figures',
  );
}

/** Of a description. */
const longTextLength = 120;

/**
 * Tracks by what the columns have, because marks need less space than texts. Languages have equal ones. All rows have the
 * same width.
 */
function getTracks(columns: SheetItem[], groups: SheetGroup[]): React.CSSProperties {
  const rows = groups.flatMap((group) => group.rows).slice(0, 40);
  const own = columns.map(({ title }, index) => {
    const lengths = rows.map(({ cells }) => cells[index]?.text.length ?? 0);
    const longest = Math.max(title?.length ?? 12, ...lengths);
    return Math.min(Math.max(6.5, longest * 0.48), longest > longTextLength ? 20 : 14);
  });
  const widths = isTexts(columns) ? own.map(() => Math.max(...own)) : own;
  const width = widths.reduce((sum, each) => sum + each, 0);
  return {
    '--sheet-columns': ['var(--sheet-header)', ...widths.map((each) => `minmax(0, ${each}fr)`)].join(' '),
    '--sheet-width': `calc(var(--sheet-header) + ${width}rem)`,
    '--sheet-narrow-width': `calc(var(--sheet-header) + ${columns.length * 8}rem)`,
  } as React.CSSProperties;
}

const isTexts = (columns: SheetItem[]) => columns.some(({ language }) => language !== undefined);
