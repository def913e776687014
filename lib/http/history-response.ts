import type { FeatureChange } from '@/lib/contract/fields';
import { type HistoryEntry, type HistoryQuery, maxHistoryPageSize } from '@/lib/contract/history';
import type { AccountCaller } from '@/lib/domain/caller';
import { getHistoryAt, listHistory } from '@/lib/domain/history';
import type { Service } from '@/lib/domain/service';
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
      ? csvResponse(page.entries.map(serializeHistoryEntry))
      : jsonTextResponse(stringifyHistory(page));
  }
  if (wantsCsv) return csvResponse(await readAllEntries(service, caller));
  const before = query.cursor ?? null;
  const limit = query.limit ?? maxHistoryPageSize;
  return jsonTextResponse(stringifyHistory(await listHistory(service, caller, { limit, before })));
}

async function readAllEntries(service: Service, caller: AccountCaller): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  let before: number | null = null;
  do {
    const page = await listHistory(service, caller, { limit: maxHistoryPageSize, before });
    entries.push(...page.entries.map(serializeHistoryEntry));
    before = page.next;
  } while (before !== null);
  return entries;
}

function csvResponse(entries: HistoryEntry[]): ApiResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="plan-history.csv"',
    },
    body: formatHistoryCsv(entries),
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
];

/** "Boards: 3 boards → Unlimited; Storage: 5 GB → 20 GB". */
function formatChanges(changes: FeatureChange[]): string {
  const format = ({ value }: FeatureChange['from']) => value ?? 'included';
  return changes.map(({ title, from, to }) => `${title}: ${format(from)} → ${format(to)}`).join('; ');
}

/** Entries as CSV (RFC 4180) with a header line. Fees are in minor units, times in UTC. */
export function formatHistoryCsv(entries: HistoryEntry[]): string {
  const rows = entries.map((entry) => columns.map(([, value]) => formatCell(value(entry))).join(','));
  return `${[columns.map(([name]) => name).join(','), ...rows].join('\r\n')}\r\n`;
}

/**
 * A CSV cell. Text that a spreadsheet would evaluate as a formula is prefixed with an apostrophe, also after a semicolon or
 * tab: in some locales spreadsheets split lines there, even within quotes.
 */
function formatCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const whole = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  const safe = whole.replace(/([;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function toIsoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
