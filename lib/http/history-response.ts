import { setImmediate } from 'node:timers/promises';
import { ApiError } from '@/lib/contract/errors';
import type { FeatureChange } from '@/lib/contract/fields';
import { type HistoryEntry, type HistoryQuery, maxHistoryPageSize } from '@/lib/contract/history';
import type { AccountCaller } from '@/lib/domain/caller';
import { getHistoryAt, type HistoryPage, listHistory } from '@/lib/domain/history';
import type { Service } from '@/lib/domain/service';
import type { BodySource } from './body-stream';
import { type ApiResponse, jsonTextResponse } from './response';
import { serializeHistoryEntry, stringifyHistory } from './serializers';

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
      ? csvResponse(formatHistoryCsv(page.entries.map(serializeHistoryEntry)))
      : jsonTextResponse(stringifyHistory(page));
  }
  if (wantsCsv) return csvResponse(await exportHistory(service, caller));
  const before = query.cursor ?? null;
  const limit = query.limit ?? maxHistoryPageSize;
  return jsonTextResponse(stringifyHistory(await listHistory(service, caller, { limit, before })));
}

// An export of any length takes little memory, and leaves time for other requests: pages are read while the client takes
// them, one at a time among all exports.

/** Entries of a page. Reading and formatting it takes a few milliseconds. */
const exportPageSize = 500;
const maxExports = 32;
const maxExportsPerAccount = 8;

/** The accounts of the exports in progress. */
const exportsInProgress: string[] = [];

/** The whole history as CSV. Throws 429 when too many exports are in progress. */
async function exportHistory(service: Service, caller: AccountCaller): Promise<string | BodySource> {
  const readPage = (before: number | null) =>
    takeTurn(() => service.health.guard(listHistory(service, caller, { limit: exportPageSize, before })));
  const first = await readPage(null);
  const text = formatHistoryCsv(first.entries.map(serializeHistoryEntry));
  if (first.next === null) return text;

  const account = `${caller.app.id} ${caller.account.id}`;
  const ofAccount = exportsInProgress.filter((each) => each === account);
  if (exportsInProgress.length >= maxExports || ofAccount.length >= maxExportsPerAccount) {
    throw new ApiError('too_many_requests', 'Too many exports are in progress. Wait until one has ended.', {
      retryAfter: 5,
    });
  }
  exportsInProgress.push(account);
  let isOpen = true;
  let started = false;
  let next: HistoryPage['next'] = first.next;
  return {
    next: async () => {
      if (!started) {
        started = true;
        return text;
      }
      if (next === null) return null;
      const page = await readPage(next);
      next = page.next;
      return formatRows(page.entries.map(serializeHistoryEntry));
    },
    close: () => {
      if (isOpen) exportsInProgress.splice(exportsInProgress.indexOf(account), 1);
      isOpen = false;
    },
  };
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Runs `work` after all work before it, and after the requests that arrived meanwhile. */
function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = lastTurn.then(() => setImmediate()).then(work);
  lastTurn = result.catch(() => {});
  return result;
}

function csvResponse(body: string | BodySource): ApiResponse {
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

const columns: [name: string, value: (entry: HistoryEntry) => string | number | null][] = [
  ['sequence', (entry) => entry.sequence],
  ['activated', (entry) => toIsoTime(entry.activated)],
  ['deactivated', (entry) => (entry.deactivated === null ? null : toIsoTime(entry.deactivated))],
  ['version_id', (entry) => entry.id],
  ['title', (entry) => entry.title],
  ['previous_title', (entry) => entry.previous_title],
  ['direction', (entry) => entry.direction],
  ['fee', (entry) => entry.fee],
  ['user_fee', (entry) => entry.user_fee],
  ['currency', (entry) => entry.currency],
  ['billing_period', (entry) => entry.billing_period],
  ['gained', (entry) => entry.gained.map((feature) => feature.title).join('; ')],
  ['lost', (entry) => entry.lost.map((feature) => feature.title).join('; ')],
  ['actor', (entry) => entry.actor.name],
  ['channel', (entry) => entry.actor.channel],
  ['reason', (entry) => entry.reason],
  ['history_id', (entry) => entry.history_id],
  ['raised', (entry) => formatChanges(entry.raised)],
  ['lowered', (entry) => formatChanges(entry.lowered)],
  ['changed', (entry) => formatChanges(entry.changed)],
  ['fee_unit', (entry) => entry.fee_unit],
  ['user_fee_unit', (entry) => entry.user_fee_unit],
  ['annual_fee', (entry) => entry.annual_fee],
  ['annual_user_fee', (entry) => entry.annual_user_fee],
  ['price_text', (entry) => entry.price_text],
  ['account_billing_period', (entry) => entry.account_billing_period],
  ['options_kept', (entry) => formatOptions(entry, 'kept')],
  ['options_included', (entry) => formatOptions(entry, 'included')],
  ['options_lost', (entry) => formatOptions(entry, 'lost')],
];

function formatOptions(
  { options }: HistoryEntry,
  outcome: HistoryEntry['options'][number]['outcome'],
): string {
  return options
    .filter((option) => option.outcome === outcome)
    .map(({ title }) => title)
    .join('; ');
}

/** "Boards: 3 boards → Unlimited; Storage: 5 GB → 20 GB". */
function formatChanges(changes: FeatureChange[]): string {
  const format = ({ value }: FeatureChange['from']) => value ?? 'included';
  return changes.map(({ title, from, to }) => `${title}: ${format(from)} → ${format(to)}`).join('; ');
}

/** Entries as CSV (RFC 4180) with a header line. Fees are in minor units, times in UTC. */
export function formatHistoryCsv(entries: HistoryEntry[]): string {
  return `${columns.map(([name]) => name).join(',')}\r\n${formatRows(entries)}`;
}

function formatRows(entries: HistoryEntry[]): string {
  // Most texts of a page occur in many entries.
  const cells = new Map<string, string>();
  const getCell = (value: string | number | null): string | number | null => {
    if (typeof value !== 'string') return value;
    let cell = cells.get(value);
    if (cell === undefined) {
      cell = formatCell(value);
      cells.set(value, cell);
    }
    return cell;
  };
  // `join` writes null as an empty text.
  return entries
    .map((entry) => `${columns.map(([, value]) => getCell(value(entry))).join(',')}\r\n`)
    .join('');
}

/**
 * Text as a CSV cell. Text that a spreadsheet would evaluate as a formula is prefixed with an apostrophe, also after a
 * semicolon or tab: in some locales spreadsheets split lines there, even within quotes.
 */
function formatCell(value: string): string {
  const whole = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  const safe = whole.replace(/([;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function toIsoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
