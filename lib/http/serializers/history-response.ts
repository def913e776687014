import type { AddOnHistoryEntry } from '@/lib/contract/add-ons';
import { type FeatureChange, type FeatureRef, priceFields } from '@/lib/contract/fields';
import {
  type CatalogChange,
  type HistoryEntry,
  type HistoryQuery,
  maxHistoryPageSize,
} from '@/lib/contract/history';
import type { Price } from '@/lib/contract/versions';
import type { AccountCaller } from '@/lib/domain/caller';
import { getLocalizedCatalog } from '@/lib/domain/catalog/localize-catalog';
import { listAddOnHistory } from '@/lib/domain/history/add-on-changes';
import { getHistoryAt, listHistory } from '@/lib/domain/history/history';
import { localizeAddOnHistory, localizeHistory } from '@/lib/domain/history/localize-history';
import type { Service } from '@/lib/domain/service';
import { formatCsvLine, formatCsvText } from '@/lib/format/csv';
import { formatDecimal } from '@/lib/format/money';
import { getFeePeriod, toShownPrice } from '@/lib/pricing/price';
import { contentLanguage, findLanguage } from '../pipeline/find-language';
import { memoize } from '../pipeline/memoize';
import { type ApiResponse, jsonResponse } from '../pipeline/response';
import { serializeAddOnHistoryEntry } from './add-on-serializers';
import { createPageReader, startExport } from './exports';
import { readHistory } from './history-queries';
import { serializeHistory, serializeHistoryEntry } from './history-serializers';

/** The history as a page of JSON, the entry at a time, or all of it as CSV (spec 4.4). */
export async function createHistoryResponse(
  service: Service,
  caller: AccountCaller,
  query: HistoryQuery,
  headers: Headers,
): Promise<ApiResponse> {
  const language = findLanguage(caller, query, headers);
  const languageHeader = contentLanguage(caller.app, language);
  const wantsCsv = query.format === 'csv' || prefersCsv(headers.get('accept'));
  if (query.at !== undefined) {
    // Times of entries are served in whole seconds, so one within the requested second counts.
    const endOfSecond = new Date(query.at * 1000 + 999);
    const found = await getHistoryAt(service, caller, endOfSecond);
    const page = await localizeHistory(service, caller.app.id, language, found);
    if (!wantsCsv) return jsonResponse(serializeHistory(page), languageHeader);
    const { entries } = page;
    return csvResponse(formatHistoryCsv(entries.map(serializeHistoryEntry), query.columns), languageHeader);
  }
  if (wantsCsv)
    return csvResponse(await exportHistory(service, caller, { ...query, language }), languageHeader);
  const before = query.cursor ?? null;
  const limit = query.limit ?? maxHistoryPageSize;
  return jsonResponse(await readHistory(service, caller, { language, limit, before }), languageHeader);
}

/**
 * The whole history as CSV, on request with the changes of add-ons (`options`) and of the catalog (`catalog`): as text
 * if it is one page, else as its parts. Throws 429 when too many exports are in progress.
 */
async function exportHistory(
  service: Service,
  caller: AccountCaller,
  { language, ...query }: Omit<HistoryQuery, 'language'> & { language: string | null },
): Promise<string | AsyncGenerator<string>> {
  const included = query.include?.split(',') ?? [];
  const withCatalog = included.includes('catalog');
  const columns = getColumns(query.columns, withCatalog);
  const { app } = await getLocalizedCatalog(service, caller.app, language);
  const options = { language, withCatalog, provider: app.title };
  const switches = createReader(service, caller, options);
  const readRows = included.includes('options')
    ? createMergedReader([createAddOnReader(service, caller, options), switches])
    : switches;
  const readPage = async () => {
    const { rows, isLast } = await readRows();
    return { text: rows.map(({ row }) => formatRow(columns, row)).join(''), isLast };
  };
  const first = await readPage();
  const text = formatCsvLine(columns.names) + first.text;
  return first.isLast ? text : startExport(caller, text, readPage);
}

/** A row of the file with its time in milliseconds. */
interface TimedRow {
  at: number;
  row: CsvRow;
}

