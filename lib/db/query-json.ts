import type pg from 'pg';

export type Queryable = pg.Pool | pg.PoolClient;

/** Calls a database function that returns JSON. Null if the function returns NULL. */
export async function queryJson<T>(
  database: Queryable,
  { name, text }: { name: string; text: string },
  values: unknown[],
): Promise<T | null> {
  const { rows } = await database.query<{ json: string | null }>({ name, text, values });
  const json = rows[0]?.json ?? null;
  return json === null ? null : (JSON.parse(json) as T);
}

/** A row as `to_jsonb` returns it, with the column names in camel case, as Prisma has them. */
export function toCamelCase<T>(row: Record<string, unknown>): T {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [camelCase(column), value])) as T;
}

/** The inverse of `toCamelCase`, for `jsonb_populate_record`. */
export function toSnakeCase(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

const camelCaseNames = new Map<string, string>();

function camelCase(column: string): string {
  let name = camelCaseNames.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    camelCaseNames.set(column, name);
  }
  return name;
}
