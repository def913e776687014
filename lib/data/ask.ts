import type pg from 'pg';

/** One JSON answer of a function of the database, in one round trip. */
export async function ask<T>(
  pool: pg.Pool | pg.PoolClient,
  { name, text }: { name: string; text: string },
  values: unknown[],
) {
  const { rows } = await pool.query<{ json: string | null }>({ name, text, values });
  const json = rows[0]?.json ?? null;
  return json === null ? null : { value: JSON.parse(json) as T, size: json.length };
}
