'use client';

import { useMemo, useState } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { Skeleton } from '@/components/ui/skeleton';
import { TextButton } from '@/components/ui/text-link';
import type { CatalogProblem } from '@/lib/contract/catalog-editions';
import { locateProblem, type ProblemPlace } from '@/lib/price-list/locate-problem';
import type { Section, Sheet, SheetItem, SheetName, SheetRow, Sheets } from '@/lib/price-list/sheets';
import { EntryActions, NewEntries } from './entry-actions';
import { type Place, type Selection, SheetGrid } from './sheet-grid';
import { getItemTitle } from './sheet-labels';
import type { useSheets } from './use-sheets';

interface PriceListTableProps {
  table: ReturnType<typeof useSheets>;
  onSave: () => void;
  problems: CatalogProblem[];
  /** A cell to show. Each object moves the focus once. */
  shownPlace: ProblemPlace | null;
  name: SheetName;
}

/** Settings that are always shown. Others are once an entry has them. */
const commonSettings = new Set([
  ...['extension.title', 'list.price', 'list.annualPrice', 'list.unit', 'extension.min_users'],
  ...[
    'list.description',
    'list.availableFor',
    'list.valueType',
    'list.defaultValue',
    'list.tag',
    'list.saasName',
  ],
  ...['list.currency', 'list.billing', 'list.period', 'extension.contact_url', 'extension.sign_up_url'],
]);

const hasText = (row: SheetRow) =>
  row.cells.some((cell) => cell !== null && cell.text !== '' && !cell.isDefault);

/** A price list as a table: plans, add-ons, features and the app, edited in place over the same text. */
export function PriceListTable(props: PriceListTableProps) {
  const { table, onSave, problems, shownPlace, name } = props;
  const text = usePageText('staff').priceTable;
  const { sheets, failure, edit, undo, redo, canUndo, canRedo } = table;
  const [places, setPlaces] = useState<Partial<Record<SheetName, Selection>>>({});
  const [query, setQuery] = useState('');
  const [hasAll, setHasAll] = useState(false);
  const [focusRequest, setFocusRequest] = useState<object | null>(null);
  /** An entry that is being added, and those that were there before. */
  const [added, setAdded] = useState<{ section: Section; known: Sheets } | null>(null);
  const [seenPlace, setSeenPlace] = useState<ProblemPlace | null>(null);
  const messages = useMessages(sheets, name, problems);
  const sheet = sheets?.[name];
  const shown = useMemo(
    () => (sheet ? filterSheet(sheet, { query, hasAll, text }) : null),
    [sheet, query, hasAll, text],
  );

  if (shownPlace && shownPlace !== seenPlace) {
    setSeenPlace(shownPlace);
    setQuery('');
    if (!commonSettings.has(shownPlace.row)) setHasAll(true);
    setPlaces({ ...places, [shownPlace.sheet]: { focus: shownPlace, anchor: shownPlace } });
    setFocusRequest({});
  }

  const created =
    added && sheets && sheets !== added.known && findCreated(added.known, sheets, name, added.section);
  if (created) {
    setAdded(null);
    setPlaces({ ...places, [name]: { focus: created, anchor: created } });
    setFocusRequest({});
  }

  if (!sheets || !shown) {
    return (
      <div role="status">
        <p>{problems.length > 0 ? text.syntax : text.loading}</p>
        {problems.length === 0 && <Skeleton className="mt-4 h-96 w-full" />}
      </div>
    );
  }
  const first: Place = { row: shown.groups[0]?.rows[0]?.id ?? '', column: shown.columns[0]?.id ?? '' };
  const selection = places[name] ?? { focus: first, anchor: first };
  const select = (next: Selection) => setPlaces({ ...places, [name]: next });
  const shownRows = shown.groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-2">
        <NewEntries
          name={name}
          selection={places[name] ?? null}
          onEdit={(entry) => {
            setAdded({ section: entry.section, known: sheets });
            edit(entry);
          }}
        />
        <div className="flex flex-wrap items-center gap-x-4 text-small">
          <TextButton aria-disabled={!canUndo || undefined} onClick={undo} className="min-h-11 min-w-11">
            {text.undo}
          </TextButton>
          <TextButton aria-disabled={!canRedo || undefined} onClick={redo} className="min-h-11 min-w-11">
            {text.redo}
          </TextButton>
          <label className="flex min-h-11 items-center gap-2">
            <input type="checkbox" checked={hasAll} onChange={({ target }) => setHasAll(target.checked)} />
            {text.showAll}
          </label>
          <input
            type="search"
            aria-label={text.find}
            placeholder={text.find}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            className="min-h-11 w-48 rounded-control border border-edge bg-raised px-3"
          />
          {query !== '' && <span role="status">{text.rows(shownRows)}</span>}
        </div>
      </div>
      <EntryActions sheet={sheets[name]} selection={selection} onEdit={edit} />
      {failure !== null && (
        <p role="alert" className="mb-3 border-s-4 border-lost ps-4">
          {text.failure} <bdi lang="en">{failure}</bdi>
        </p>
      )}
      {shown.columns.length === 0 || shownRows === 0 ? (
        <p className="border border-line p-5 text-soft">
          {query === '' && name !== 'app' ? text.empty[name] : text.rows(0)}
        </p>
      ) : (
        <SheetGrid
          key={name}
          label={text.sheets[name]}
          columns={shown.columns}
          groups={shown.groups}
          selection={selection}
          onSelect={select}
          onEdit={(cells) => edit({ type: 'cells', sheet: name, cells })}
          onUndo={undo}
          onRedo={redo}
          onSave={onSave}
          problems={messages}
          focusRequest={focusRequest}
        />
      )}
      <p className="min-h-6 pt-2 text-small text-soft">
        {messages.get(`${selection.focus.row} ${selection.focus.column}`) ?? text.hint}
      </p>
    </div>
  );
}

