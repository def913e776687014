'use client';

import { useMemo, useState } from 'react';
import { useLanguageName } from '@/components/editions/table/sheet-labels';
import { usePageText } from '@/components/i18n/page-text';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/skeleton';
import { TextButton } from '@/components/ui/text-link';
import type { CatalogProblem, ListTexts } from '@/lib/contract/catalog-editions';
import type { ListSection } from '@/lib/contract/price-list-keys';
import { formatPluralExamples } from '@/lib/price-list/yaml/language-tag';
import { locateProblem, type ProblemPlace } from '@/lib/price-list/yaml/locate-problem';
import type { Sheet, SheetItem, SheetName, Sheets } from '@/lib/price-list/yaml/sheets';
import { parseTextId } from '@/lib/price-list/yaml/texts';
import { EntryActions, NewEntries } from './entry-actions';
import { commonSettings, filterSheet, filterTexts, listMissing, nameLanguages } from './filter-sheet';
import { SheetGrid } from './sheet-grid';
import type { Place, Selection } from './sheet-selection';
import { TextActions, TextTools } from './text-tools';
import type { useSheets } from './use-sheets';

interface PriceListTableProps {
  table: ReturnType<typeof useSheets>;
  onSave: () => void;
  problems: CatalogProblem[];
  /** A cell to show. Each object moves the focus once. */
  shownPlace: ProblemPlace | null;
  name: SheetName;
  /** What can be translated. It is null if that is not known. */
  texts: ListTexts | null;
  /** Name for files of translators, without language and extension. */
  fileName: string;
}

