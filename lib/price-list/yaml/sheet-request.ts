import type { ListTexts } from '@/lib/contract/catalog-editions';
import { ImportError } from './diagnostics';
import { editPriceList, type SheetEdit } from './edit-sheets';
import { UnsupportedYamlError } from './edit-yaml';
import {
  type ParsedPriceList,
  type PriceListText,
  parsePriceListText,
  readSheets,
  type Sheet,
  type SheetItem,
  type SheetRow,
  type Sheets,
  sheetNames,
} from './sheets';

/** Text to read as sheets, after an edit. */
export interface SheetRequest {
  text: PriceListText;
  /** What can be translated, if that is known. */
  texts?: ListTexts | null;
  edit: SheetEdit | null;
  /** The number of the result that the page has, or null if it has none. */
  known: number | null;
}

/** Sheets with the IDs of the rows that are as in the known result: a large list has 20,000 cells. */
export type SheetChanges = Record<
  keyof Sheets,
  Omit<Sheet, 'groups'> & {
    groups: (Omit<Sheet['groups'][number], 'rows'> & { rows: (SheetRow | string)[] })[];
  }
>;

/** `sheets` is null for a text with syntax errors. `failure` says why an edit was not written; the text is as before. */
export interface SheetResult {
  number: number;
  text: PriceListText;
  sheets: SheetChanges | null;
  failure: string | null;
}

/** Answers requests, and keeps what it has read for the next one. */
export function createSheetReader(): (request: SheetRequest) => SheetResult {
  let parsed: ParsedPriceList | null = null;
  let last: { number: number; sheets: Sheets } | null = null;
  let number = 0;
  const parseText = (text: PriceListText) => {
    const isKnown = parsed?.text.source === text.source && parsed.text.extension === text.extension;
    if (!parsed || !isKnown) parsed = parsePriceListText(text);
    return parsed;
  };
  /** `problem` is the first one of a text with syntax errors. */
  const readText = (text: PriceListText, texts: SheetRequest['texts']) => {
    try {
      return { sheets: readSheets(parseText(text), texts), problem: null };
    } catch (error) {
      if (error instanceof ImportError) return { sheets: null, problem: error.diagnostics[0]?.message ?? '' };
      throw error;
    }
  };
  const applyEdit = ({ text, texts, edit }: SheetRequest) => {
    const keep = (failure: string | null) => ({ text, sheets: readText(text, texts).sheets, failure });
    if (!edit) return keep(null);
    try {
      const edited = editPriceList(parseText(text), edit);
      const { sheets, problem } = readText(edited, texts);
      // A cell can get a text that the list does not allow.
      return sheets ? { text: edited, sheets, failure: null } : keep(problem);
    } catch (error) {
      if (!(error instanceof UnsupportedYamlError || error instanceof ImportError)) throw error;
      return keep(error.message);
    }
  };
  return (request) => {
    const { text, sheets, failure } = applyEdit(request);
    const known = last?.number === request.known ? last.sheets : null;
    number += 1;
    last = sheets && { number, sheets };
    return { number, text, failure, sheets: sheets && omitKnownRows(sheets, known) };
  };
}

function omitKnownRows(sheets: Sheets, known: Sheets | null): SheetChanges {
  if (!known) return sheets;
  const omit = (sheet: Sheet, before: Sheet) => {
    const rows = listRows(before);
    const groups = sheet.groups.map((group) => ({
      ...group,
      rows: group.rows.map((row) => (isSameRow(row, rows.get(row.id)) ? row.id : row)),
    }));
    return { ...sheet, groups };
  };
  return mapSheets((name) => omit(sheets[name], known[name]));
}

/** The sheets of a result. Columns and rows that are as before are the same objects. */
export function completeSheets(changes: SheetChanges, known: Sheets | null): Sheets {
  return mapSheets((name) => {
    const rows = known ? listRows(known[name]) : new Map<string, SheetRow>();
    const groups = changes[name].groups.map((group) => ({
      ...group,
      rows: group.rows.flatMap((row) => (typeof row === 'string' ? (rows.get(row) ?? []) : row)),
    }));
    const { columns } = changes[name];
    const before = known?.[name].columns;
    return { columns: before && isSameColumns(columns, before) ? before : columns, groups };
  });
}

const mapSheets = <Value>(map: (name: keyof Sheets) => Value) =>
  Object.fromEntries(sheetNames.map((name) => [name, map(name)])) as Record<keyof Sheets, Value>;

const isSameColumns = (columns: SheetItem[], others: SheetItem[]) =>
  JSON.stringify(columns) === JSON.stringify(others);

const listRows = ({ groups }: Sheet) =>
  new Map(groups.flatMap(({ rows }) => rows.map((row) => [row.id, row])));

function isSameRow(row: SheetRow, other: SheetRow | undefined): boolean {
  return (
    other !== undefined &&
    row.title === other.title &&
    row.cells.length === other.cells.length &&
    row.cells.every((cell, index) => {
      const before = other.cells[index];
      return (
        cell?.text === before?.text &&
        cell?.kind === before?.kind &&
        cell?.isDefault === before?.isDefault &&
        cell?.isMissing === before?.isMissing
      );
    })
  );
}
