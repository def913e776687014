import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import { type FeatureChange, type FeatureRef, priceFields } from '@/lib/contract/fields';
import {
  type CatalogChange,
  type HistoryEntry,
  type HistoryQuery,
  maxHistoryPageSize,
} from '@/lib/contract/history';
import type { Price } from '@/lib/contract/versions';
import { listAddOnHistory } from '@/lib/domain/add-on-changes';
import type { AccountCaller } from '@/lib/domain/caller';
import { getHistoryAt, listHistory } from '@/lib/domain/history';
import type { Service } from '@/lib/domain/service';
import { formatDecimal } from '@/lib/format/money';
import { getFeePeriod, toShownPrice } from '@/lib/pricing/price';
import { serializeAddOnHistoryEntry } from './add-on-serializers';
import { createPageReader, startExport } from './exports';
import { serializeHistory, serializeHistoryEntry } from './history-serializers';
import { type ApiResponse, jsonResponse } from './response';

/** The history as a page of JSON, the entry at a time, or all of it as CSV (spec 4.4). */
export async function createHistoryResponse(
  service: Service,
  caller: AccountCaller,
  query: HistoryQuery,
  headers: Headers,
): Promise<ApiResponse> {
  const wantsCsv = query.format === 'csv' || prefersCsv(headers.get('accept'));
  if (query.at !== undefined) {
    // Activations are served in whole seconds, so one within the requested second counts.
    const endOfSecond = new Date(query.at * 1000 + 999);
    const page = await getHistoryAt(service, caller, endOfSecond);
    return wantsCsv
      ? csvResponse(formatHistoryCsv(page.entries.map(serializeHistoryEntry), query.columns))
      : jsonResponse(serializeHistory(page));
  }
  if (wantsCsv) return csvResponse(await exportHistory(service, caller, query));
  const before = query.cursor ?? null;
  const limit = query.limit ?? maxHistoryPageSize;
  return jsonResponse(serializeHistory(await listHistory(service, caller, { limit, before })));
}

/**
 * The whole history as CSV, on request with the changes of add-ons (`options`) and of the catalog (`catalog`): as text
 * if it is one page, else as its parts. Throws 429 when too many exports are in progress.
 */
async function exportHistory(
  service: Service,
  caller: AccountCaller,
  query: HistoryQuery,
): Promise<string | AsyncGenerator<string>> {
  const included = query.include?.split(',') ?? [];
  const withCatalog = included.includes('catalog');
  const columns = getColumns(query.columns, withCatalog);
  const switches = createReader(service, caller, withCatalog);
  const readRows = included.includes('options')
    ? createMergedReader([createAddOnReader(service, caller, withCatalog), switches])
    : switches;
  const readPage = async () => {
    const { rows, isLast } = await readRows();
    return {
      text: formatRows(
        columns,
        rows.map(({ row }) => row),
      ),
      isLast,
    };
  };
  const first = await readPage();
  const text = formatHeader(columns) + first.text;
  if (first.isLast) return text;

  return startExport(caller, text, readPage);
}

/** A row of the file with its time in milliseconds. */
interface TimedRow {
  at: number;
  row: CsvRow;
}

type PageReader = () => Promise<{ rows: TimedRow[]; isLast: boolean }>;

/**
 * Each call of the returned function reads the next page of switches, newest first, with the changes of the catalog
 * after each.
 */
function createReader(service: Service, caller: AccountCaller, withCatalog: boolean): PageReader {
  const provider = caller.app.title;
  return createRowReader(createPageReader(service, caller, listHistory), (detail) => {
    const entry = serializeHistoryEntry(detail);
    const changes = withCatalog ? detail.catalogChanges : [];
    const fields = { ...entry, version_id: entry.id, option_id: null, quantity: null, provider };
    const rows = changes.map(({ changedAt }, index) => ({
      at: changedAt.getTime(),
      row: { ...fields, ...entry.catalog_changes[index]! },
    }));
    return [...rows.toReversed(), { at: detail.activation.activatedAt.getTime(), row: entry }];
  });
}

