import type pg from 'pg';
import * as fieldNames from '@/lib/contract/field-names';
import type { Queries } from './client';

export type Queryable = pg.Pool | pg.ClientBase;

/**
 * Calls a database function whose result as text is JSON: in a prepared statement of its name, or in an open transaction. It is
 * null if the result is NULL.
 */
export async function callFunction<T>(
  database: Queryable | Queries,
  name: string,
  values: unknown[] = [],
): Promise<T> {
  const parameters = values.map((_, index) => `$${index + 1}`).join(', ');
  const text = `SELECT ${name}(${parameters})::text AS json`;
  if ('query' in database) return queryJson(database, { name, text }, values);
  const [row] = await database.$queryRawUnsafe<[{ json: string | null }]>(text, ...values);
  return JSON.parse(row.json ?? 'null');
}

/** Runs a prepared statement that selects one `json`. It is null if there is no row, or if it is NULL. */
export async function queryJson<T>(
  database: Queryable,
  { name, text }: { name: string; text: string },
  values: unknown[],
): Promise<T> {
  const { rows } = await database.query<{ json: string | null }>({ name, text, values });
  return JSON.parse(rows[0]?.json ?? 'null');
}

/** A clause that sets the tenant to the app $1 and the account $2, which can be empty, before a query that reads its `t`. */
export const fromTenant = `FROM (SELECT ARRAY[
  set_config('tenant.app_id', $1, true), set_config('tenant.account_id', $2, true)] AS t OFFSET 0) AS tenant`;

/** A row with its times in Unix milliseconds, as the functions return it. */
export type WithMilliseconds<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? number | Exclude<Row[Name], Date> : Row[Name];
};

/** A row of Prisma with `bigint` as numbers, which they are in JSON. Amounts are at most 2^53 - 1. */
export type WithNumbers<Row> = {
  [Name in keyof Row]: bigint extends Row[Name] ? number | Exclude<Row[Name], bigint> : Row[Name];
};

export function withNumbers<Row extends object>(row: Row): WithNumbers<Row> {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? Number(value) : value,
  ]);
  return Object.fromEntries(entries) as WithNumbers<Row>;
}

/** A row as `to_jsonb` returns it, with the column names in camel case, as Prisma has them. */
export function toCamelCase<T>(row: Record<string, unknown>): T {
  return renameKeys(row, camelCaseNames, fieldNames.toCamelCase) as T;
}

/** The inverse of `toCamelCase`, for `jsonb_populate_record`. */
export function toSnakeCase(row: object): Record<string, unknown> {
  return renameKeys(row, snakeCaseNames, fieldNames.toSnakeCase);
}

// Names of columns, of which there are few.
const camelCaseNames = new Map<string, string>();
const snakeCaseNames = new Map<string, string>();

function renameKeys(
  row: object,
  names: Map<string, string>,
  rename: (name: string) => string,
): Record<string, unknown> {
  const renamed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    let name = names.get(key);
    if (name === undefined) {
      name = rename(key);
      names.set(key, name);
    }
    renamed[name] = value;
  }
  return renamed;
}