const noMessages: ReadonlyMap<string, string> = new Map();

/** The problems of a sheet by `row column`. The same object while they are the same. */
function useMessages(sheets: Sheets | null, name: SheetName, problems: CatalogProblem[]) {
  const [messages, setMessages] = useState(noMessages);
  const found = new Map<string, string>();
  for (const problem of sheets ? problems : []) {
    const place = sheets && locateProblem(sheets, problem);
    if (place?.sheet === name) found.set(`${place.row} ${place.column}`, problem.message);
  }
  const isSame =
    found.size === messages.size && [...found].every(([key, text]) => messages.get(key) === text);
  if (!isSame) setMessages(found);
  return isSame ? messages : found;
}

/** The cell to go on with in a new entry: its price, or its first value. */
function findCreated(before: Sheets, after: Sheets, name: SheetName, section: Section): Place | null {
  const known = before[name];
  const sheet = after[name];
  const isNew = (items: SheetItem[], { id }: SheetItem) =>
    id.startsWith(`${section}.`) && !items.some((item) => item.id === id);
  const listRows = ({ groups }: Sheet) => groups.flatMap(({ rows }) => rows);
  const column = sheet.columns.find((item) => isNew(known.columns, item));
  if (column) return { row: 'list.price', column: column.id };
  const rows = listRows(known);
  const row = listRows(sheet).find((item) => isNew(rows, item));
  return row ? { row: row.id, column: sheet.columns[0]?.id ?? '' } : null;
}

interface Filter {
  query: string;
  hasAll: boolean;
  text: ReturnType<typeof usePageText<'staff'>>['priceTable'];
}

/** Without the settings that nothing has, and with the rows that match. */
function filterSheet(sheet: Sheet, { query, hasAll, text }: Filter): Sheet {
  const words = normalize(query).split(/\s+/).filter(Boolean);
  const isMatch = (row: SheetRow) => {
    if (words.length === 0) return true;
    const title = normalize(`${getItemTitle(text, row)} ${row.id}`);
    return words.every((word) => title.includes(word));
  };
  const columns = sheet.columns
    .map((column, index) => ({ column, index }))
    .filter(({ column, index }) => {
      if (hasAll || column.title !== null || column.id === 'value' || commonSettings.has(column.id))
        return true;
      return sheet.groups.some(({ rows }) => rows.some(({ cells }) => (cells[index]?.text ?? '') !== ''));
    });
  const isShown = (row: SheetRow) =>
    row.title !== null || hasAll || commonSettings.has(row.id) || hasText(row);
  const groups = sheet.groups.flatMap((group) => {
    const rows = group.rows.filter((row) => isShown(row) && isMatch(row));
    return rows.length === 0 ? [] : [{ ...group, rows }];
  });
  if (columns.length === sheet.columns.length) return { columns: sheet.columns, groups };
  const pick = (row: SheetRow): SheetRow => ({
    ...row,
    cells: columns.map(({ index }) => row.cells[index] ?? null),
  });
  return {
    columns: columns.map(({ column }) => column),
    groups: groups.map((group) => ({ ...group, rows: group.rows.map(pick) })),
  };
}

const normalize = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
