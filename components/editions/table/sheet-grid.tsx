// biome-ignore-all lint/a11y/useSemanticElements: a browser can't skip the rows of a table that are out of view
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus moves between cells
'use client';

import { useEffect, useId, useMemo, useRef } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { classNames } from '@/components/ui/class-names';
import type { CellEdit } from '@/lib/price-list/yaml/edit-sheets';
import type { SheetGroup, SheetItem } from '@/lib/price-list/yaml/sheets';
import { createSheetEvents, type SheetEventsInput } from './sheet-events';
import styles from './sheet-grid.module.css';
import { getGroupTitle, getItemTitle } from './sheet-labels';
import { currentClassName, SheetBlock, splitRows } from './sheet-rows';
import { getPlace, locateSelection, type Position, type Selection } from './sheet-selection';
import { useCellEdits } from './use-cell-edits';

interface SheetGridProps extends Pick<SheetEventsInput, 'onSelect' | 'onUndo' | 'onRedo' | 'onSave'> {
  label: string;
  columns: SheetItem[];
  groups: SheetGroup[];
  selection: Selection;
  onEdit: (cells: CellEdit[]) => void;
  /** Messages by `row column`. */
  problems: ReadonlyMap<string, string>;
  /** Each new object moves the focus to the selected cell. */
  focusRequest: object | null;
}

/** A grid of cells that are edited in place: arrow keys, selection, copy and paste as in a spreadsheet. */
export function SheetGrid(props: SheetGridProps) {
  const { label, columns, groups, selection, onSelect, onEdit, problems, focusRequest } = props;
  const text = usePageText('staff').priceTable;
  const grid = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const refusalId = useId();
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  const sheet = { rows, columns };
  const { focus, range } = locateSelection(sheet, selection);
  const select = (position: Position, isExtended = false) => {
    const place = getPlace(sheet, position);
    hasFocus.current = true;
    onSelect({ focus: place, anchor: isExtended ? selection.anchor : place });
  };
  const cells = useCellEdits({ sheet, focus, range, onEdit, select });
  const { editing, refusal } = cells;
  const tracks = useMemo(() => getTracks(columns, groups), [columns, groups]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a move, the end of an edit and a request move the focus
  useEffect(() => {
    if (!hasFocus.current || editing !== null) return;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [focus.row, focus.column, editing, focusRequest]);
  if (focusRequest) hasFocus.current = true;

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
        className={classNames(
          'relative max-h-[max(24rem,calc(100dvh-16rem))] overflow-auto overscroll-contain border border-edge bg-raised text-small',
          styles.grid,
          isTexts(columns) && styles.texts,
        )}
        style={tracks}
        {...createSheetEvents({ ...props, text, sheet, focus, range, select, cells })}
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
                className={classNames(styles.columnHeader, position === focus.column && currentClassName)}
              >
                <bdi>{getItemTitle(text, column)}</bdi>
              </div>
            ))}
          </div>
        </div>
        {groups.map((group) => (
          <div key={group.id} role="rowgroup" aria-label={getGroupTitle(text, group)}>
            <p aria-hidden className="sticky start-0 w-fit px-2.5 pt-4 pb-1.5 font-medium">
              <bdi>{getGroupTitle(text, group)}</bdi>
            </p>
            {splitRows(group.rows).map((block) => {
              const start = index;
              index += block.length;
              const isFocused = focus.row >= start && focus.row < index;
              const isSelected = range.top < index && range.bottom >= start;
              return (
                <SheetBlock
                  key={block[0]?.id}
                  rows={block}
                  start={start}
                  columns={columns}
                  focused={isFocused ? focus : null}
                  range={isSelected ? range : null}
                  editing={isFocused ? editing : null}
                  refusalId={isFocused && refusal ? refusalId : undefined}
                  problems={problems}
                  onCommit={isFocused ? cells.commit : null}
                  onCancel={isFocused ? cells.cancel : null}
                />
              );
            })}
          </div>
        ))}
      </div>
      {refusal && (
        // On the screen while the cells above it are.
        <p
          role="alert"
          id={refusalId}
          className="sticky bottom-0 z-2 border-lost border-s-4 bg-paper px-4 py-2 text-small"
        >
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
