import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { accountPathSchema, accountRequestSchema, emailInput } from '@/lib/contract/accounts';
import { maxUsers } from '@/lib/contract/enums';
import type { AccountRow, RowProblem } from '@/lib/domain/accounts/import-accounts';
import { findSimilar } from '@/lib/price-list/parse/find-similar';
import { parseStart } from './keys';

const key = 'external_id';
const columns = [key, 'title', 'email', 'tag', 'billing_period', 'activated_at', 'period_ends_at', 'users'];

/** The names of the columns with what accounts use of a limit begin with it. */
const usagePrefix = 'usage.';

const rowSchema = z.strictObject({
  ...accountRequestSchema.shape,
  ...accountPathSchema.shape,
  title: accountRequestSchema.shape.title.optional(),
  email: emailInput.optional(),
});

interface ParsedAccountFile {
  rows: AccountRow[];
  /** They are in the order of their lines. */
  problems: RowProblem[];
}

/**
 * Parses a CSV file of accounts: UTF-8, separated by commas or, if the header is, by semicolons. Of a file that can't
 * be read as CSV, there is one problem. Dates begin in the time zone of the app.
 */
export function parseAccountFile(bytes: Buffer, now: Date, timeZone: string): ParsedAccountFile {
  if (!isUtf8(bytes)) return reject(findInvalidLine(bytes), 'The file is not UTF-8.');
  const text = bytes.toString('utf8');
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      delimiter: header.includes(';') ? ';' : ',',
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as typeof records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return reject(Number(error.lines ?? 1), `The file is not CSV: ${error.message}.`);
  }
  const [first, ...others] = records;
  if (!first) return reject(1, 'The file is empty.');
  const names = first.record.map((name) => name.trim());
  const problems = findHeaderProblems(names);
  if (problems.length > 0) return { rows: [], problems };
  if (others.length === 0) return reject(1, 'The file has no rows.');

  const rows: AccountRow[] = [];
  const lines = new Map<string, number>();
  for (const { record, info } of others) {
    const line = info.lines;
    const addProblem = (message: string) => problems.push({ line, message });
    if (record.length !== names.length) {
      addProblem(`Expected ${names.length} fields, not ${record.length}.`);
      continue;
    }
    const row = parseRow(
      Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])),
      now,
      timeZone,
    );
    if (Array.isArray(row)) {
      for (const message of row) addProblem(message);
      continue;
    }
    const known = lines.get(row.externalId);
    if (known === undefined) lines.set(row.externalId, line);
    else addProblem(`external_id: "${row.externalId}" is also on line ${known}.`);
    rows.push({ line, ...row });
  }
  return { rows, problems };
}

function reject(line: number, message: string): ParsedAccountFile {
  return { rows: [], problems: [{ line, message }] };
}

function findInvalidLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end + 1;
  }
  return line;
}

function findHeaderProblems(names: string[]): RowProblem[] {
  const messages = names.flatMap((name, index) => {
    if (names.indexOf(name) < index) return `The column "${name}" is given twice.`;
    if (columns.includes(name) || isUsage(name)) return [];
    const similar = findSimilar(name, columns);
    return `Unknown column "${name}".${similar ? ` Did you mean "${similar}"?` : ''}`;
  });
  if (!names.includes(key)) messages.push(`The header lacks ${key}.`);
  return messages.map((message) => ({ line: 1, message }));
}

const isUsage = (name: string) => name.startsWith(usagePrefix) && name.length > usagePrefix.length;

/** The row, or what is wrong with it. An empty field is not set, as if its column was missing. A title can't be empty. */
function parseRow(
  fields: Record<string, string>,
  now: Date,
  timeZone: string,
): Omit<AccountRow, 'line'> | string[] {
  const set = Object.entries(fields).filter(([name, text]) => text.trim() !== '' || name === 'title');
  const usage = set.flatMap(([name, text]): [string, number][] =>
    isUsage(name) ? [[name.slice(usagePrefix.length), parseAmount(text.trim())]] : [],
  );
  const values = set
    .filter(([name]) => !isUsage(name))
    .map(([name, text]) => {
      if (name === 'external_id' || name === 'title') return [name, text];
      if (name === 'users') return [name, /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN];
      return [name, name.endsWith('_at') ? parseSeconds(text.trim(), timeZone) : text.trim()];
    });
  const { success, data, error } = rowSchema.safeParse(Object.fromEntries(values));
  const issues = usage.flatMap(([id, amount]) =>
    Number.isNaN(amount)
      ? `${usagePrefix}${id}: Expected a number from 0, not "${fields[usagePrefix + id]}".`
      : [],
  );
  if (!success)
    issues.unshift(...error.issues.map((issue) => formatIssue(String(issue.path[0]), issue.message, fields)));
  if (!success || issues.length > 0) return issues;
  const { activated_at: activatedAt, period_ends_at: periodEndsAt } = data;
  if (activatedAt !== undefined && activatedAt * 1000 > now.getTime())
    return ['activated_at: Expected a time in the past.'];
  return {
    externalId: data.external_id,
    title: data.title,
    email: data.email,
    tag: data.tag,
    billingPeriod: data.billing_period,
    activatedAt: activatedAt === undefined ? undefined : new Date(activatedAt * 1000),
    periodEndsAt: periodEndsAt == null ? undefined : new Date(periodEndsAt * 1000),
    users: data.users,
    ...(usage.length > 0 && { usage: Object.fromEntries(usage) }),
  };
}

function formatIssue(name: string, message: string, fields: Record<string, string>): string {
  if (!fields[name]?.trim()) return `${name}: Expected a value.`;
  if (name === 'billing_period') return `${name}: Expected month or year, not "${fields[name]}".`;
  if (name === 'users')
    return `${name}: Expected a whole number from 1 to ${maxUsers}, not "${fields[name]}".`;
  if (!name.endsWith('_at')) return `${name}: ${message.replace(/\.?$/, '.')}`;
  return `${name}: Expected Unix seconds, a date such as 2027-01-31, or a time with its zone, not "${fields[name]}".`;
}

/** Parses a number from 0. Returns NaN for another text. */
function parseAmount(text: string): number {
  return /^\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
}

/** Parses a time to Unix seconds. Returns NaN for another text. */
function parseSeconds(text: string, timeZone: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  return Math.floor((parseStart(text, timeZone)?.getTime() ?? Number.NaN) / 1000);
}