/** The same of changes of add-ons. In a page, rows are sorted by time: add-ons are on at the same time. */
function createAddOnReader(service: Service, caller: AccountCaller, withCatalog: boolean): PageReader {
  const provider = caller.app.title;
  const readRows = createRowReader(createPageReader(service, caller, listAddOnHistory), (detail) => {
    const entry = serializeAddOnHistoryEntry(detail);
    const changes = withCatalog ? detail.catalogChanges : [];
    const fields = { ...entry, option_id: entry.id, users: null, provider };
    const rows = changes.map(({ changedAt, versionId }, index) => ({
      at: changedAt.getTime(),
      row: { ...fields, ...entry.catalog_changes[index]!, version_id: versionId },
    }));
    return [...rows.toReversed(), { at: detail.changedAt, row: entry }];
  });
  return async () => {
    const { rows, isLast } = await readRows();
    return { rows: rows.toSorted((a, b) => b.at - a.at), isLast };
  };
}

function createRowReader<Entry>(
  readPage: () => Promise<{ entries: Entry[]; isLast: boolean }>,
  toRows: (entry: Entry) => TimedRow[],
): PageReader {
  return async () => {
    const { entries, isLast } = await readPage();
    return { rows: entries.flatMap(toRows), isLast };
  };
}

/** Merges switches and changes of add-ons by time. What a switch did to add-ons is after it, so above it. */
function createMergedReader(readers: [options: PageReader, switches: PageReader]): PageReader {
  const sources = readers.map((read) => ({
    read,
    rows: [] as TimedRow[],
    isLast: false,
  }));
  return async () => {
    for (const source of sources) {
      if (source.rows.length > 0 || source.isLast) continue;
      const page = await source.read();
      source.rows = page.rows;
      source.isLast = page.isLast;
    }
    const [options, switches] = sources as [(typeof sources)[0], (typeof sources)[0]];
    const rows: TimedRow[] = [];
    // Until a source has to be read again.
    while (options.rows.length > 0 || switches.rows.length > 0) {
      const [option] = options.rows;
      const [entry] = switches.rows;
      if ((!option && !options.isLast) || (!entry && !switches.isLast)) break;
      const isAddOnNext = option && (!entry || option.at >= entry.at);
      const next = (isAddOnNext ? options : switches).rows.shift();
      if (next) rows.push(next);
    }
    return { rows, isLast: sources.every((source) => source.isLast && source.rows.length === 0) };
  };
}

function csvResponse(body: string | AsyncGenerator<string>): ApiResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="plan-history.csv"',
    },
    body,
  };
}

function prefersCsv(accept: string | null): boolean {
  return accept !== null && /^\s*text\/csv\b/i.test(accept);
}

/** A change of the catalog, with what is the same for the entry of the plan or add-on. */
interface CatalogRow
  extends CatalogChange,
    Pick<HistoryEntry, 'title' | 'currency' | 'billing_period' | 'account_billing_period' | 'history_id'> {
  version_id: string;
  /** Null for an add-on. */
  users: number | null;
  /** Null for a plan. */
  option_id: string | null;
  quantity: number | null;
  provider: string;
}

/** A switch, the change of an add-on, or a change of the catalog. */
type CsvRow = HistoryEntry | AddOnHistoryEntry | CatalogRow;
type CellValue = string | number | null;

/** A column, with its values for a switch, for the change of an add-on and for a change of the catalog. */
type Column = [
  name: string,
  ofSwitch: (entry: HistoryEntry) => CellValue,
  ofOption?: ((entry: AddOnHistoryEntry) => CellValue) | null,
  ofCatalog?: (entry: CatalogRow) => CellValue,
];

/** For bookkeeping: the fees of the period that the account is billed for, as decimal numbers. */
const billingColumns: Column[] = [
  [
    'activated',
    ({ activated }) => toIsoTime(activated),
    ({ timestamp }) => toIsoTime(timestamp),
    (entry) => toIsoTime(entry.changed_at),
  ],
  ['deactivated', ({ deactivated }) => (deactivated === null ? null : toIsoTime(deactivated))],
  ['type', getSwitchType, () => 'option', () => 'catalog'],
  ['title', ({ title }) => title, ({ title }) => title, ({ title }) => title],
  ['users', ({ users }) => users, null, ({ users }) => users],
  ['quantity', () => null, ({ quantity }) => quantity, ({ quantity }) => quantity],
  ...createBilledColumns(),
  ['actor', ({ actor }) => actor.name, ({ actor }) => actor.name, ({ provider }) => provider],
  ['reason', ({ reason }) => reason, ({ reason }) => reason],
];