interface ReaderOptions {
  language: string | null;
  /** Whether the file has the changes of the catalog. */
  withCatalog: boolean;
  /** The name of who made these changes. */
  provider: string;
}

type PageReader = () => Promise<{ rows: TimedRow[]; isLast: boolean }>;

/**
 * Each call of the returned function reads the next page of switches, newest first, with the changes of the catalog
 * after each.
 */
function createReader(
  service: Service,
  caller: AccountCaller,
  { language, withCatalog, provider }: ReaderOptions,
): PageReader {
  const list: typeof listHistory = async (...input) =>
    localizeHistory(service, caller.app.id, language, await listHistory(...input));
  return createRowReader(createPageReader(service, caller, list), (detail) => {
    const entry = serializeHistoryEntry(detail);
    const changes = withCatalog ? detail.catalogChanges : [];
    const shared = { ...pickShared(entry), version_id: entry.id, users: entry.users, provider };
    const rows = changes.map(({ changedAt }, index) => ({
      at: changedAt.getTime(),
      row: { ...shared, option_id: null, quantity: null, ...entry.catalog_changes[index]! },
    }));
    return [...rows.toReversed(), { at: detail.entry.activatedAt.getTime(), row: entry }];
  });
}

/** Reads changes of add-ons in the same way. In a page, rows are sorted by time: add-ons are on at the same time. */
function createAddOnReader(
  service: Service,
  caller: AccountCaller,
  { language, withCatalog, provider }: ReaderOptions,
): PageReader {
  const list: typeof listAddOnHistory = async (...input) =>
    localizeAddOnHistory(service, caller.app.id, language, await listAddOnHistory(...input));
  const readRows = createRowReader(createPageReader(service, caller, list), (detail) => {
    const entry = serializeAddOnHistoryEntry(detail);
    const changes = withCatalog ? detail.catalogChanges : [];
    const { id: option_id, quantity } = entry;
    const shared = { ...pickShared(entry), option_id, quantity, users: null, provider };
    const rows = changes.map(({ changedAt, versionId: version_id }, index) => ({
      at: changedAt.getTime(),
      row: { ...shared, version_id, ...entry.catalog_changes[index]! },
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
    // The loop ends when a source has to be read again.
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

function csvResponse(
  body: string | AsyncGenerator<string>,
  languageHeader: Record<string, string>,
): ApiResponse {
  return {
    status: 200,
    headers: {
      ...languageHeader,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="plan-history.csv"',
    },
    body,
  };
}

function prefersCsv(accept: string | null): boolean {
  return accept !== null && /^\s*text\/csv\b/i.test(accept);
}

/** What a change of the catalog shares with the entry of the plan or add-on. */
type SharedFields = Pick<
  HistoryEntry,
  'title' | 'currency' | 'currency_digits' | 'billing_period' | 'account_billing_period' | 'history_id'
>;

function pickShared(entry: SharedFields): SharedFields {
  const { title, currency, currency_digits, billing_period, account_billing_period, history_id } = entry;
  return { title, currency, currency_digits, billing_period, account_billing_period, history_id };
}

/** A change of the catalog. */
interface CatalogRow extends CatalogChange, SharedFields {
  version_id: string;
  /** It is null for an add-on. */
  users: number | null;
  /** It is null for a plan. */
  option_id: string | null;
  quantity: number | null;
  provider: string;
}

/** A switch, the change of an add-on, or a change of the catalog. */
type CsvRow = HistoryEntry | AddOnHistoryEntry | CatalogRow;

/** What cells are made of, by column. */
type Values = Record<string, unknown>;

/** The columns of a file, and the values for a row that are not its fields. */
interface Columns {
  names: string[];
  getValues: (row: CsvRow) => Values;
}

/** The columns for bookkeeping, with the fees of the period that the account is billed for, as decimal numbers. */
const billingColumns: Columns = {
  names: (
    'activated,deactivated,type,title,users,quantity,fee,user_fee,currency,billing_period,' + 'actor,reason'
  ).split(','),
  getValues: (row) => {
    const values = Object.assign(getValues(row), formatBilledFees('provider' in row ? row.price : row, row));
    if ('provider' in row) values.users = row.users;
    if ('activated' in row) values.quantity = null;
    return values;
  },
};

const allColumns: Columns = {
  names: (
    'sequence,activated,deactivated,version_id,title,previous_title,direction,fee,user_fee,currency,billing_period,gained,lost,' +
    'actor,channel,reason,history_id,raised,lowered,changed,fee_unit,user_fee_unit,annual_fee,annual_user_fee,price_text,' +
    'account_billing_period,options_kept,options_included,options_lost,type,option_id,status,cause,quantity,' +
    'options_restored,users'
  ).split(','),
  getValues,
};

const priceNames = Object.keys(priceFields) as (keyof typeof priceFields)[];

const allColumnsWithCatalog: Columns = {
  names: [...allColumns.names, ...priceNames.map((name) => `previous_${name}`)],
  getValues,
};

function getColumns(columns: HistoryQuery['columns'], withCatalog: boolean): Columns {
  if (columns !== 'all') return billingColumns;
  return withCatalog ? allColumnsWithCatalog : allColumns;
}

/** The values in a file with all columns. */
function getValues(row: CsvRow): Values {
  if ('provider' in row) {
    const { provider, price, previous_price, changed_at } = row;
    const previous = priceNames.map((name) => [`previous_${name}`, previous_price?.[name]]);
    const values = { activated: toIsoTime(changed_at), type: 'catalog', actor: provider, users: null };
    return { ...price, ...Object.fromEntries(previous), ...values };
  }
  const { name: actor, channel } = row.actor;
  if ('timestamp' in row) {
    return { activated: toIsoTime(row.timestamp), type: 'option', option_id: row.id, actor, channel };
  }
  const { activated, deactivated, id, kind, options } = row;
  const listOptions = (outcome: string) => options.filter((option) => option.outcome === outcome);
  return {
    activated: toIsoTime(activated),
    deactivated: deactivated === null ? null : toIsoTime(deactivated),
    version_id: id,
    type: kind === 'users' || kind === 'terms' ? kind : 'version',
    ...{ actor, channel },
    options_kept: listOptions('kept'),
    options_included: listOptions('included'),
    options_lost: listOptions('lost'),
    options_restored: listOptions('restored'),
  };
}

/** The fees that apply, in decimal numbers such as `12.50`, and their period. It is empty for a price on request or in words. */
function formatBilledFees(
  price: Price,
  { account_billing_period: billed, billing_period: app, ...currency }: SharedFields,
) {
  const period = getFeePeriod(price, billed, app);
  const { fee, user_fee } = toShownPrice(price, { app, billed, shown: period ?? billed });
  const format = (minor: number | null) => (minor === null ? null : formatDecimal(currency, minor));
  return { fee: format(fee), user_fee: format(user_fee), billing_period: period };
}

/** "Boards: 3 boards → Unlimited; Storage: 5 GB → 20 GB", or "2 × Seats; Single sign-on". */
function formatList(items: (FeatureRef | FeatureChange | HistoryEntry['options'][number])[]): string {
  const format = ({ value }: FeatureChange['from']) => value ?? 'included';
  const texts = items.map((item) => {
    if ('from' in item) return `${item.title}: ${format(item.from)} → ${format(item.to)}`;
    return 'quantity' in item && item.quantity !== 1 ? `${item.quantity} × ${item.title}` : item.title;
  });
  return texts.join('; ');
}

/** Entries as CSV (RFC 4180) with a header line. Times are in UTC. With all columns, fees are in minor units. */
export function formatHistoryCsv(entries: HistoryEntry[], columns?: HistoryQuery['columns']): string {
  const shown = getColumns(columns, false);
  return formatCsvLine(shown.names) + entries.map((entry) => formatRow(shown, entry)).join('');
}

function formatRow({ names, getValues: getOwnValues }: Columns, row: CsvRow): string {
  const values: Values = getOwnValues(row);
  const fields = row as object as Values;
  const cells = names.map((name) => {
    const value = name in values ? values[name] : fields[name];
    if (typeof value === 'string') return formatCell(value);
    return Array.isArray(value) ? formatCell(formatList(value)) : value;
  });
  return formatCsvLine(cells);
}

/** Most texts of a file occur in many entries. */
const formatCell = memoize(formatCsvText);

function toIsoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
