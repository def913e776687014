// biome-ignore-all lint/a11y/useSemanticElements: a browser can't skip the rows of a table that are out of view
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus moves between cells
'use client';

import { memo } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { classNames } from '@/components/ui/class-names';
import { getDirection } from '@/lib/price-list/yaml/language-tag';
import type { SheetCell, SheetItem, SheetRow } from '@/lib/price-list/yaml/sheets';
import { type EditStart, SheetCellEditor } from './sheet-cell-editor';
import styles from './sheet-grid.module.css';
import { getCellText, getItemTitle } from './sheet-labels';
import type { Position, Range } from './sheet-selection';
import type { useCellEdits } from './use-cell-edits';

interface BlockProps
  extends Pick<RowProps, 'columns' | 'editing' | 'refusalId' | 'problems' | 'onCommit' | 'onCancel'> {
  rows: SheetRow[];
  /** The index of the first row. */
  start: number;
  /** The cell with the focus, if it is in the block. */
  focused: Position | null;
  /** The selected cells, if some are in the block. */
  range: Range | null;
}

/** The header of the row and of the column of the cell with the focus. */
export const currentClassName = 'shadow-[inset_0_-2px_0_var(--ink)]';

const blockSize = 32;

/** Rows in blocks, so that a move of the focus in a large list renders few of them. */
export function splitRows(rows: SheetRow[]): SheetRow[][] {
  const blocks: SheetRow[][] = [];
  for (let from = 0; from < rows.length; from += blockSize) blocks.push(rows.slice(from, from + blockSize));
  return blocks;
}

export const SheetBlock = memo(function SheetBlock({ rows, start, focused, range, ...rest }: BlockProps) {
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
  onCommit: ReturnType<typeof useCellEdits>['commit'] | null;
  onCancel: (() => void) | null;
}

const MemoRow = memo(function Row(props: RowProps) {
  const { row, index, columns, focused, from, to, editing, refusalId, problems, onCommit, onCancel } = props;
  const text = usePageText('staff').priceTable;
  return (
    <div role="row" aria-rowindex={index + 2} data-row={index} className={styles.row}>
      <div role="rowheader" className={classNames(styles.rowHeader, focused !== -1 && currentClassName)}>
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
    cell?.isDefault && 'text-soft',
    cell?.isMissing && styles.missing,
    (cell?.kind === 'number' || cell?.kind === 'price') && 'figures',
  );
}