const allColumns: Column[] = [
  ['sequence', (entry) => entry.sequence, (entry) => entry.sequence],
  [
    'activated',
    (entry) => toIsoTime(entry.activated),
    (entry) => toIsoTime(entry.timestamp),
    (entry) => toIsoTime(entry.changed_at),
  ],
  ['deactivated', (entry) => (entry.deactivated === null ? null : toIsoTime(entry.deactivated))],
  ['version_id', (entry) => entry.id, (entry) => entry.version_id, (entry) => entry.version_id],
  ['title', (entry) => entry.title, (entry) => entry.title, (entry) => entry.title],
  ['previous_title', (entry) => entry.previous_title],
  ['direction', (entry) => entry.direction],
  ...createPriceColumns(['fee', 'user_fee']),
  ['currency', (entry) => entry.currency, (entry) => entry.currency, (entry) => entry.currency],
  [
    'billing_period',
    (entry) => entry.billing_period,
    (entry) => entry.billing_period,
    (entry) => entry.billing_period,
  ],
  ['gained', (entry) => formatTitles(entry.gained), null, (entry) => formatTitles(entry.gained)],
  ['lost', (entry) => formatTitles(entry.lost), null, (entry) => formatTitles(entry.lost)],
  ['actor', (entry) => entry.actor.name, (entry) => entry.actor.name, (entry) => entry.provider],
  ['channel', (entry) => entry.actor.channel, (entry) => entry.actor.channel],
  ['reason', (entry) => entry.reason, (entry) => entry.reason],
  ['history_id', (entry) => entry.history_id, (entry) => entry.history_id, (entry) => entry.history_id],
  ['raised', (entry) => formatChanges(entry.raised), null, (entry) => formatChanges(entry.raised)],
  ['lowered', (entry) => formatChanges(entry.lowered), null, (entry) => formatChanges(entry.lowered)],
  ['changed', (entry) => formatChanges(entry.changed), null, (entry) => formatChanges(entry.changed)],
  ...createPriceColumns(['fee_unit', 'user_fee_unit', 'annual_fee', 'annual_user_fee', 'price_text']),
  [
    'account_billing_period',
    (entry) => entry.account_billing_period,
    (entry) => entry.account_billing_period,
    (entry) => entry.account_billing_period,
  ],
  ['options_kept', (entry) => formatOptions(entry, 'kept')],
  ['options_included', (entry) => formatOptions(entry, 'included')],
  ['options_lost', (entry) => formatOptions(entry, 'lost')],
  ['type', getSwitchType, () => 'option', () => 'catalog'],
  ['option_id', () => null, (entry) => entry.id, (entry) => entry.option_id],
  ['status', () => null, (entry) => entry.status],
  ['cause', () => null, (entry) => entry.cause],
  ['quantity', (entry) => entry.quantity, (entry) => entry.quantity, (entry) => entry.quantity],
  ['options_restored', (entry) => formatOptions(entry, 'restored')],
  ['users', (entry) => entry.users],
];

function getColumns(columns: HistoryQuery['columns'], withCatalog: boolean): Column[] {
  if (columns !== 'all') return billingColumns;
  return withCatalog ? [...allColumns, ...previousPriceColumns] : allColumns;
}

function getSwitchType({ kind }: HistoryEntry): string {
  return kind === 'users' ? 'users' : 'version';
}