/** A price list as a table: plans, add-ons, features and the app, edited in place over the same text. */
export function PriceListTable(props: PriceListTableProps) {
  const { table, onSave, problems, shownPlace, name, texts, fileName } = props;
  const text = usePageText('staff').priceTable;
  const { sheets, failure, edit, undo, redo, canUndo, canRedo } = table;
  const [places, setPlaces] = useState<Partial<Record<SheetName, Selection>>>({});
  const [query, setQuery] = useState('');
  const [hasAll, setHasAll] = useState(false);
  const [focusRequest, setFocusRequest] = useState<object | null>(null);
  /** An entry that is being added, and those that were there before. */
  const [added, setAdded] = useState<{ section: ListSection; known: Sheets } | null>(null);
  const [seenPlace, setSeenPlace] = useState<ProblemPlace | null>(null);
  const messages = useMessages(sheets, name, problems);
  const sheet = sheets?.[name];
  const isTexts = name === 'texts';
  const [hidden, setHidden] = useState<ReadonlySet<string>>(noLanguages);
  /** With the filter for missing texts, the rows that it has shown. */
  const [kept, setKept] = useState<ReadonlySet<string> | null>(null);
  const getLanguageName = useLanguageName();
  const sheetColumns = sheet?.columns;
  const columns = useMemo(
    () => (sheetColumns && isTexts ? nameLanguages(sheetColumns, hidden, text, getLanguageName) : []),
    [sheetColumns, isTexts, hidden, text, getLanguageName],
  );
  const shown = useMemo(() => {
    if (!sheet) return null;
    return isTexts
      ? filterTexts(sheet, { query, text, columns, kept })
      : filterSheet(sheet, { query, hasAll, text });
  }, [sheet, isTexts, query, hasAll, text, columns, kept]);

  if (shownPlace && shownPlace !== seenPlace) {
    setSeenPlace(shownPlace);
    setQuery('');
    if (shownPlace.sheet === 'texts') {
      setKept(null);
      setHidden(noLanguages);
    } else if (!commonSettings.has(shownPlace.row)) setHasAll(true);
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
  const firstColumn = (isTexts && shown.columns[1]) || shown.columns[0];
  const first: Place = { row: shown.groups[0]?.rows[0]?.id ?? '', column: firstColumn?.id ?? '' };
  const selection = places[name] ?? { focus: first, anchor: first };
  const isColumn = (id: string) => shown.columns.some((column) => column.id === id && id !== 'source');
  const language = isColumn(selection.focus.column) ? selection.focus.column : shown.columns[1]?.id;
  const select = (next: Selection) => setPlaces({ ...places, [name]: next });
  const shownRows = shown.groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div>
      <div
        className={classNames(
          'flex flex-wrap items-center gap-y-2 pb-2',
          isTexts ? 'gap-x-4' : 'justify-between gap-x-6',
        )}
      >
        {isTexts ? (
          <TextActions
            sheet={sheets.texts}
            texts={texts}
            onEdit={edit}
            onAdded={(tag) => {
              const place = { row: selection.focus.row, column: tag };
              select({ focus: place, anchor: place });
              setHidden(new Set([...hidden].filter((each) => each !== tag)));
              setFocusRequest({});
            }}
          />
        ) : (
          <NewEntries
            name={name}
            selection={places[name] ?? null}
            onEdit={(entry) => {
              setAdded({ section: entry.section, known: sheets });
              edit(entry);
            }}
          />
        )}
        <div
          className={classNames(
            'flex flex-wrap items-center gap-x-4 text-small',
            isTexts && 'ms-auto phone:ms-0',
          )}
        >
          <TextButton aria-disabled={!canUndo || undefined} onClick={undo} className="min-h-11 min-w-11">
            {text.undo}
          </TextButton>
          <TextButton aria-disabled={!canRedo || undefined} onClick={redo} className="min-h-11 min-w-11">
            {text.redo}
          </TextButton>
          <label className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              checked={isTexts ? kept !== null : hasAll}
              onChange={({ target: { checked } }) => {
                if (isTexts) setKept(checked ? listMissing(sheets.texts, hidden) : null);
                else setHasAll(checked);
              }}
            />
            {isTexts ? text.texts.onlyMissing : text.showAll}
          </label>
          <input
            type="search"
            aria-label={text.find}
            placeholder={text.find}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            className="min-h-11 w-48 rounded-control border border-edge bg-raised px-3"
          />
          {(query !== '' || (isTexts && kept !== null)) && <span role="status">{text.rows(shownRows)}</span>}
        </div>
      </div>
      {isTexts ? (
        <TextTools
          sheet={sheets.texts}
          texts={texts}
          hasProblems={problems.length > 0}
          fileName={fileName}
          language={language ?? null}
          hidden={hidden}
          onHide={(next) => {
            setHidden(next);
            if (kept !== null) setKept(listMissing(sheets.texts, next));
          }}
          onEdit={edit}
        />
      ) : (
        <EntryActions sheet={sheets[name]} selection={selection} onEdit={edit} />
      )}
      {failure !== null && (
        <p role="alert" className="mb-3 border-s-4 border-lost ps-4">
          {text.failure} <bdi lang="en">{failure}</bdi>
        </p>
      )}
      {shown.columns.length === 0 || shownRows === 0 || (isTexts && sheets.texts.columns.length === 1) ? (
        <p className="border border-line p-5 text-soft">
          {query === '' && kept === null && name !== 'app' ? text.empty[name] : text.rows(0)}
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
        {messages.get(`${selection.focus.row} ${selection.focus.column}`) ??
          (isTexts ? formatHint(text, selection.focus) : text.hint)}
      </p>
    </div>
  );
}

const noLanguages: ReadonlySet<string> = new Set();

/** What is said about the form of a unit: for which numbers the language has it. */
function formatHint(
  text: ReturnType<typeof usePageText<'staff'>>['priceTable'],
  { row, column }: Place,
): string {
  const [section, , category = ''] = row.startsWith('[') ? parseTextId(row) : [];
  const isForm = section === 'units' && column !== 'source';
  const examples = isForm ? formatPluralExamples(column, category) : '';
  return examples === '' ? text.texts.hint : `${text.texts.numbers(examples)} ${text.texts.hint}`;
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
function findCreated(before: Sheets, after: Sheets, name: SheetName, section: ListSection): Place | null {
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
