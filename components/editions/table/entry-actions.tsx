'use client';

import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { Button } from '@/components/ui/button';
import { TextButton } from '@/components/ui/text-link';
import { type ListSection, listSections } from '@/lib/contract/price-list-keys';
import type { SheetEdit } from '@/lib/price-list/yaml/edit-sheets';
import type { Sheet, SheetItem, SheetName } from '@/lib/price-list/yaml/sheets';
import { getItemTitle } from './sheet-labels';
import type { Selection } from './sheet-selection';

/** The section and the key of a plan, add-on, feature or limit. They are null for a setting. */
function parseEntry(id: string): { section: ListSection; key: string } | null {
  const dot = id.indexOf('.');
  const section = listSections.find((each) => each === id.slice(0, dot));
  return section ? { section, key: id.slice(dot + 1) } : null;
}

const addableSections: Record<SheetName, ListSection[]> = {
  plans: ['plans', 'features', 'usageLimits'],
  addOns: ['addOns', 'features', 'usageLimits'],
  features: ['features', 'usageLimits'],
  app: [],
  texts: [],
};

interface NewEntriesProps {
  name: SheetName;
  /** The value is null before a cell is chosen: then entries are added at the end. */
  selection: Selection | null;
  onEdit: (edit: Extract<SheetEdit, { type: 'add' }>) => void;
}

/** Adds plans, add-ons, features and limits after the selected one. */
export function NewEntries({ name, selection, onEdit }: NewEntriesProps) {
  const text = usePageText('staff').priceTable;
  const [added, setAdded] = useState<ListSection | null>(null);
  const addable = addableSections[name];
  const section = added !== null && addable.includes(added) ? added : null;
  const add = (title: string) => {
    if (!section) return;
    const ids = selection ? [selection.focus.row, selection.focus.column] : [];
    const selected = ids.map(parseEntry).find((entry) => entry?.section === section);
    onEdit({ type: 'add', section, name: title, after: selected?.key ?? null });
    setAdded(null);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-small">
      {addable.map((each) => (
        <EntryButton
          key={each}
          aria-expanded={section === each}
          onClick={() => setAdded(section === each ? null : each)}
        >
          {text.add[each]}
        </EntryButton>
      ))}
      {section && <NewEntry key={section} section={section} onAdd={add} onCancel={() => setAdded(null)} />}
    </div>
  );
}

interface EntryActionsProps {
  sheet: Sheet;
  selection: Selection;
  onEdit: (edit: SheetEdit) => void;
}

/** What can be done with the plan, add-on, feature or limit of the selected cell. */
export function EntryActions({ sheet, selection, onEdit }: EntryActionsProps) {
  const { columns, groups } = sheet;
  const column = columns.find(({ id }) => id === selection.focus.column);
  const group = groups.find(({ rows }) => rows.some(({ id }) => id === selection.focus.row));
  const row = group?.rows.find(({ id }) => id === selection.focus.row);
  const settings = groups.flatMap(({ rows }) => rows);
  const retired = settings.find(({ id }) => id === 'extension.retired');
  const isRetired = column !== undefined && retired?.cells[columns.indexOf(column)]?.text === 'yes';
  return (
    <div className="flex min-h-11 flex-wrap gap-x-8 text-small">
      {column && <Actions item={column} items={columns} isRetired={isRetired} onEdit={onEdit} />}
      {row && group && <Actions item={row} items={group.rows} isRetired={false} onEdit={onEdit} />}
    </div>
  );
}

interface ActionsProps {
  item: SheetItem;
  /** Those that it can be moved between. */
  items: SheetItem[];
  isRetired: boolean;
  onEdit: (edit: SheetEdit) => void;
}

function Actions({ item, items, isRetired, onEdit }: ActionsProps) {
  const text = usePageText('staff').priceTable;
  const entry = parseEntry(item.id);
  if (!entry) return null;
  const { section, key } = entry;
  const at = items.findIndex(({ id }) => id === item.id);
  const moveBefore = (index: number) => {
    if (index < 0 || index > items.length) return;
    const before = parseEntry(items[index]?.id ?? '')?.key ?? null;
    onEdit({ type: 'move', section, key, before });
  };
  const retire = () => {
    const cell = {
      row: 'extension.retired',
      column: item.id,
      kind: 'flag',
      text: isRetired ? '' : 'yes',
    } as const;
    onEdit({ type: 'cells', sheet: 'plans', cells: [cell] });
  };
  return (
    <fieldset aria-label={getItemTitle(text, item)} className="flex flex-wrap items-center gap-x-4">
      <span className="font-medium">
        <bdi>{getItemTitle(text, item)}</bdi>
      </span>
      <EntryButton aria-disabled={at === 0 || undefined} onClick={() => moveBefore(at - 1)}>
        {text.earlier}
      </EntryButton>
      <EntryButton aria-disabled={at === items.length - 1 || undefined} onClick={() => moveBefore(at + 2)}>
        {text.later}
      </EntryButton>
      <EntryButton onClick={() => onEdit({ type: 'copy', section, key })}>{text.copy}</EntryButton>
      {section === 'plans' && (
        <EntryButton onClick={retire}>{isRetired ? text.offer : text.retire}</EntryButton>
      )}
      <EntryButton onClick={() => onEdit({ type: 'remove', section, key })}>{text.remove}</EntryButton>
    </fieldset>
  );
}

/** As high as a target has to be, because lines of buttons follow each other. */
function EntryButton(props: ComponentProps<typeof TextButton>) {
  return <TextButton {...props} className="min-h-11 min-w-11" />;
}

interface NewEntryProps {
  section: ListSection;
  onAdd: (name: string) => void;
  onCancel: () => void;
}

/** A form for the name of a new plan, add-on, feature or limit. */
function NewEntry({ section, onAdd, onCancel }: NewEntryProps) {
  const text = usePageText('staff').priceTable;
  const { ui } = useText();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      aria-label={text.add[section]}
      className="flex flex-wrap items-center gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const name = field.current?.value.trim() ?? '';
        if (name === '') field.current?.focus();
        else onAdd(name);
      }}
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
    >
      <label className="flex items-center gap-2">
        {text.name}
        <input
          ref={field}
          required
          maxLength={200}
          className="min-h-11 rounded-control border border-edge bg-raised px-3 text-body"
        />
      </label>
      <Button type="submit" tone="solid">
        {text.create}
      </Button>
      <Button onClick={onCancel}>{ui.cancel}</Button>
    </form>
  );
}
