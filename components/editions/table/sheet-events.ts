import type { ClipboardEvent, KeyboardEvent, PointerEvent } from 'react';
import { formatClipboard, parseClipboard, placePasted } from './sheet-edits';
import type { TableText } from './sheet-labels';
import { findMove, getPlace, type Position, type Selection } from './sheet-selection';
import type { CellEditsInput, useCellEdits } from './use-cell-edits';

export interface SheetEventsInput extends Pick<CellEditsInput, 'sheet' | 'focus' | 'range'> {
  onSelect: (selection: Selection) => void;
  onUndo: () => void;
  onRedo: () => void;
  onSave: () => void;
  text: TableText;
  select: (position: Position, isExtended?: boolean) => void;
  cells: ReturnType<typeof useCellEdits>;
}

/** The event handlers of the grid. While a cell is edited, its field handles keys and the clipboard. */
export function createSheetEvents(input: SheetEventsInput) {
  const whileSelecting =
    <Event>(handle: (event: Event, input: SheetEventsInput) => void) =>
    (event: Event) => {
      if (input.cells.editing === null) handle(event, input);
    };
  return {
    onKeyDown: whileSelecting(handleKey),
    onPointerDown: (event: PointerEvent<HTMLElement>) => handlePress(event, input),
    onPointerOver: whileSelecting(extendSelection),
    onCopy: whileSelecting(copy),
    onCut: whileSelecting(copy),
    onPaste: whileSelecting(paste),
  };
}

/** Keys that do nothing alone. */
const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph']);

function handleKey(event: KeyboardEvent<HTMLElement>, input: SheetEventsInput): void {
  const { sheet, focus, select, cells } = input;
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (!modifiers.has(key)) cells.setRefusal(null);
  if (altKey) return;
  const isCommand = ctrlKey || metaKey;
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const move = findMove(key, focus, sheet, { isCommand, isRtl });
  const command = isCommand ? findCommand(key.toLowerCase(), shiftKey, input) : undefined;
  if (move) select(move, shiftKey);
  else if (command) command();
  else if (isCommand) return;
  else if (key === 'Enter' || key === 'F2') cells.begin(null);
  else if (key === ' ' && cells.cell?.kind === 'flag') cells.toggle();
  else if (key === 'Delete' || key === 'Backspace') cells.clear();
  else if (key.length === 1 && key !== ' ') cells.begin(key);
  else return;
  event.preventDefault();
}

/** What a key does together with Ctrl or Command. */
function findCommand(
  key: string,
  shiftKey: boolean,
  { sheet, onSelect, onUndo, onRedo, onSave }: SheetEventsInput,
): (() => void) | undefined {
  const last = { row: sheet.rows.length - 1, column: sheet.columns.length - 1 };
  const selectAll = () =>
    onSelect({ focus: getPlace(sheet, { row: 0, column: 0 }), anchor: getPlace(sheet, last) });
  const commands: Record<string, () => void> = {
    z: shiftKey ? onRedo : onUndo,
    y: onRedo,
    s: onSave,
    a: selectAll,
  };
  return commands[key];
}

function findCell(target: EventTarget): Position | null {
  const found = (target as HTMLElement).closest<HTMLElement>('[role=gridcell]');
  const row = found?.closest<HTMLElement>('[data-row]')?.dataset.row;
  return found && row !== undefined ? { row: Number(row), column: Number(found.dataset.column) } : null;
}

const isSamePosition = (one: Position, other: Position) =>
  one.row === other.row && one.column === other.column;

/** Selects a cell, or edits it if it has the focus. */
function handlePress(event: PointerEvent<HTMLElement>, { focus, select, cells }: SheetEventsInput): void {
  const position = findCell(event.target);
  if (!position || event.button !== 0) return;
  const isSame = isSamePosition(position, focus);
  if (cells.editing !== null && isSame) return;
  cells.setRefusal(null);
  // What is being edited is written before another cell is selected.
  if (cells.editing !== null) (document.activeElement as HTMLElement | null)?.blur();
  if (!isSame || event.shiftKey || !event.currentTarget.contains(document.activeElement))
    select(position, event.shiftKey);
  else if (cells.cell?.kind === 'flag') cells.toggle();
  else cells.begin(null);
}

function extendSelection(event: PointerEvent<HTMLElement>, { focus, select }: SheetEventsInput): void {
  if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
  const position = findCell(event.target);
  if (position && !isSamePosition(position, focus)) select(position, true);
}

/** Copies the selected cells, and empties them if they are cut. */
function copy(event: ClipboardEvent<HTMLElement>, { sheet, range, cells }: SheetEventsInput): void {
  event.preventDefault();
  const copied = sheet.rows
    .slice(range.top, range.bottom + 1)
    .map((row) => row.cells.slice(range.left, range.right + 1).map((cell) => cell?.text ?? ''));
  event.clipboardData.setData('text/plain', formatClipboard(copied));
  if (event.type === 'cut') cells.clear();
}

/** Pastes a single value into all selected cells, and lines from the first selected cell on. */
function paste(event: ClipboardEvent<HTMLElement>, input: SheetEventsInput): void {
  const { text, sheet, range, cells, onSelect } = input;
  event.preventDefault();
  // An image has no text, which would clear the cells.
  if (!event.clipboardData.types.includes('text/plain')) return;
  const lines = parseClipboard(event.clipboardData.getData('text/plain'));
  const [first = []] = lines;
  if (lines.length === 1 && first.length === 1) {
    cells.fill(first[0] ?? '');
    return;
  }
  const placed = placePasted(text, sheet, range, lines);
  if ('refusal' in placed) {
    cells.setRefusal(placed.refusal);
    return;
  }
  const { top: row, left: column } = range;
  const end = { row: row + lines.length - 1, column: column + first.length - 1 };
  if (cells.write(placed.values))
    onSelect({ focus: getPlace(sheet, { row, column }), anchor: getPlace(sheet, end) });
}
