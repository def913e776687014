// biome-ignore-all lint/a11y/useSemanticElements: a browser can't skip the rows of a table that are out of view
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus moves between cells
'use client';

import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useEffect,
  useId,
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
import { type EditStart, SheetCellEditor } from './sheet-cell-editor';
import styles from './sheet-grid.module.css';
import { getCellText, getEditedText, getGroupTitle, getItemTitle, readCell } from './sheet-labels';

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

/** Why nothing was changed, with the titles of the row and column of the cell. */
interface Refusal {
  row?: string;
  column?: string;
  message: string;
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
  /** An edit of the cell with the focus. */
  const [editing, setEditing] = useState<EditStart | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refusalId = useId();
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
  /** The edit of a cell. Null for none, and why for one that is not possible. */
  const createEdit = (row: number, column: number, value: string): CellEdit | Refusal | null => {
    const target = getCell(row, column);
    const [rowItem, columnItem] = [rows[row], columns[column]];
    if (!rowItem || !columnItem) return null;
    if ((target?.text ?? '') === value.trim() && !target?.isDefault) return null;
    const titles = { row: getItemTitle(text, rowItem), column: getItemTitle(text, columnItem) };
    if (!target || target.isReadOnly) return { ...titles, message: text.readOnly };
    const { taken, expected } = readCell(text, target, value);
    if (taken === null) return { ...titles, message: text.expected(expected) };
    if (taken === target.text && !target.isDefault) return null;
    return { row: rowItem.id, column: columnItem.id, kind: target.kind, text: taken };
  };
  /** Writes all values or none. Whether it has. */
  const edit = (values: [row: number, column: number, value: string][]): boolean => {
    const edits = values.map((each) => createEdit(...each));
    const refused = edits.find((each) => each !== null && 'message' in each);
    setRefusal(refused ?? null);
    if (refused) return false;
    const cells = edits.filter((each) => each !== null && 'kind' in each);
    if (cells.length > 0) onEdit(cells);
    return true;
  };
  const selected = () =>
    Array.from({ length: range.bottom - range.top + 1 }, (_, row) =>
      Array.from({ length: range.right - range.left + 1 }, (__, column): [number, number] => [
        range.top + row,
        range.left + column,
      ]),
    ).flat();
  const clear = () => {
    const editable = selected().filter((at) => getCell(...at)?.isReadOnly !== true);
    edit(editable.map((at) => [...at, '']));
  };
  const begin = (typed: string | null) => {
    if (!cell || cell.isReadOnly) return;
    setRefusal(null);
    setEditing({ text: typed ?? getEditedText(text, cell), isTyped: typed !== null });
  };
  const toggle = () => {
    if (cell && !cell.isReadOnly) edit([[focus.row, focus.column, cell.text === 'yes' ? 'no' : 'yes']]);
  };
  const commit = (value: string | null, move: 'down' | 'right' | 'left' | null): boolean => {
    const isDone = edit(value === null ? [] : [[focus.row, focus.column, value]]);
    // A text that the cell does not take is corrected, unless the focus is elsewhere.
    if (!isDone && move !== null) return false;
    setEditing(null);
    if (move === 'down') select(focus.row + 1, focus.column);
    if (move === 'right' || move === 'left') select(focus.row, focus.column + (move === 'right' ? 1 : -1));
    return isDone;
  };
  const cancel = () => {
    setEditing(null);
    setRefusal(null);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (editing !== null) return;
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (!modifiers.has(key)) setRefusal(null);
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
    else if (key === 'Enter' || key === 'F2') begin(null);
    else if (key === ' ' && cell?.kind === 'flag') toggle();
    else if (key === 'Delete' || key === 'Backspace') clear();
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
    setRefusal(null);
    // What is being edited is written before another cell is selected.
    if (editing !== null) (document.activeElement as HTMLElement | null)?.blur();
    if (isSame && !event.shiftKey && grid.current?.contains(document.activeElement))
      cell?.kind === 'flag' ? toggle() : begin(null);
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
    if (event.type === 'cut') clear();
  };
  const onPaste = (event: ClipboardEvent<HTMLDivElement>) => {
    if (editing !== null) return;
    event.preventDefault();
    // An image has no text, which would clear the cells.
    if (!event.clipboardData.types.includes('text/plain')) return;
    const pasted = parseClipboard(event.clipboardData.getData('text/plain'));
    const [first = []] = pasted;
    if (pasted.length === 1 && first.length === 1) {
      edit(selected().map((at) => [...at, first[0] ?? '']));
      return;
    }
    const [height, width] = [rows.length - range.top, columns.length - range.left];
    const uneven = pasted.findIndex((line) => line.length !== first.length);
    if (uneven !== -1) return setRefusal({ message: text.paste.uneven(uneven + 1) });
    if (pasted.length > height || first.length > width) {
      const size = [pasted.length, first.length] as const;
      return setRefusal({ message: text.paste.tooLarge(...size, height, width) });
    }
    const isDone = edit(
      pasted.flatMap((line, row) =>
        line.map((value, column): [number, number, string] => [range.top + row, range.left + column, value]),
      ),
    );
    const bottom = rows[range.top + pasted.length - 1]?.id;
    const right = columns[range.left + first.length - 1]?.id;
    const start = { row: rows[range.top]?.id ?? '', column: columns[range.left]?.id ?? '' };
    if (isDone && bottom && right) onSelect({ focus: start, anchor: { row: bottom, column: right } });
  };

  let index = 0;
  return (
    <>
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
                  refusalId={isFocused && refusal ? refusalId : undefined}
                  problems={problems}
                  onCommit={isFocused ? commit : null}
                  onCancel={isFocused ? cancel : null}
                />
              );
            })}
          </div>
        ))}
      </div>
      {refusal && (
        <p role="alert" id={refusalId} className={styles.refusal}>
          {refusal.row !== undefined && (
            <>
              <bdi>{refusal.row}</bdi>, <bdi>{refusal.column}</bdi>:{' '}
            </>
          )}
          {refusal.message} {text.texts.rejected}
        </p>
      )}
    </>
  );
}

/** Keys that do nothing alone. */
const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph']);

interface BlockProps {
  rows: SheetRow[];
  /** The index of the first row. */
  start: number;
  columns: SheetItem[];
  /** The cell with the focus, if it is in the block. */
  focused: { row: number; column: number } | null;
  /** The selected cells, if some are in the block. */
  range: Range | null;
  editing: EditStart | null;
  refusalId: string | undefined;
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
        refusalId={isFocused ? rest.refusalId : undefined}
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
  editing: EditStart | null;
  /** The element that says why the cell does not take its text. */
  refusalId: string | undefined;
  problems: ReadonlyMap<string, string>;
  onCommit: ((text: string | null, move: 'down' | 'right' | 'left' | null) => boolean) | null;
  onCancel: (() => void) | null;
}

const MemoRow = memo(function Row(props: RowProps) {
  const { row, index, columns, focused, from, to, editing, refusalId, problems, onCommit, onCancel } = props;
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
                refusalId={refusalId}
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