/** The fees that apply, in decimal numbers such as `12.50`, and their period. Empty for a price on request or in words. */
function createBilledColumns(): Column[] {
  type Billed = Pick<HistoryEntry, 'currency' | 'billing_period' | 'account_billing_period'>;
  const getFees = (
    price: Price,
    { account_billing_period: billed, billing_period: app, currency }: Billed,
  ) => {
    const period = getFeePeriod(price, billed, app);
    const { fee, user_fee } = toShownPrice(price, { app, billed, shown: period ?? billed });
    const format = (minor: number | null) => (minor === null ? null : formatDecimal(currency, minor));
    return { fee: format(fee), user_fee: format(user_fee), billing_period: period };
  };
  const create = (name: keyof ReturnType<typeof getFees>): Column => [
    name,
    (entry) => getFees(entry, entry)[name],
    (entry) => getFees(entry, entry)[name],
    (entry) => getFees(entry.price, entry)[name],
  ];
  return [
    create('fee'),
    create('user_fee'),
    ['currency', ({ currency }) => currency, ({ currency }) => currency, ({ currency }) => currency],
    create('billing_period'),
  ];
}

function createPriceColumns(names: (keyof typeof priceFields)[]): Column[] {
  return names.map((name) => [
    name,
    (entry) => entry[name],
    (entry) => entry[name],
    ({ price }) => price[name],
  ]);
}

/** Only in files with all columns and changes of the catalog. */
const previousPriceColumns: Column[] = (Object.keys(priceFields) as (keyof typeof priceFields)[]).map(
  (name) => [`previous_${name}`, () => null, null, ({ previous_price }) => previous_price?.[name] ?? null],
);

function formatTitles(features: FeatureRef[]): string {
  return features.map(({ title }) => title).join('; ');
}

function formatOptions(
  { options }: HistoryEntry,
  outcome: HistoryEntry['options'][number]['outcome'],
): string {
  return options
    .filter((option) => option.outcome === outcome)
    .map(({ title, quantity }) => (quantity === 1 ? title : `${quantity} × ${title}`))
    .join('; ');
}

/** "Boards: 3 boards → Unlimited; Storage: 5 GB → 20 GB". */
function formatChanges(changes: FeatureChange[]): string {
  const format = ({ value }: FeatureChange['from']) => value ?? 'included';
  return changes.map(({ title, from, to }) => `${title}: ${format(from)} → ${format(to)}`).join('; ');
}

/** Entries as CSV (RFC 4180) with a header line. Times are in UTC. With all columns, fees are in minor units. */
export function formatHistoryCsv(entries: HistoryEntry[], columns?: HistoryQuery['columns']): string {
  const shown = getColumns(columns, false);
  return formatHeader(shown) + formatRows(shown, entries);
}

function formatHeader(columns: Column[]): string {
  return `${columns.map(([name]) => name).join(',')}\r\n`;
}

function formatRows(columns: Column[], rows: CsvRow[]): string {
  // Most texts of a page occur in many entries.
  const cells = new Map<string, string>();
  const getCell = (value: CellValue): CellValue => {
    if (typeof value !== 'string') return value;
    let cell = cells.get(value);
    if (cell === undefined) {
      cell = formatCell(value);
      cells.set(value, cell);
    }
    return cell;
  };
  const getValue = (row: CsvRow, [, ofSwitch, ofAddOn, ofCatalog]: Column) => {
    if ('provider' in row) return ofCatalog?.(row) ?? null;
    return 'timestamp' in row ? (ofAddOn?.(row) ?? null) : ofSwitch(row);
  };
  // `join` writes null as an empty text.
  return rows
    .map((row) => `${columns.map((column) => getCell(getValue(row, column))).join(',')}\r\n`)
    .join('');
}

/** What a spreadsheet can skip before a formula: spaces and characters that it shows as nothing. */
const skipped = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]*/u.source;
const sign = '[=+\\-@＝＋－＠]';
const startsWithFormula = new RegExp(`^${skipped}${sign}|^[\\t\\r\\n]`, 'u');
const formulasInside = new RegExp(`([;\\t\\r\\n]${skipped})(?=${sign})`, 'gu');

/**
 * Text as a CSV cell. Text that a spreadsheet would evaluate as a formula is prefixed with an apostrophe, also after a
 * semicolon or tab: in some locales spreadsheets split lines there, even within quotes.
 */
function formatCell(value: string): string {
  const whole = startsWithFormula.test(value) ? `'${value}` : value;
  const safe = whole.replace(formulasInside, "$1'");
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function toIsoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
