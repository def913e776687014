import type { HistoryEntry } from '@/lib/contract/history';

const columns: [name: string, value: (entry: HistoryEntry) => string | number | null][] = [
  ['sequence', (entry) => entry.sequence],
  ['activated', (entry) => isoTime(entry.activated)],
  ['deactivated', (entry) => (entry.deactivated === null ? null : isoTime(entry.deactivated))],
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
];

/** Entries as RFC 4180 lines with a header; fees in minor units, times in UTC. */
export function historyCsv(entries: HistoryEntry[]): string {
  const rows = entries.map((entry) => columns.map(([, value]) => cell(value(entry))).join(','));
  return `${[columns.map(([name]) => name).join(','), ...rows].join('\r\n')}\r\n`;
}

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe in front. So does the part behind a separator:
 * where lists are written with semicolons, a spreadsheet parts the line there, whatever is quoted.
 */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const whole = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  const safe = whole.replace(/([;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
