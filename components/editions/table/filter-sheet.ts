import type { Sheet, SheetItem, SheetRow } from '@/lib/price-list/yaml/sheets';
import { isCounted, parseTextId } from '@/lib/price-list/yaml/texts';
import { getItemTitle, type TableText } from './sheet-labels';

/** Settings that are always shown. Others are once an entry has them. */
export const commonSettings = new Set([
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

interface Filter {
  query: string;
  hasAll: boolean;
  text: TableText;
}

/** Without the settings that nothing has, and with the rows that match. */
export function filterSheet(sheet: Sheet, { query, hasAll, text }: Filter): Sheet {
  const isMatch = createMatcher(query, text);
  const columns = sheet.columns.filter((column, index) => {
    if (hasAll || column.title !== null || column.id === 'value' || commonSettings.has(column.id))
      return true;
    return sheet.groups.some(({ rows }) => rows.some(({ cells }) => (cells[index]?.text ?? '') !== ''));
  });
  const isShown = (row: SheetRow) =>
    row.title !== null || hasAll || commonSettings.has(row.id) || hasText(row);
  return pickCells(sheet, columns, (row) => isShown(row) && isMatch(row, []));
}

/** The columns of texts with the names of their languages, without those that are hidden. */
export function nameLanguages(
  columns: SheetItem[],
  hidden: ReadonlySet<string>,
  text: TableText,
  getName: (tag: string) => string,
): SheetItem[] {
  return columns
    .filter(({ id }) => !hidden.has(id))
    .map((column) => {
      const { id, language } = column;
      const own = id === 'source' && language === undefined ? text.texts.source : getName(language ?? id);
      return { ...column, title: own };
    });
}

interface TextFilter {
  query: string;
  text: TableText;
  /** Columns of `nameLanguages`. */
  columns: SheetItem[];
  /** Rows to show beside those that lack a text, so that one stays while it is filled in. It is null to show all rows. */
  kept: ReadonlySet<string> | null;
}

/** The texts that match, by title or text. */
export function filterTexts(sheet: Sheet, filter: TextFilter): Sheet {
  const { query, text, columns, kept } = filter;
  const isMatch = createMatcher(query, text);
  const texts = (row: SheetRow) => row.cells.map((cell) => cell?.text ?? '');
  const filtered = pickCells(sheet, columns, (row) => isMatch(row, texts(row)));
  if (!kept) return filtered;
  const groups = filtered.groups.map((group) => ({
    ...group,
    rows: group.rows.filter((row) => kept.has(row.id) || isMissing(row)),
  }));
  return { columns, groups: groups.filter(({ rows }) => rows.length > 0) };
}

const isMissing = ({ cells }: SheetRow) => cells.some((cell) => cell?.isMissing);

/** The rows that lack a text in one of the shown languages. */
export function listMissing({ columns, groups }: Sheet, hidden: ReadonlySet<string>): Set<string> {
  const shown = columns.map(({ id }) => !hidden.has(id));
  const rows = groups.flatMap((group) => group.rows);
  return new Set(
    rows
      .filter(({ cells }) => cells.some((cell, index) => shown[index] && cell?.isMissing))
      .map(({ id }) => id),
  );
}

/** How many texts each language lacks. */
export function countMissing({ columns, groups }: Sheet): Map<string, number> {
  const counted = groups
    .flatMap((group) => group.rows)
    .filter(({ id, cells }) => isCounted({ path: parseTextId(id), source: cells[0]?.text ?? '' }));
  const count = (index: number) => counted.filter(({ cells }) => cells[index]?.isMissing).length;
  return new Map(columns.flatMap(({ id }, index) => (id === 'source' ? [] : [[id, count(index)]])));
}

function createMatcher(query: string, text: TableText): (row: SheetRow, texts: string[]) => boolean {
  const words = normalize(query).split(/\s+/).filter(Boolean);
  return (row, texts) => {
    if (words.length === 0) return true;
    const searched = normalize([getItemTitle(text, row), row.id, ...texts].join(' '));
    return words.every((word) => searched.includes(word));
  };
}

const normalize = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Some columns and rows of a sheet, with the groups that have rows. */
function pickCells(sheet: Sheet, columns: SheetItem[], isShown: (row: SheetRow) => boolean): Sheet {
  const groups = sheet.groups.flatMap((group) => {
    const rows = group.rows.filter(isShown);
    return rows.length === 0 ? [] : [{ ...group, rows }];
  });
  if (columns.length === sheet.columns.length) return { columns, groups };
  const indexes = columns.map(({ id }) => sheet.columns.findIndex((column) => column.id === id));
  const pick = (row: SheetRow): SheetRow => ({
    ...row,
    cells: indexes.map((index) => row.cells[index] ?? null),
  });
  return { columns, groups: groups.map((group) => ({ ...group, rows: group.rows.map(pick) })) };
}
